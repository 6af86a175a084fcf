/** Which of the earlier requests are shown, and what became of each. */
import { parseFilter, type FilterWord } from '../../fleet/filter/language.ts';
import { textTest } from '../../fleet/filter/text-test.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { State } from '../../root/state.ts';
import type { RequestRecordsState } from './feature.ts';
import type { KeptRequest, RequestEnd, RequestSummary } from './record.ts';

/** What became of a request. `noOutcome`: the session that sent it was gone before it could say. */
export type Standing = RequestEnd['outcome'] | 'noOutcome' | 'underWay' | 'preview';

export function standingOf(
  request: Pick<RequestSummary, 'mode' | 'end'> & { readonly isUnderWay?: boolean },
): Standing {
  if (request.mode === 'preview') return 'preview';
  if (request.end !== null) return request.end.outcome;
  return request.isUnderWay === true ? 'underWay' : 'noOutcome';
}

/** The words by which the filter finds them. */
const standingNames: Readonly<Record<Standing, string>> = {
  done: 'done',
  refused: 'refused',
  unknown: 'unknown',
  withheld: 'withheld',
  noOutcome: 'unknown no outcome',
  underWay: 'under way',
  preview: 'preview',
};

/** Its path as it was sent, without what every one has in front. */
export function pathOf({ address, orgId }: Pick<RequestSummary, 'address' | 'orgId'>): string {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const front = orgId === null ? '' : `/org/${encodeURIComponent(orgId)}`;
  return front !== '' && path.includes(`${front}/`) ? `…${path.slice(path.indexOf(front) + front.length)}` : path;
}

const columns: ReadonlyMap<string, (request: RequestSummary) => string> = new Map([
  ['method', ({ method }: RequestSummary) => method],
  ['path', ({ address }: RequestSummary) => address],
  ['org', ({ orgName, orgId }: RequestSummary) => `${orgName ?? ''} ${orgId ?? ''}`],
  ['status', ({ end }: RequestSummary) => (end?.status == null ? '' : String(end.status))],
  ['is', (request: RequestSummary) => standingNames[standingOf(request)]],
  ['on', ({ at }: RequestSummary) => at],
  ['trace', ({ end }: RequestSummary) => end?.traceId ?? ''],
]);

/** Those that the filter shows: words, `or`, `-`, quotes and patterns as in the list; `status:409` looks into one column. */
const filtered = memoize(({ kept, filter }: RequestRecordsState): readonly RequestSummary[] => {
  const requests = kept?.requests ?? [];
  const { alternatives } = parseFilter(filter);
  const wanted = alternatives.filter((words) => words.length > 0).map((words) => words.map(wordTest));
  if (wanted.length === 0) return requests;
  return requests.filter((request) => wanted.some((words) => words.every((test) => test(request))));
});

export function requestsShown({ requestRecords }: State): readonly RequestSummary[] {
  return filtered(requestRecords);
}

function wordTest({ field, values, isNegated }: FilterWord): (request: RequestSummary) => boolean {
  const textOf = field === null ? undefined : columns.get(field);
  const texts = (request: RequestSummary): string[] =>
    (textOf === undefined ? [...columns.values()] : [textOf]).map((one) => one(request));
  // A word before a colon that is no column is a text like any other.
  const tests = values.map((value) =>
    textTest(field === null || textOf !== undefined ? value : { text: `${field}:${value.text}`, isQuoted: true }),
  );
  return (request) => texts(request).some((text) => tests.some((test) => test(text))) !== isNegated;
}

/** The one under the cursor of the list. */
export function requestAtCursor(state: State): RequestSummary | undefined {
  return state.screen.kind === 'requestRecords' ? requestsShown(state)[state.screen.list.row] : undefined;
}

/** The one that is meant: under the cursor, or shown as a whole. */
export function requestMeant(state: State): Pick<RequestSummary, 'id' | 'path'> | undefined {
  return state.screen.kind === 'requestRecord' ? (state.requestRecords.opened ?? undefined) : requestAtCursor(state);
}

/** What is copied of one: a line for support. */
export function requestLine({ at, method, address, mode, end }: RequestSummary | Flat): string {
  const standing = standingNames[standingOf({ mode, end })];
  const status = end?.status == null ? '' : String(end.status);
  const trace = end?.traceId == null ? '' : `trace ${end.traceId}`;
  return [at, method, address, standing, status, trace].filter((part) => part !== '').join('  ');
}

type Flat = Pick<RequestSummary, 'at' | 'method' | 'address' | 'mode' | 'end'>;

export function flat({ record, end }: KeptRequest): Flat {
  const { at, method, address, mode } = record;
  return { at, method, address, mode, end };
}
