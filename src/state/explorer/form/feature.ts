/** Declares the feature: the form of one operation. */
import type { Json, JsonObject } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { Call, CallValues } from '../../../api/calls/call.ts';
import type { Edit } from '../../change/edit.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import type { ForMarks } from './shapes.ts';
import type { FieldPath } from './values.ts';

/** Values of one operation's form, and texts that are no values. */
export interface OpenForm {
  readonly values: CallValues;
  /** Values before the last change of a line; null: nothing was changed. */
  readonly before: CallValues | null;
  /** Text from the editor that is not valid JSON, by `pathKey`. */
  readonly invalidJson: ReadonlyMap<string, string>;
  /** The value that rollcall made for the idempotency header; null: none. */
  readonly idempotency: IdempotencyKey | null;
}

export interface IdempotencyKey {
  /** Key of the header's parameter. */
  readonly parameter: string;
  readonly made: string;
  /** Values of a request with an unknown outcome: the service knows that request by this key. */
  readonly sentWith: CallValues | null;
}

export interface OperationFormState {
  /** By the id of the operation. Forms that are closed keep no secrets. */
  readonly forms: ReadonlyMap<string, OpenForm>;
}

/** A line being typed. */
export interface Typing {
  readonly path: FieldPath;
  readonly text: string;
  /** Texts that tab goes through, and which of them is shown. */
  readonly completion?: { readonly texts: readonly string[]; readonly at: number };
}

/** An open choice between the values of a field. */
export interface OperationChoice {
  readonly path: FieldPath;
  /** Null: no filter is typed. */
  readonly typed: string | null;
  readonly list: ListPosition;
}

/** A fault at a place, as a sentence; raw when the service wrote it. */
export interface FieldFault {
  readonly path: FieldPath;
  readonly says: string;
}

/** Current value of a form's target at the service. */
export interface FormNow {
  readonly call: Call;
  readonly isReading: boolean;
  /** Value of the last reading; undefined before. */
  readonly value: Json | undefined;
  /** Problem of the last reading. */
  readonly problem: Problem | null;
}

export interface OperationScreen {
  /** Definition and operation at the time the form was opened. */
  readonly definition: Definition;
  readonly operation: DefinedOperation;
  /** The place of the marked systems, where the form is for all of them; null: it is for one request. */
  readonly marks: ForMarks | null;
  /** Values from the row under which the form was opened. */
  readonly known: CallValues['parameters'];
  readonly list: ListPosition;
  readonly typing: Typing | null;
  /** Current value at the service; null: nothing is read. */
  readonly now: FormNow | null;
  /** Why the call was not sent, or was refused. */
  readonly faults: readonly FieldFault[];
}

/** The text of a closed editor, or why there is none. */
type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly says: string };

export interface OperationFormFeature {
  readonly state: OperationFormState;
  readonly action: Tagged<{
    /** `known`: values for the path, by parameter, from the row; `body`: fields that are set. */
    operationOpened: {
      operation: DefinedOperation;
      known: Readonly<Record<string, string>>;
      body?: JsonObject;
      /** For the marked systems. */
      marks?: ForMarks;
    };
    /** Sets the field at the cursor; `isInPlace`: JSON is typed into its line, too, and not in the editor. */
    operationFieldEntered: { isInPlace: boolean };
    operationTypingAccepted: None;
    /** The next field of a system for the unfinished `{…` at the end of the typed text. */
    operationTextCompleted: None;
    operationFieldUnset: None;
    operationFieldNulled: None;
    /** Flips a yes or no, or takes the next value. */
    operationFieldTurned: None;
    /** Opens the body as JSON; or a parameter that is no line of text. */
    operationJsonOpened: None;
    /** Opens the typed line in the editor. */
    operationTextOpened: None;
    operationEdited: { id: string; path: FieldPath; as: EditedAs; before: string; edited: Edited };
    /** Puts the last changed line back, or makes the change again. */
    operationChangeUndone: None;
    operationFormCleared: None;
    operationAnswersOpened: None;
    operationChoiceFiltered: None;
    /** Takes the row at the cursor of the choice. */
    operationChosen: None;
    operationSendReached: None;
    operationSendRequested: None;
    operationSendConfirmed: None;
    /** `id`: the operation. `made`: a value that no other request has. `instead`: the value that it replaces. */
    idempotencyKeyMade: { id: string; parameter: string; made: string; instead: string | null };
    operationCopyOpened: None;
    /** Takes the newest definition. */
    operationRefreshed: None;
    formNowArrived: { url: string; value: Json };
    formNowFailed: { url: string; problem: Problem };
  }>;
  readonly read: Tagged<{ readFormNow: { call: Call } }>;
  readonly slot: 'formNow';
  readonly effect: Tagged<{
    makeIdempotencyKey: { id: string; parameter: string; instead: string | null };
    editOperation: { id: string; path: FieldPath; as: EditedAs; text: string };
    /** The review of the marked systems. */
    openEditReview: { does: RunKind; edit: Edit };
    /** Sends a call that only reads. */
    sendOperation: { call: Call; operation: DefinedOperation };
  }>;
  readonly screen: { readonly kind: 'operation' } & OperationScreen;
  readonly overlay: Tagged<{
    operationChoice: OperationChoice;
    operationAnswers: { list: ListPosition };
    /** A GET whose address has a dangerous word: asks before it is sent. */
    operationAsked: { call: Call; word: string };
  }>;
  readonly field: 'operationValue' | 'operationChoice';
}

/** As JSON, or as a text with line breaks. */
export type EditedAs = 'json' | 'text';

export const operationFormSlice: Slice<OperationFormState> = { initial: { forms: new Map() }, lasts: 'session' };
