/** Declares the feature: one request that changes something, shown as it would be sent, confirmed and sent once. */
import type { Json } from '../../../api/exact-json.ts';
import type { Problem, Result } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { Call, ShapeFault } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { PhrasePrompt } from '../phrase.ts';
import type { People } from '../run.ts';
import type { ReadFile } from './new-thing.ts';
import type { RecordAbout } from '../journal/requests.ts';
import type { SentAnswer, RecordedChange, Recorded } from './record-and-send.ts';
import type { TypedClass } from './request-class.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { type Step, refuse } from '../../root/feature.ts';
import { systemById } from '../../fleet/list/scan.ts';
import { changeMarks } from '../../fleet/marks/feature.ts';
import { noMarks, withMarked } from '../../fleet/marks/marks.ts';
import type { State } from '../../root/state.ts';

/** State of the thing that a request changes. */
export type TargetRead = Tagged<{
  /** The definition has no operation that reads it. */
  none: None;
  reading: { call: Call };
  read: { call: Call; value: Json | null; etag: string | null };
  failed: { call: Call; problem: Problem };
}>;

/** Progress of a request. Only `asking` accepts the phrase, and only once. */
export type RequestStage = Tagged<{
  asking: PhrasePrompt;
  saving: None;
  sending: None;
  /** Nothing left this computer. `because`: the problem, or a sentence. */
  withheld: { because: Problem | string };
  /** The service asked for a pause, in seconds; afterwards the phrase is asked for again. */
  paused: { problem: Problem; seconds: number };
  refused: { problem: Problem };
  /** Sent, with an unknown result. `after`: the target as read afterwards; null: not read. */
  unknown: { problem: Problem; after: TargetRead | null };
  done: { response: AnsweredContent };
}>;

/** A call that changes something: immutable, and sent at most once under its `id`. */
export interface ChangeRequest {
  readonly id: number;
  readonly call: Call;
  readonly operation: DefinedOperation;
  readonly judged: TypedClass;
  readonly faults: readonly ShapeFault[];
  /** Present if one person reviewed the request and another confirmed it. */
  readonly people?: People | undefined;
  /** Deadline of the review's check, in milliseconds by the clock that counts sleep; absent without a review. */
  readonly leavesBy?: number | undefined;
  readonly target: TargetRead;
  readonly stage: RequestStage;
}

interface RequestState {
  /** The request that is shown, in progress, or ended last. */
  readonly current: ChangeRequest | null;
  readonly unknown: ReadonlySet<string>;
}

/** Systems that a request would delete: read, marked after a question, and reviewed. */
export interface SystemsTaken {
  readonly id: number;
  readonly orgId: string;
  readonly systemIds: readonly string[];
  /** By the id in the request; null: the system could not be read. */
  readonly found: ReadonlyMap<string, System | null>;
  /** Why the last unreadable system could not be read. */
  readonly problem: Problem | null;
}

export interface RequestFeature {
  readonly state: RequestState;
  readonly action: Tagged<{
    /** Shows a request from a filled-in form. Sends nothing. */
    requestShown: { call: Call; operation: DefinedOperation; faults?: readonly ShapeFault[] };
    requestReopened: None;
    requestConfirmed: None;
    /** Asks for the phrase of the same call again, under a new id. */
    requestRepeated: None;
    targetRefreshed: None;
    requestTraceCopied: None;
    /** An earlier session sent the same request, with an unknown result. */
    requestRecalled: { id: number };
    requestSaved: { id: number; saved: Recorded };
    changeAnswered: { id: number; answer: ChangeAnswer };
    requestEndLost: { code: string };
    targetRead: { id: number; value: Json | null; etag: string | null };
    targetFailed: { id: number; problem: Problem };
    takenSystemRead: { id: number; systemId: string; system: System };
    takenSystemFailed: { id: number; systemId: string; problem: Problem };
    takenSystemsReviewed: None;
  }>;
  readonly effect: Tagged<{
    /** For any feature: shows a change, asks for its phrase, records it, and sends it once. `faults`: of its values. */
    proposeChange: { call: Call; operation: DefinedOperation; faults?: readonly ShapeFault[] };
    /** Looks for a record of the same request with an unknown result. */
    recallRequest: { id: number; call: Call; about: RecordAbout };
    saveRequest: { id: number } & RecordedChange;
    /** The only effect that sends a request. */
    sendChange: { id: number; record: string; call: Call; mayBeHtml: boolean; leavesBy?: number };
    /** Records that the request is not sent. */
    withholdRequest: { record: string };
    openNewKey: { description: string };
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
    /** Reads a file that the form names as its body. */
    readonly readFile: ReadFile;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly request: RequestFeature;
  }
}

/** The service's answer to a change, unchanged. */
export type AnsweredContent = Omit<SentAnswer, 'headers'>;

export type ChangeAnswer = Result<AnsweredContent>;

// Turns a request that would delete systems into marks and a review.

/** Choose more systems than this in the list, by a filter or a threshold. */
const maxTaken = 1000;

/** Finds the systems in the list, or reads them from the service; then asks. */
export function takeSystems(state: State, { orgId }: Call, ids: readonly string[]): Step {
  if (orgId === null || ids.length === 0) {
    return [refuse(state, 'rollcall deletes systems after a review: mark them in the list, then press d.')];
  }
  if (ids.length > maxTaken) {
    return [refuse(state, `More than ${groupDigits(maxTaken)} systems: mark them in the list, then press d.`)];
  }
  const { scan } = state.list.listing;
  const found = new Map<string, System>();
  for (const id of ids) {
    const system = scan?.query.orgId === orgId ? systemById(scan, id) : undefined;
    if (system !== undefined) found.set(id, system);
  }
  const { nextId: id } = state;
  const overlay = { kind: 'systemsTaken', id, orgId, systemIds: ids, found, problem: null } as const;
  return readNext({ ...state, nextId: id + 1, overlay, notice: null });
}

/** Ids not read yet. */
export function leftToRead({ systemIds, found }: SystemsTaken): readonly string[] {
  return systemIds.filter((id) => !found.has(id));
}

/** Each system once, without those that could not be read. */
export function systemsFound({ found }: SystemsTaken): readonly System[] {
  const byId = new Map([...found.values()].flatMap((one) => (one === null ? [] : [[one.systemId, one] as const])));
  return [...byId.values()];
}

function readNext(state: State): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'systemsTaken') return [state];
  const [systemId] = leftToRead(overlay);
  const { id, orgId } = overlay;
  return systemId === undefined ? [state] : [state, { kind: 'readTakenSystem', id, orgId, systemId }];
}

export function takenRead(
  state: State,
  { id, systemId }: { readonly id: number; readonly systemId: string },
  read: { readonly system: System; readonly problem: null } | { readonly system: null; readonly problem: Problem },
): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'systemsTaken' || overlay.id !== id) return [state];
  const found = new Map(overlay.found).set(systemId, read.system);
  return readNext({ ...state, overlay: { ...overlay, found, problem: read.problem ?? overlay.problem } });
}

/** Marks only these systems (u restores the other marks). The review asks for its own phrase. */
export function takeReview(state: State): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'systemsTaken' || leftToRead(overlay).length > 0) return [state];
  const systems = systemsFound(overlay);
  if (systems.length === 0) return [state];
  const marked = changeMarks({ ...state, overlay: null }, withMarked(noMarks, systems, { by: 'hand' }));
  return [marked, { kind: 'openReview' }];
}
