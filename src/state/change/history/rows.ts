/** The rows of the history: which are shown, what became of each, and the one under the cursor. */
import { narrowing, type NarrowedColumns } from '../../fleet/filter/narrowing.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { State } from '../../root/state.ts';
import { isUnread, nameOfFile, type UnreadRecords, unreadWords } from '../journal/records-file.ts';
import type { KeptRequest, RequestEnd, RequestSummary } from '../journal/request-record.ts';
import { runRows } from '../run-kinds.ts';
import type { RunStage, RunSummary, RunsRow } from '../runs/files.ts';
import type { HistoryList, HistoryRow, HistoryState } from './feature.ts';

export function isRequest(row: HistoryRow): row is RequestSummary {
  return 'method' in row;
}

/** When it began; of a file that is not understood, when it was last written. ISO 8601, UTC; null where that is not known. */
export function beginOf(row: HistoryRow): string | null {
  if (isRequest(row)) return row.at;
  if (!isUnread(row)) return row.header.at;
  return row.changedMs === null ? null : new Date(row.changedMs).toISOString();
}

/** Both in one list. What has no time comes first. */
export function historyOf(
  runs: readonly RunsRow[],
  requests: {
    readonly requests: readonly RequestSummary[];
    readonly damaged: number;
    readonly unread: readonly UnreadRecords[];
  },
): HistoryList {
  const all = [...runs, ...requests.unread, ...requests.requests].map((row) => {
    const at = beginOf(row);
    return { row, ms: at === null ? Infinity : Date.parse(at) };
  });
  const rows = all.sort((a, b) => (a.ms === b.ms ? 0 : b.ms - a.ms)).map(({ row }) => row);
  return { rows, damaged: requests.damaged };
}

/** The identity that the cursor stays on. */
export function keyOf(row: HistoryRow): string {
  return isRequest(row) ? row.id : row.path;
}

/** Result of a request. `noOutcome`: the session that sent it was gone before it could say. */
export type Standing = RequestEnd['outcome'] | 'noOutcome' | 'underWay' | 'preview';

export function standingOf(
  request: Pick<RequestSummary, 'mode' | 'end'> & { readonly isUnderWay?: boolean },
): Standing {
  if (request.mode === 'preview') return 'preview';
  if (request.end !== null) return request.end.outcome;
  return request.isUnderWay === true ? 'underWay' : 'noOutcome';
}

/** Does nobody know what became of it? */
export function isUnknown(request: RequestSummary): boolean {
  return ['unknown', 'noOutcome'].includes(standingOf(request));
}

/** The words by which the filter finds them. */
const standingNames: Readonly<Record<Standing, string>> = {
  done: 'done',
  refused: 'refused',
  unknown: 'unknown',
  withheld: 'withheld',
  noOutcome: 'unknown no outcome',
  underWay: 'under way in progress',
  preview: 'preview',
};

const stageNames: Readonly<Record<RunStage, string>> = {
  ended: 'finished done',
  going: 'under way in progress',
  cutOff: 'interrupted',
};

/** Did every system of the run end as it was meant to? */
export function isWithFailures({ counts: { refused, failed, unknown, notAttempted } }: RunSummary): boolean {
  return refused + failed + unknown + notAttempted > 0;
}

function standingNameOf(row: HistoryRow): string {
  if (isRequest(row)) return standingNames[standingOf(row)];
  if (isUnread(row)) return 'not read';
  if (row.header.mode === 'preview') return 'preview';
  const { counts, stage } = row;
  const kinds = (['refused', 'failed', 'unknown'] as const).filter((kind) => counts[kind] > 0);
  return [stage === 'ended' && isWithFailures(row) ? 'finished' : stageNames[stage], ...kinds].join(' ');
}

function kindOf(row: HistoryRow): string {
  if (isRequest(row)) return 'request';
  return isUnread(row) ? 'file' : `${row.header.does} ${runRows[row.header.does].words.noun}`;
}

/** Its path as it was sent, without what every one has in front. */
export function pathOf({ address, orgId }: Pick<RequestSummary, 'address' | 'orgId'>): string {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const front = orgId === null ? '' : `/org/${encodeURIComponent(orgId)}`;
  return front !== '' && path.includes(`${front}/`) ? `…${path.slice(path.indexOf(front) + front.length)}` : path;
}

function organisationOf(row: HistoryRow): string {
  const { orgName, orgId } = isRequest(row) || isUnread(row) ? row : row.header;
  return `${orgName ?? ''} ${orgId ?? ''}`;
}

/** The two people, where one has reviewed it and another one confirmed it. */
export function peopleOf(row: HistoryRow): readonly string[] {
  const { reviewed, confirmed } = isRequest(row) ? row : isUnread(row) ? {} : row.header;
  return [reviewed, confirmed].flatMap((one) => one?.by ?? []);
}

const endOf = (row: HistoryRow): RequestEnd | null => (isRequest(row) ? row.end : null);

const columns: NarrowedColumns<HistoryRow> = [
  ['kind', kindOf],
  ['method', (row) => (isRequest(row) ? row.method : '')],
  ['path', (row) => (isRequest(row) ? row.address : '')],
  ['org', organisationOf],
  ['status', (row) => String(endOf(row)?.status ?? '')],
  ['is', standingNameOf],
  ['on', (row) => beginOf(row) ?? ''],
  ['trace', (row) => endOf(row)?.traceId ?? ''],
  ['by', (row) => peopleOf(row).join(' ')],
  ['file', (row) => (isUnread(row) ? `${nameOfFile(row)} ${unreadWords(row)}` : '')],
];

/** Rows that a filter shows. */
export function matching(rows: readonly HistoryRow[], filter: string): readonly HistoryRow[] {
  const test = narrowing(filter, columns);
  return test === null ? rows : rows.filter(test);
}

const filtered = memoize(({ kept, filter }: HistoryState) => matching(kept?.rows ?? [], filter));

export function rowsShown({ history }: State): readonly HistoryRow[] {
  return filtered(history);
}

export function rowAtCursor(state: State): HistoryRow | undefined {
  return state.screen.kind === 'history' ? rowsShown(state)[state.screen.list.row] : undefined;
}

export function runAtCursor(state: State): RunSummary | undefined {
  const row = rowAtCursor(state);
  return row === undefined || isRequest(row) || isUnread(row) ? undefined : row;
}

/** The file under the cursor, where it is not understood. */
export function unreadAtCursor(state: State): UnreadRecords | undefined {
  const row = rowAtCursor(state);
  return row !== undefined && !isRequest(row) && isUnread(row) ? row : undefined;
}

function requestAtCursor(state: State): RequestSummary | undefined {
  const row = rowAtCursor(state);
  return row !== undefined && isRequest(row) ? row : undefined;
}

/** The request that is meant: under the cursor, or shown as a whole. */
export function requestMeant(state: State): (Flat & Pick<RequestSummary, 'id' | 'path'>) | undefined {
  if (state.screen.kind !== 'requestRecord') return requestAtCursor(state);
  const { opened } = state.history;
  return opened === null ? undefined : { ...flat(opened), id: opened.id, path: opened.path };
}

/** Text copied of one: a line for support. */
export function requestLine({ at, method, address, mode, end }: Flat): string {
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
