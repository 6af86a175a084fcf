/** Declares the feature: every operation of the service, as a list. */
import type { JsonObject } from '../../../api/exact-json.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition, ListView } from '../../kernel/list-view.ts';
import type { AnswerExport } from '../answer/export.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import type { ForMarks } from '../form/shapes.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';

export interface OperationsState {
  /** Sorted by tag unless a sort is set. */
  readonly view: ListView;
  /** Ids of the operations opened in this session, oldest first. */
  readonly used: readonly string[];
}

export interface OperationsRow {
  /** Path of its list in the definition: `/org/{orgId}/enrolment-keys`. */
  readonly path: string;
  readonly fields: JsonObject;
  /** Set when the row stands for all marked systems. */
  readonly isMarks?: true;
}

export interface OperationsFeature {
  readonly state: OperationsState;
  readonly action: Tagged<{
    operationsOpened: { row?: OperationsRow };
    /** Opens the form of the operation under the cursor, or says why it cannot be used. */
    operationChosenInList: None;
    /** Opens the form of this operation for the marked systems, or its own review. */
    operationChosenForMarks: { id: string };
    tagSkipped: { to: 'next' | 'previous' };
    operationsCopyOpened: None;
    operationsExported: None;
  }>;
  readonly effect: Tagged<{
    openOperation: { operation: DefinedOperation; known: Readonly<Record<string, string>>; marks?: ForMarks };
    /** Deleting, disabling and enabling have reviews of their own. */
    openOwnReview: { does: RunKind };
    exportOperations: { what: AnswerExport };
  }>;
  /** `row`: only its operations are shown. `from`: the row before all were shown; it fills in parameters. */
  readonly screen: Tagged<{
    operations: { list: ListPosition; row: OperationsRow | null; from: OperationsRow | null };
  }>;
  readonly overlay: Tagged<{
    /** Why these operations cannot be used, by id. */
    unusableOperations: { ids: readonly string[]; list: ListPosition };
  }>;
}
