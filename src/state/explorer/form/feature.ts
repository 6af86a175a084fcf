/** Declares the feature: the form of one operation. */
import type { Json, JsonObject } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import type { FieldPath, FormValues } from './values.ts';

/** What is set in the form of one operation, and what a key brings back. */
export interface OpenForm {
  readonly values: FormValues;
  /** The last one last. */
  readonly past: readonly FormValues[];
  readonly future: readonly FormValues[];
  /** What was set of a shape that is not chosen any more, by the choice and the shape. */
  readonly otherVariants: ReadonlyMap<string, SetAside>;
  /** Text that was typed and left, by `pathKey`. */
  readonly unsavedText: ReadonlyMap<string, string>;
  /** Text of the editor that is no JSON, by `pathKey`. */
  readonly invalidJson: ReadonlyMap<string, string>;
  /** The value that rollcall made for the header of that name; null: none. */
  readonly idempotency: MadeKey | null;
}

export interface MadeKey {
  /** The key of the parameter. */
  readonly parameter: string;
  readonly made: string;
  /** Of a request whose outcome is not known: with these values the service knows it by this key. */
  readonly sentWith: FormValues | null;
}

export interface SetAside extends Pick<FormValues, 'variants'> {
  readonly value: Json | undefined;
}

export interface OperationFormState {
  /** By the id of the operation; of forms that were left without secrets. */
  readonly forms: ReadonlyMap<string, OpenForm>;
}

/** A line that is typed: the value of a field, or the name of one more. */
export interface Typing {
  readonly what: 'value' | 'name';
  readonly path: FieldPath;
  readonly text: string;
}

/** A level of the form, and the row of its cursor; `path` null: the whole form. */
export interface FormLevel {
  readonly path: FieldPath | null;
  readonly row: number;
}

/** One of several values, or of several shapes. */
export interface OperationChoice {
  readonly path: FieldPath;
  /** Which choice, where shapes have shapes; null: the values of the field. */
  readonly depth: number | null;
  /** Null: no filter is typed. */
  readonly typed: string | null;
  readonly list: ListPosition;
}

/** What is wrong at a place, as a sentence; raw where the service says it. */
export interface FieldFault {
  readonly path: FieldPath;
  readonly says: string;
}

/** What the service has at the target of a form. */
export interface FormNow {
  readonly call: Call;
  readonly isReading: boolean;
  /** As it was read last; undefined before. */
  readonly value: Json | undefined;
  /** Of the last reading. */
  readonly problem: Problem | null;
}

export interface OperationScreen {
  /** As they were when the form was opened. */
  readonly definition: Definition;
  readonly operation: DefinedOperation;
  /** Values from the row that it was opened on. */
  readonly known: FormValues['parameters'];
  /** The level that is shown, and those above it. */
  readonly path: FieldPath | null;
  readonly above: readonly FormLevel[];
  readonly list: ListPosition;
  readonly typing: Typing | null;
  /** What the service has there; null: nothing is read. */
  readonly now: FormNow | null;
  /** Why it was not sent, or was refused. */
  readonly faults: readonly FieldFault[];
}

/** What an editor has, and what it answered. */
type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly says: string };

export interface OperationFormFeature {
  readonly state: OperationFormState;
  readonly action: Tagged<{
    /** `known`: values for its path, by parameter, from the row that it was opened on; `body`: fields that are set. */
    operationOpened: { operation: DefinedOperation; known: Readonly<Record<string, string>>; body?: JsonObject };
    /** Set the field at the cursor; `isDeeper`: one level down where there is one. */
    operationFieldEntered: { isDeeper: boolean };
    operationTypingAccepted: None;
    operationFieldUnset: None;
    operationFieldNulled: None;
    /** Yes or no, the next value of a list of values, or an empty object or list. */
    operationFieldTurned: None;
    operationItemAdded: None;
    /** As JSON: the body, or what the level shows. */
    operationJsonOpened: None;
    /** The text that is typed, in the editor. */
    operationTextOpened: None;
    operationEdited: { id: string; path: FieldPath; as: EditedAs; before: string; edited: Edited };
    operationChangeUndone: None;
    operationChangeRedone: None;
    operationFormCleared: None;
    operationAnswersOpened: None;
    operationChoiceFiltered: None;
    /** The row at the cursor of the choice. */
    operationChosen: None;
    operationSendReached: None;
    operationSendRequested: None;
    operationSendConfirmed: None;
    /** `id`: of the operation. `made`: a value that no other request has, in the place of that one, if any. */
    idempotencyKeyMade: { id: string; parameter: string; made: string; instead: string | null };
    operationCopyOpened: None;
    /** By the definition of now. */
    operationRefreshed: None;
    formNowArrived: { url: string; value: Json };
    formNowFailed: { url: string; problem: Problem };
  }>;
  readonly read: Tagged<{ readFormNow: { call: Call } }>;
  readonly slot: 'formNow';
  readonly effect: Tagged<{
    makeIdempotencyKey: { id: string; parameter: string; instead: string | null };
    editOperation: { id: string; path: FieldPath; as: EditedAs; text: string };
    /** A call that only reads. */
    sendOperation: { call: Call; operation: DefinedOperation };
  }>;
  readonly screen: { readonly kind: 'operation' } & OperationScreen;
  readonly overlay: Tagged<{
    operationChoice: OperationChoice;
    operationAnswers: { list: ListPosition };
    /** A call that reads, whose address says otherwise. */
    operationAsked: { call: Call; word: string };
  }>;
  readonly field: 'operationValue' | 'operationName' | 'operationChoice';
}

/** JSON, or a text with line breaks. */
export type EditedAs = 'json' | 'text';

export const operationFormSlice: Slice<OperationFormState> = { initial: { forms: new Map() }, lasts: 'session' };
