/** Declares the feature: what came back, as a table, a tree or text. */
import type { Problem } from '../../../api/problem.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { OperationsRow } from '../list/feature.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { AnswerExport } from './export.ts';
import type { Answer, ArrivedPage } from './model.ts';

export interface AnswerState {
  /** Those on the screen and beneath it, by their numbers. */
  readonly answers: ReadonlyMap<number, Answer>;
  /** What the service found wrong with the last call, for its form. */
  readonly refused: { readonly operation: string; readonly problem: Problem } | null;
}

/** The first page of a call, or another one. */
export interface ReadAnswer {
  readonly kind: 'readAnswer';
  readonly id: number;
  readonly call: Call;
  readonly url: string;
  /** The addresses read before, and the number of the last page, where the service told it. */
  readonly seen: readonly string[];
  readonly lastIndex: number | null;
  /** Rows of those pages. */
  readonly before: number;
}

/** A body that is larger than rollcall keeps, once more and into a file. */
export interface DownloadAnswer {
  readonly kind: 'downloadAnswer';
  readonly id: number;
  readonly call: Call;
  readonly name: string;
  readonly extension: string;
}

export interface AnswerFeature {
  readonly state: AnswerState;
  readonly action: Tagged<{
    /** A call that only reads is sent. */
    callSent: { call: Call; operation: DefinedOperation };
    answerArrived: { id: number; page: ArrivedPage };
    answerFailed: { id: number; problem: Problem };
    /** The call again, or the page that could not be read. */
    answerRefreshed: None;
    /** Of a table the row under the cursor; of a tree, the row opens. */
    answerRowOpened: None;
    /** A row of a tree closes; else the cursor goes to what it is in, and from there back. */
    answerRowClosed: None;
    answerAllToggled: None;
    answerFilterOpened: None;
    answerFindOpened: None;
    answerFoundNext: None;
    answerSortChanged: None;
    answerSortReversed: None;
    answerWideToggled: None;
    answerColumnsOpened: None;
    answerColumnToggled: None;
    answerColumnMoved: { by: -1 | 1 };
    answerSecretToggled: None;
    answerCopyOpened: None;
    answerExportOpened: None;
    answerExported: { withSecrets: boolean };
    answerDownloaded: None;
    answerBytesArrived: { id: number; bytes: number };
    answerFileWritten: { id: number; path: string; bytes: number };
    answerFileFailed: { id: number; says: string };
    answerFileLost: { id: number; problem: Problem };
    answerBodyShown: None;
    answerBodyFailed: { says: string };
    /** What can be done with the row under the cursor. */
    answerRowOperations: None;
  }>;
  readonly read: ReadAnswer | DownloadAnswer;
  readonly slot: 'answer';
  readonly effect: Tagged<{
    exportAnswer: { export: AnswerExport };
    showAnswerBody: { text: string };
    openRowOperations: { row: OperationsRow };
  }>;
  readonly screen: Tagged<{ answer: { id: number } }>;
  readonly overlay: Tagged<{
    answerColumns: { list: ListPosition };
    answerExport: None;
  }>;
  readonly prompt:
    | { readonly kind: 'answerFilter'; readonly typed: string; readonly filterBefore: string }
    | { readonly kind: 'answerFind'; readonly typed: string };
  readonly field: 'answerFilter' | 'answerFind';
}

export const answerSlice: Slice<AnswerState> = { initial: { answers: new Map(), refused: null }, lasts: 'session' };
