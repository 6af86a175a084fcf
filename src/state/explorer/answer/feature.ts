/** Declares the feature: an answer as a table or a text. */
import type { ExportWritten } from '../../fleet/export/feature.ts';
import type { Problem } from '../../../api/problem.ts';
import type { Paging } from '../../../api/paging/envelope.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { OperationsRow } from '../list/feature.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { AnswerExport } from './export.ts';
import type { Answer, ArrivedPage } from './model.ts';

export interface AnswerState {
  /** Answers on the screen and beneath it, by number. */
  readonly answers: ReadonlyMap<number, Answer>;
  /** Faults that the service found in the last call, for its form. */
  readonly refused: { readonly operation: string; readonly problem: Problem } | null;
}

/** Reads a call's first page, or a later one. */
export interface ReadAnswer {
  readonly kind: 'readAnswer';
  readonly id: number;
  readonly call: Call;
  readonly paging: Paging;
}

/** Reads a body again, into a file, when it is larger than rollcall keeps. */
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
    callSent: { call: Call; operation: DefinedOperation };
    answerArrived: { id: number; page: ArrivedPage };
    answerFailed: { id: number; problem: Problem };
    answerRefreshed: None;
    answerRowOpened: None;
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
    answerFileFailed: { id: number; message: string };
    answerFileLost: { id: number; problem: Problem };
    answerBodyShown: None;
    answerBodyFailed: { message: string };
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
  readonly port: {
    /** Writes an answer into files that only you can read, named after its operation. */
    readonly exportAnswer: (what: AnswerExport) => Promise<ExportWritten>;
  };
}
