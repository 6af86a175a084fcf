/** Declares the feature: the history of all that changed something, runs and requests in one list, and one request of it. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { KeptRequest, RequestRecords, RequestSummary } from '../journal/request-record.ts';
import type { UnreadRecords } from '../journal/records-file.ts';
import type { RunSummary } from '../runs/files.ts';

/** A run, a request, or a file that is not understood. */
export type HistoryRow = RunSummary | RequestSummary | UnreadRecords;

/** Everything that the folders of records have. */
export interface HistoryList {
  /** The newest first. */
  readonly rows: readonly HistoryRow[];
  /** Lines of requests that cannot be read. */
  readonly damaged: number;
}

export interface HistoryState {
  /** Null: it was not read yet. */
  readonly kept: HistoryList | null;
  readonly isLoading: boolean;
  readonly filter: string;
  /** The key of the row that was opened last: the cursor is there again when that is left. */
  readonly chosen: string | null;
  /** The request that is shown as a whole. */
  readonly opened: KeptRequest | null;
}

export interface HistoryFeature {
  readonly state: HistoryState;
  readonly action: Tagged<{
    historyOpened: None;
    /** From a run that was opened there: filter and cursor are as they were left. */
    historyReturned: None;
    historyListed: { list: HistoryList };
    historyFilterOpened: None;
    /** The row under the cursor: the whole of it. */
    historyRowChosen: None;
    historyRequestRead: { request: KeptRequest };
    /** Its file is gone, or cannot be read any more. */
    historyRequestLost: { path: string };
    /** For the request shown, or the one under the cursor. */
    historyRequestCopied: None;
  }>;
  readonly effect: Tagged<{
    listHistory: None;
    /** `isLeft`: it has no outcome, and nobody has looked at it yet. */
    readRequestRecord: { id: string; path: string; isLeft: boolean };
    pageRequestRecord: { id: string; path: string };
  }>;
  readonly screen: Tagged<{
    history: { list: ListPosition };
    requestRecord: { list: ListPosition };
  }>;
  readonly prompt: Tagged<{ historyFilter: { typed: string; filterBefore: string } }>;
  readonly field: 'historyFilter';
  readonly port: {
    /** Requests that change something, with their results; runs are apart. */
    readonly requestRecords: RequestRecords;
  };
}

export const historySlice: Slice<HistoryState> = {
  initial: { kept: null, isLoading: false, filter: '', chosen: null, opened: null },
  lasts: 'session',
};
