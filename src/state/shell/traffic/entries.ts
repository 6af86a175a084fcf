/** The shown requests, and the text of one for support. */
import type { RequestEntry } from '../../../api/http/request-log.ts';
import { narrowing, type NarrowedColumns } from '../../fleet/filter/narrowing.ts';
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

const columns: NarrowedColumns<RequestEntry> = [
  ['method', ({ method }) => method],
  ['path', ({ path }) => path],
  ['status', outcomeOf],
  ['trace', ({ traceId }) => traceId ?? ''],
];

/** The requests that match the filter. */
export const requestsShown = memoize(({ entries, filter }: RequestLogOverlay): readonly RequestEntry[] => {
  const test = narrowing(filter, columns);
  return test === null ? entries : entries.filter(test);
});

/** One line, for support: no body, no token. */
export function requestLine(entry: RequestEntry): string {
  const { at, method, path, ms, bytes, traceId } = entry;
  const time = new Date(at).toISOString();
  const parts = [time, method, path, outcomeOf(entry), ms === null ? '' : `${ms} ms`, `${bytes} bytes`];
  return [...parts, traceId === null ? '' : `trace ${traceId}`].filter((part) => part !== '').join('  ');
}
