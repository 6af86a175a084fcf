/** Declares the feature: one request that changes something, shown as it would be sent, confirmed and sent once. */
import type { Json } from '../../../api/exact-json.ts';
import type { Problem, Result } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { Call, ShapeFault } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { PhrasePrompt } from '../phrase.ts';
import type { People } from '../run.ts';
import type { ReadFile } from './new-thing.ts';
import type { RecordAbout } from '../journal/requests.ts';
import type { SentAnswer, RecordedChange, Recorded } from './record-and-send.ts';
import type { TypedClass } from './request-class.ts';

/** Knowledge of the thing that a request changes. */
export type TargetRead = Tagged<{
  /** The definition has no way to read it. */
  none: None;
  /** `call`: what reads it. */
  reading: { call: Call };
  read: { call: Call; value: Json | null; etag: string | null };
  failed: { call: Call; problem: Problem };
}>;

/** How far a request is. Only `asking` takes the phrase; only one phrase is taken. */
export type RequestStage = Tagged<{
  asking: PhrasePrompt;
  /** Its record is being saved; nothing has left. */
  saving: None;
  sending: None;
  /** Nothing left this computer. `because`: what stood in its way, or a sentence that says it. */
  withheld: { because: Problem | string };
  /** The service asked for a pause: after it, the phrase is asked for again. */
  paused: { problem: Problem; seconds: number };
  refused: { problem: Problem };
  /** It was sent, and whether it was carried out is not known. `after`: what was there when that was looked at. */
  unknown: { problem: Problem; after: TargetRead | null };
  done: { response: AnsweredContent };
}>;

/** A call that changes something: frozen under its number, sent once under it. */
export interface ChangeRequest {
  readonly id: number;
  readonly call: Call;
  readonly operation: DefinedOperation;
  readonly judged: TypedClass;
  readonly faults: readonly ShapeFault[];
  /** Where one has reviewed it, and another one confirms it. */
  readonly people?: People | undefined;
  /** Where a review confirmed it: until when its check is fresh, by the clock that counts sleep. */
  readonly leavesBy?: number | undefined;
  readonly target: TargetRead;
  readonly stage: RequestStage;
}

export interface RequestState {
  /** The one that is shown, or that is under way, or whose end was the last one. */
  readonly current: ChangeRequest | null;
  /** Requests of this session of which nobody knows whether they were carried out: method and address. */
  readonly unknown: ReadonlySet<string>;
}

/** Systems that a request would delete: read, marked after a question, and reviewed. */
export interface SystemsTaken {
  readonly id: number;
  readonly orgId: string;
  readonly systemIds: readonly string[];
  /** Systems known so far, by the id that the request has for them; null: it could not be read. */
  readonly found: ReadonlyMap<string, System | null>;
  /** The last reason why one could not be read. */
  readonly problem: Problem | null;
}

export interface RequestFeature {
  readonly state: RequestState;
  readonly action: Tagged<{
    /** A form is filled in: its request is shown. Nothing is sent by it. */
    requestShown: { call: Call; operation: DefinedOperation; faults?: readonly ShapeFault[] };
    /** The one that is under way or over, from another screen. */
    requestReopened: None;
    /** Enter in the field of the phrase. */
    requestConfirmed: None;
    /** The same request with another number, and the phrase again. */
    requestRepeated: None;
    targetRefreshed: None;
    requestTraceCopied: None;
    /** Earlier sessions count, too: nobody knows if the same request was carried out. */
    requestRecalled: { id: number };
    requestSaved: { id: number; saved: Recorded };
    changeAnswered: { id: number; answer: ChangeAnswer };
    /** The end of a record could not be saved. */
    requestEndLost: { code: string };
    targetRead: { id: number; value: Json | null; etag: string | null };
    targetFailed: { id: number; problem: Problem };
    takenSystemRead: { id: number; systemId: string; system: System };
    takenSystemFailed: { id: number; systemId: string; problem: Problem };
    takenSystemsReviewed: None;
  }>;
  readonly effect: Tagged<{
    /** For any feature: a change that is shown, takes its phrase, is recorded, and is sent once. */
    proposeChange: { call: Call; operation: DefinedOperation };
    /** Looks for a record of the same request whose outcome is not known. */
    recallRequest: { id: number; call: Call; about: RecordAbout };
    saveRequest: { id: number } & RecordedChange;
    /** The one effect that sends a request. */
    sendChange: { id: number; record: string; call: Call; mayBeHtml: boolean; leavesBy?: number };
    /** It is recorded, and does not leave. */
    withholdRequest: { record: string };
    /** The screen for a new key, with its description. */
    openNewKey: { description: string };
    /** For the marked systems. */
    openReview: None;
  }>;
  readonly read: Tagged<{
    readTarget: { id: number; call: Call };
    readTakenSystem: { id: number; orgId: string; systemId: string };
  }>;
  readonly slot: 'target' | 'takenSystem';
  readonly timer: 'armRequest' | 'requestPause';
  readonly screen: { readonly kind: 'request'; readonly list: ListPosition };
  readonly overlay: Tagged<{ systemsTaken: SystemsTaken }>;
  readonly field: 'requestPhrase';
  readonly port: {
    /** A file of a form's body. */
    readonly readFile: ReadFile;
  };
}

/** The service's answer to a change, unchanged. */
export type AnsweredContent = Omit<SentAnswer, 'headers'>;

export type ChangeAnswer = Result<AnsweredContent>;

export const requestSlice: Slice<RequestState> = {
  initial: { current: null, unknown: new Set() },
  lasts: 'session',
};
