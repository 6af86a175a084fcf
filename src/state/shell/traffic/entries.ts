/** The shown requests, and the text of one for support. */
import type { RequestEntry } from '../../../api/http/request-log.ts';
import { parseFilter, type FilterWord } from '../../fleet/filter/language.ts';
import { textTest } from '../../fleet/filter/text-test.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { Overlay } from '../../root/state.ts';

export type RequestLogOverlay = Extract<Overlay, { readonly kind: 'requestLog' }>;

/** The outcome of a request, in a word: `200`, `503`, `ECONNREFUSED`, `under way`. */
export function outcomeOf({ status, failure, ms }: RequestEntry): string {
  if (failure !== null) return status === null ? failure : `${status}, ${failure}`;
  return status === null || ms === null ? 'under way' : String(status);
}

export function isFailed({ status, failure }: RequestEntry): boolean {
  return failure !== null || (status !== null && (status < 200 || status > 299));
}

const columns: ReadonlyMap<string, (entry: RequestEntry) => string> = new Map([
  ['method', ({ method }: RequestEntry) => method],
  ['path', ({ path }: RequestEntry) => path],
  ['status', outcomeOf],
  ['trace', ({ traceId }: RequestEntry) => traceId ?? ''],
]);

/** The requests that match the filter: words, `or`, `-`, quotes and patterns as in the list; `status:5` tests a column. */
export const requestsShown = memoize(({ entries, filter }: RequestLogOverlay): readonly RequestEntry[] => {
  const { alternatives } = parseFilter(filter);
  const wanted = alternatives.filter((words) => words.length > 0).map((words) => words.map(wordTest));
  if (wanted.length === 0) return entries;
  return entries.filter((entry) => wanted.some((words) => words.every((test) => test(entry))));
});

function wordTest({ field, values, isNegated }: FilterWord): (entry: RequestEntry) => boolean {
  const textOf = field === null ? undefined : columns.get(field);
  const texts = (entry: RequestEntry): string[] =>
    (textOf === undefined ? [...columns.values()] : [textOf]).map((one) => one(entry));
  // A word before a colon that is no column is plain text.
  const tests = values.map((value) =>
    textTest(field === null || textOf !== undefined ? value : plain(field, value.text)),
  );
  return (entry) => texts(entry).some((text) => tests.some((test) => test(text))) !== isNegated;
}

function plain(field: string, text: string) {
  return { text: `${field}:${text}`, isQuoted: true };
}

/** One line, for support: no body, no token. */
export function requestLine(entry: RequestEntry): string {
  const { at, method, path, ms, bytes, traceId } = entry;
  const time = new Date(at).toISOString();
  const parts = [time, method, path, outcomeOf(entry), ms === null ? '' : `${ms} ms`, `${bytes} bytes`];
  return [...parts, traceId === null ? '' : `trace ${traceId}`].filter((part) => part !== '').join('  ');
}
