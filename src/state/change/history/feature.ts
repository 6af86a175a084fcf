/** Declares the feature: the history of runs and requests in one list, and the page of one record. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition, ListView } from '../../kernel/list-view.ts';
import type { ExportWritten } from '../../fleet/export/feature.ts';
import type { KeptRequest, Requests } from '../journal/requests.ts';
import type { Run } from '../run.ts';
import type { ChangeRow } from '../runs/files.ts';

export interface RecordPage {
  readonly of: Run | KeptRequest;
  /** Markdown. */
  readonly lines: readonly string[];
}

export interface HistoryState {
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
