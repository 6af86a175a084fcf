/** Declares the feature: the history of runs and requests in one list, and the page of one record. */
import type { None, Tagged } from '../../kernel/declare.ts';
import { type ListPosition, type ListView, atTop, wholeView } from '../../kernel/list-view.ts';
import type { ExportWritten } from '../../fleet/export.ts';
import type { KeptRequest, Requests } from '../journal/requests.ts';
import type { Run } from '../run.ts';
import type { ChangeRow, RequestSummary, RunStage, RunSummary } from '../runs/files.ts';
import { onScreenAbove, openScreens } from '../../root/navigation.ts';
import type { State } from '../../root/state.ts';
import { onScreen, type Step } from '../../root/feature.ts';
import { cursorOf, defineList, type ListColumn, viewIn } from '../../fleet/lists.ts';
import { fold } from '../../kernel/spelling.ts';
import { isUnread, nameOfFile, type UnreadRecords, unreadWords } from '../journal/records-file.ts';
import type { ResultLine } from '../journal/format.ts';
import { runRows } from '../run-kinds.ts';

export interface RecordPage {
  readonly of: Run | KeptRequest;
  /** Markdown. */
  readonly lines: readonly string[];
}

interface HistoryState {
  /** Newest first; null: not read yet. */
  readonly kept: readonly ChangeRow[] | null;
  readonly isLoading: boolean;
  readonly view: ListView;
  /** File of the last opened row, to restore the cursor when you come back. */
  readonly chosen: string | null;
  readonly page: RecordPage | null;
  readonly find: string;
}

export type RecordMeant = { readonly run: Run } | { readonly path: string };

export interface HistoryFeature {
  readonly state: HistoryState;
  readonly action: Tagged<{
    historyOpened: None;
    /** Comes back from a run that was opened in the history: filter and cursor are restored. */
    historyReturned: None;
    historyListed: { rows: readonly ChangeRow[] };
    historyRowChosen: None;
    historyRequestCopied: None;
    recordsShown: None;
    recordRead: { page: RecordPage };
    recordLost: { path: string };
    /** Exports the shown page, the row under the cursor, or the shown results; `isPage`: as Markdown only. */
    exportRequested: { isPage?: true };
  }>;
  readonly effect: Tagged<{
    listHistory: None;
    /** `isLeft`: the record has no outcome, and you have not seen it yet. */
    readRecord: { of: RecordMeant; isLeft?: boolean };
    exportRecord: { of: RecordMeant | KeptRequest; isPage: boolean };
  }>;
  readonly screen: Tagged<{
    history: { list: ListPosition };
    /** The cursor counts lines of the page. */
    record: { list: ListPosition };
  }>;
  readonly port: {
    /** Records of this session's requests that change something. */
    readonly requests: Requests;
    readonly recordText: (of: Run | KeptRequest) => Promise<string>;
    /** Writes CSV, JSON, Markdown and HTML (`isPage`: only Markdown) into files that only you can read. */
    readonly exportRecord: (of: Run | KeptRequest, isPage: boolean) => Promise<ExportWritten>;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly history: HistoryFeature;
  }
}

// Opens the history for other features.

export const fromTop = { kind: 'history', list: atTop } as const;

export function withHistory(state: State, about: Partial<HistoryState>): State {
  return { ...state, history: { ...state.history, ...about } };
}

/** The screen that esc leads to from a screen with nothing beneath. */
export function showHome(state: State): State {
  return onScreen(state, { kind: state.organisation === null ? 'organisations' : 'systems' });
}

/** Shows the history, or refreshes it if it is shown already. */
export function showHistory(state: State): Step {
  const read = { isLoading: true };
  if (state.screen.kind === 'history') return [withHistory({ ...state, notice: null }, read), { kind: 'listHistory' }];
  const start = openScreens(state).length > 1 ? state : showHome(state);
  const fresh = { ...read, kept: null, view: wholeView, chosen: null };
  return [withHistory(onScreenAbove(start, fromTop), fresh), { kind: 'listHistory' }];
}

// Rows of the history: filter, sort, standing and cursor.

export function isRequest(row: ChangeRow): row is RequestSummary {
  return !isUnread(row) && row.header.does === 'request';
}

/** Start of a change, or the last write to an unreadable file. ISO 8601, UTC; null: not known. */
export function beginOf(row: ChangeRow): string | null {
  if (!isUnread(row)) return row.header.at;
  return row.changedMs === null ? null : new Date(row.changedMs).toISOString();
}

/** Rows without a time come first. */
export function newestFirst(rows: readonly ChangeRow[]): readonly ChangeRow[] {
  const all = rows.map((row) => {
    const at = beginOf(row);
    return { row, ms: at === null ? Infinity : Date.parse(at) };
  });
  return all.sort((a, b) => (a.ms === b.ms ? 0 : b.ms - a.ms)).map(({ row }) => row);
}

/** Result of a request. `noOutcome`: the session that sent it ended before it could record the result. */
export type Standing =
  'done' | 'partly' | 'failed' | 'refused' | 'unknown' | 'withheld' | 'noOutcome' | 'underWay' | 'preview';

export function standingOf({
  header: { mode },
  result,
  stage,
}: Pick<RequestSummary, 'header' | 'result'> & { readonly stage?: RunStage }): Standing {
  if (mode === 'preview') return 'preview';
  if (result === null) return stage === 'going' ? 'underWay' : 'noOutcome';
  if (result.claim !== undefined) return result.claim.kind;
  const { kind } = result.outcome;
  return kind === 'done' || kind === 'refused' || kind === 'unknown' ? kind : 'withheld';
}

/** Is it unknown whether the service carried out the request? */
export function isUnknown(request: RequestSummary): boolean {
  return ['unknown', 'noOutcome'].includes(standingOf(request));
}

const standingNames: Readonly<Record<Standing, string>> = {
  done: 'done',
  partly: 'partly failed',
  failed: 'failed',
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

/** Did any system of the run end without reaching the goal? */
export function isWithFailures({ counts: { refused, failed, unknown, notAttempted } }: RunSummary): boolean {
  return refused + failed + unknown + notAttempted > 0;
}

function standingNameOf(row: ChangeRow): string {
  if (isRequest(row)) return standingNames[standingOf(row)];
  if (isUnread(row)) return 'not read';
  if (row.header.mode === 'preview') return 'preview';
  const { counts, stage } = row;
  const kinds = (['refused', 'failed', 'unknown'] as const).filter((kind) => counts[kind] > 0);
  return [stage === 'ended' && isWithFailures(row) ? 'finished' : stageNames[stage], ...kinds].join(' ');
}

function kindOf(row: ChangeRow): string {
  if (isRequest(row)) return 'request';
  if (isUnread(row)) return 'file';
  const { does, follows = '' } = row.header;
  return `${does} ${runRows[does].words.noun} ${follows}`;
}

/** Path as it was sent, without the prefix that all paths of an organisation share. */
export function pathOf({ header: { address, orgId } }: Pick<RequestSummary, 'header'>): string {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const front = orgId === null ? '' : `/org/${encodeURIComponent(orgId)}`;
  return front !== '' && path.includes(`${front}/`) ? `…${path.slice(path.indexOf(front) + front.length)}` : path;
}

function organisationOf(row: ChangeRow): string {
  const { orgName, orgId } = isUnread(row) ? row : row.header;
  return `${orgName ?? ''} ${orgId ?? ''}`;
}

/** The two people, if one reviewed the change and the other confirmed it. */
export function peopleOf(row: ChangeRow): readonly string[] {
  const { reviewed, confirmed } = isUnread(row) ? {} : row.header;
  return [reviewed, confirmed].flatMap((one) => one?.by ?? []);
}

const resultOf = (row: ChangeRow): ResultLine | null => (isUnread(row) ? null : row.result);

const historyColumns: readonly ListColumn<ChangeRow>[] = [
  { id: 'kind', texts: kindOf, sortedBy: kindOf },
  { id: 'method', texts: (row) => (isRequest(row) ? row.header.method : '') },
  { id: 'path', texts: (row) => (isRequest(row) ? row.header.address : '') },
  { id: 'org', texts: organisationOf, sortedBy: (row) => fold(organisationOf(row)) },
  { id: 'status', texts: (row) => String(resultOf(row)?.status ?? '') },
  { id: 'is', texts: standingNameOf, sortedBy: standingNameOf },
  { id: 'on', texts: (row) => beginOf(row) ?? '' },
  { id: 'trace', texts: (row) => resultOf(row)?.traceId ?? '' },
  { id: 'by', texts: (row) => peopleOf(row).join(' ') },
  { id: 'file', texts: (row) => (isUnread(row) ? `${nameOfFile(row)} ${unreadWords(row)}` : '') },
];

const noRows: readonly ChangeRow[] = [];

export const historyList = defineList<ChangeRow>({
  rows: ({ history: { kept } }) => kept ?? noRows,
  key: ({ path }) => path,
  columns: historyColumns,
  view: viewIn('history'),
  at: cursorOf('history'),
});

export function runAtCursor(state: State): RunSummary | undefined {
  const row = historyList.current(state);
  return row === undefined || isRequest(row) || isUnread(row) ? undefined : row;
}

/** Undefined: there is no row under the cursor, or its file was read. */
export function unreadAtCursor(state: State): UnreadRecords | undefined {
  const row = historyList.current(state);
  return row !== undefined && !isRequest(row) && isUnread(row) ? row : undefined;
}

/** The request on the page, or the one under the cursor; null: there is none. */
export function requestMeant(state: State): RequestSummary | KeptRequest | null {
  const of = state.screen.kind === 'record' ? state.history.page?.of : undefined;
  if (of !== undefined) return 'header' in of ? of : null;
  const row = historyList.current(state);
  return row !== undefined && isRequest(row) ? row : null;
}

/** One line for support, to be copied. */
export function requestLine(request: Pick<RequestSummary, 'header' | 'result'>): string {
  const { at, method, address } = request.header;
  const { status, traceId } = request.result ?? {};
  const trace = traceId == null ? '' : `trace ${traceId}`;
  const parts = [at, method, address, standingNames[standingOf(request)], status == null ? '' : String(status), trace];
  return parts.filter((part) => part !== '').join('  ');
}
