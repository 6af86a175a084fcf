/** Declares the feature: requests that changed something, as they were saved: a list, and one of them. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import { atTop, type ListPosition } from '../../kernel/list-cursor.ts';
import type { KeptRequest, RequestSummary, UnreadRequestFile } from './record.ts';

/** What the folder has. */
export interface KeptList {
  readonly requests: readonly RequestSummary[];
  readonly damaged: number;
  readonly unread: readonly UnreadRequestFile[];
}

export interface RequestRecordsState {
  /** Null: it was not read yet. */
  readonly kept: KeptList | null;
  /** Why the folder cannot be read: the operating system's code, or the reason in a word or two. */
  readonly fault: string | null;
  readonly filter: string;
  /** The one that is shown as a whole. */
  readonly opened: KeptRequest | null;
}

export interface RequestRecordsFeature {
  readonly state: RequestRecordsState;
  readonly action: Tagged<{
    requestRecordsOpened: None;
    requestRecordsListed: { kept: KeptList };
    requestRecordsFailed: { code: string };
    requestRecordsFilterOpened: None;
    /** The row under the cursor: the whole of it. */
    requestRecordChosen: None;
    requestRecordRead: { request: KeptRequest };
    /** Its file is gone, or cannot be read any more. */
    requestRecordLost: { path: string };
    /** Of the one under the cursor, or the one that is shown. */
    requestRecordCopied: None;
    requestRecordPaged: None;
  }>;
  readonly effect: Tagged<{
    listRequestRecords: None;
    /** `isLeft`: it has no outcome, and nobody has looked at it yet. */
    readRequestRecord: { id: string; path: string; isLeft: boolean };
    pageRequestRecord: { id: string; path: string };
  }>;
  readonly screen: Tagged<{
    requestRecords: { list: ListPosition };
    requestRecord: { list: ListPosition };
  }>;
  readonly prompt: Tagged<{ requestRecordsFilter: { typed: string; filterBefore: string } }>;
  readonly field: 'requestRecordsFilter';
}

export const requestRecordsSlice: Slice<RequestRecordsState> = {
  initial: { kept: null, fault: null, filter: '', opened: null },
  lasts: 'session',
};

/** The list from its first row. */
export const recordsFromTop = { kind: 'requestRecords', list: atTop } as const;
