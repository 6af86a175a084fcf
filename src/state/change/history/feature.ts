/** Declares the feature: the history of all that changed something, runs and requests in one list, and the page of one record. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import { type ListPosition, type ListView, wholeView } from '../../kernel/list-view.ts';
import type { ExportWritten } from '../../fleet/export/feature.ts';
import type { KeptRequest, Requests } from '../journal/requests.ts';
import type { Run } from '../run.ts';
import type { ChangeRow } from '../runs/files.ts';

/** A record as a text. */
export interface RecordPage {
  readonly of: Run | KeptRequest;
  /** Markdown. */
  readonly lines: readonly string[];
}

export interface HistoryState {
  /** The newest first; null: not read yet. */
  readonly kept: readonly ChangeRow[] | null;
  readonly isLoading: boolean;
  readonly view: ListView;
  /** The file of the row that was opened last: the cursor is there again when that is left. */
  readonly chosen: string | null;
  /** The record that is shown. */
  readonly page: RecordPage | null;
  /** The text that was looked for in a page. */
  readonly find: string;
}

/** A run, or the file of a change. */
export type RecordMeant = { readonly run: Run } | { readonly path: string };

export interface HistoryFeature {
  readonly state: HistoryState;
  readonly action: Tagged<{
    historyOpened: None;
    /** From a run that was opened there: filter and cursor are as they were left. */
    historyReturned: None;
    historyListed: { rows: readonly ChangeRow[] };
    /** The row under the cursor: the results of a run, or the page of a request. */
    historyRowChosen: None;
    /** For the request shown, or the one under the cursor. */
    historyRequestCopied: None;
    /** The page of the row under the cursor, or of the results that are shown. */
    recordsShown: None;
    recordRead: { page: RecordPage };
    /** Its file is gone, or cannot be read any more. */
    recordLost: { path: string };
    /** For the page, the row under the cursor, or the results that are shown; `isPage`: as Markdown alone. */
    exportRequested: { isPage?: true };
  }>;
  readonly effect: Tagged<{
    listHistory: None;
    /** `isLeft`: it has no outcome, and nobody has looked at it yet. */
    readRecord: { of: RecordMeant; isLeft?: boolean };
    exportRecord: { of: RecordMeant | KeptRequest; isPage: boolean };
  }>;
  readonly screen: Tagged<{
    history: { list: ListPosition };
    /** By lines of its text. */
    record: { list: ListPosition };
  }>;
  readonly port: {
    /** The requests of this session that change something. */
    readonly requests: Requests;
    /** A record as Markdown. */
    readonly recordText: (of: Run | KeptRequest) => Promise<string>;
    /** Writes it as CSV, JSON, Markdown and HTML into files that only this person can read; or as Markdown alone. */
    readonly exportRecord: (of: Run | KeptRequest, isPage: boolean) => Promise<ExportWritten>;
  };
}

export const historySlice: Slice<HistoryState> = {
  initial: { kept: null, isLoading: false, view: wholeView, chosen: null, page: null, find: '' },
  lasts: 'session',
};
