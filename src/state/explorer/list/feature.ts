/** Declares the feature: every operation of the service, as a list. */
import type { JsonObject } from '../../../api/exact-json.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { AnswerExport } from '../answer/export.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';

export type OperationsSort = 'tag' | 'path' | 'method' | 'used';

export interface OperationsState {
  readonly filter: string;
  readonly sort: OperationsSort;
  /** The ids of those that were opened in this session, the last one last. */
  readonly used: readonly string[];
}

/** A row of a list: what can be done with it comes first. */
export interface OperationsRow {
  /** Of the list that it is in, as the definition writes it: `/org/{orgId}/enrolment-keys`. */
  readonly path: string;
  readonly fields: JsonObject;
}

export interface OperationsFeature {
  readonly state: OperationsState;
  readonly action: Tagged<{
    operationsOpened: { row?: OperationsRow };
    /** The row under the cursor: its form, or why it cannot be used. */
    operationChosenInList: None;
    operationsSorted: None;
    tagSkipped: { to: 'next' | 'previous' };
    operationsFilterOpened: None;
    operationsCopyOpened: None;
    operationsExported: None;
  }>;
  readonly effect: Tagged<{
    openOperation: { operation: DefinedOperation; known: Readonly<Record<string, string>> };
    exportOperations: { what: AnswerExport };
  }>;
  /** `row`: only what can be done with it is shown. `from`: the row that all are shown after; its values are filled in. */
  readonly screen: Tagged<{
    operations: { list: ListPosition; row: OperationsRow | null; from: OperationsRow | null };
  }>;
  readonly prompt: Tagged<{ operationsFilter: { typed: string; filterBefore: string; isRefused: boolean } }>;
  readonly overlay: Tagged<{
    /** Why these cannot be used, by their ids. */
    unusableOperations: { ids: readonly string[]; list: ListPosition };
  }>;
  readonly field: 'operationsFilter';
}

export const operationsSlice: Slice<OperationsState> = {
  initial: { filter: '', sort: 'tag', used: [] },
  lasts: 'session',
};
