/** Declares the feature: the form of one operation. */
import type { Json, JsonObject } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { Call, CallValues } from '../../../api/calls/call.ts';
import type { Edit } from '../../change/edit.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import type { ForMarks, FieldPath } from './shapes.ts';

/** Values of one operation's form, and texts that are not values. */
export interface OpenForm {
  readonly values: CallValues;
  /** Values before the last change of a line; null when nothing was changed. */
  readonly before: CallValues | null;
  /** Invalid JSON from the editor, by `pathKey`. */
  readonly invalidJson: ReadonlyMap<string, string>;
  /** The value that rollcall made for the idempotency header; null when there is none. */
  readonly idempotency: IdempotencyKey | null;
}

interface IdempotencyKey {
  readonly parameter: string;
  readonly made: string;
  /** Values of a request with an unknown outcome, which the service knows by this key. */
  readonly sentWith: CallValues | null;
}

interface OperationFormState {
  /** By the id of the operation. Closed forms keep no secrets. */
  readonly forms: ReadonlyMap<string, OpenForm>;
}

export interface Typing {
  readonly path: FieldPath;
  readonly text: string;
  /** The texts that tab cycles through, and the index of the shown one. */
  readonly completion?: { readonly texts: readonly string[]; readonly at: number };
}

export interface OperationChoice {
  readonly path: FieldPath;
  /** Null when no filter is typed. */
  readonly typed: string | null;
  readonly list: ListPosition;
}

/** A fault at a place, as a sentence; raw when the service wrote it. */
export interface FieldFault {
  readonly path: FieldPath;
  readonly message: string;
}

interface FormNow {
  readonly call: Call;
  readonly isReading: boolean;
  /** The value of the last read; undefined before it. */
  readonly value: Json | undefined;
  readonly problem: Problem | null;
}

interface OperationScreen {
  /** Definition and operation at the time the form was opened. */
  readonly definition: Definition;
  readonly operation: DefinedOperation;
  /** Where the marked systems go, when the form is for all of them; null when it is for one request. */
  readonly marks: ForMarks | null;
  /** Values from the row from which the form was opened. */
  readonly known: CallValues['parameters'];
  readonly list: ListPosition;
  readonly typing: Typing | null;
  /** The current value at the service; null when it is not read. */
  readonly now: FormNow | null;
  /** Why the call was not sent, or was refused. */
  readonly faults: readonly FieldFault[];
}

type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

export interface OperationFormFeature {
  readonly state: OperationFormState;
  readonly action: Tagged<{
    /** `known`: values for the path from the row, by parameter; `body`: fields to set. */
    operationOpened: {
      operation: DefinedOperation;
      known: Readonly<Record<string, string>>;
      body?: JsonObject;
      /** Set when the form is for the marked systems. */
      marks?: ForMarks;
    };
    /** Edits the field at the cursor; `isInPlace`: also edits JSON in its line rather than in the editor. */
    operationFieldEntered: { isInPlace: boolean };
    operationTypingAccepted: None;
    /** Completes the unfinished `{…` at the end of the text with the next field of a system. */
    operationTextCompleted: None;
    operationFieldUnset: None;
    operationFieldNulled: None;
    /** Toggles a boolean, or selects the next value. */
    operationFieldTurned: None;
    /** Opens the body as JSON, or a parameter that is not a line of text. */
    operationJsonOpened: None;
    /** Opens the typed line in the editor. */
    operationTextOpened: None;
    operationEdited: { id: string; path: FieldPath; as: EditedAs; before: string; edited: Edited };
    /** Undoes the last changed line, or redoes it. */
    operationChangeUndone: None;
    operationFormCleared: None;
    operationAnswersOpened: None;
    operationChoiceFiltered: None;
    operationChosen: None;
    operationSendReached: None;
    operationSendRequested: None;
    operationSendConfirmed: None;
    /** `id`: the operation. `made`: a unique value. `instead`: the value that it replaces. */
    idempotencyKeyMade: { id: string; parameter: string; made: string; instead: string | null };
    operationCopyOpened: None;
    /** Switches to the newest definition. */
    operationRefreshed: None;
    formNowArrived: { url: string; value: Json };
    formNowFailed: { url: string; problem: Problem };
  }>;
  readonly read: Tagged<{ readFormNow: { call: Call } }>;
  readonly slot: 'formNow';
  readonly effect: Tagged<{
    makeIdempotencyKey: { id: string; parameter: string; instead: string | null };
    editOperation: { id: string; path: FieldPath; as: EditedAs; text: string };
    openEditReview: { does: RunKind; edit: Edit };
    sendOperation: { call: Call; operation: DefinedOperation };
  }>;
  readonly screen: { readonly kind: 'operation' } & OperationScreen;
  readonly overlay: Tagged<{
    operationChoice: OperationChoice;
    operationAnswers: { list: ListPosition };
    /** Asks before it sends a GET whose address has a dangerous word. */
    operationAsked: { call: Call; word: string };
  }>;
  readonly field: 'operationValue' | 'operationChoice';
}

declare module '../../root/state.ts' {
  interface Features {
    readonly operationForm: OperationFormFeature;
  }
}

export type EditedAs = 'json' | 'text';
