/** A confirmed run over many systems, which deletes, disables or enables them: how far it is, and how each ended. */
import type { Organisation } from '../../api/organisations.ts';
import type { System } from '../../api/system.ts';
import { atTop, type ListPosition } from '../kernel/list-view.ts';
import type { Problem } from '../../api/problem.ts';
import type { Scan } from '../fleet/list/scan.ts';
import type { Protection } from '../fleet/protection/guards.ts';
import { type Call, maskedBodyText, maskedUrl } from '../../api/calls/call.ts';
import type { Edit, FieldsSet } from './edit.ts';
import {
  isAchieved,
  isGone,
  noCounts,
  obstacleIn,
  type Outcome,
  type OutcomeCounts,
  type OutcomeGroup,
  type PutOff,
  type Uncertainty,
  withCounted,
} from './outcome.ts';
import type { Follows, RunKind, Why } from './run-kinds.ts';

/** A person, by name, and when: nobody has proved it. */
export interface Signature {
  readonly by: string;
  readonly at: string;
}

/** The two people of a run that one has reviewed, and the other one has confirmed. */
export interface People {
  /** `file`: checksum of the file that the review is of. */
  readonly reviewed: Signature & { readonly file?: string };
  readonly confirmed: Signature;
}

/** Systems worked on at a time, unless the service asks for a slower pace. */
export const usualConcurrency = 4;

/** Stage of a system in flight: checked, its record saved, the request sent. */
type Stage = 'reading' | 'saving' | 'sending';

/** `rereadAt`: when it was asked for again, by the clock that counts sleep. `rounds`: how often that was too long ago. */
interface Reread {
  readonly rereadAt?: number;
  readonly rounds?: number;
}

/** Absent where no fields are set, or nothing was read. */
interface Setting {
  readonly set?: FieldsSet;
}

/**
 * A system that is worked on. What is `held` is checked again once the run is resumed; nothing was sent to change it. What
 * is `settling` is looked up again, `attempts` times so far: was it done? What is `unseen` was not found, and has
 * this outcome if the account still has access, which `isAsked` or will be.
 */
export type Work = { readonly system: System } & Setting &
  (
    | ({ readonly stage: Stage | 'held'; readonly call?: Call } & Reread & PutOff)
    | { readonly stage: 'settling'; readonly uncertainty: Uncertainty; readonly attempts: number }
    | { readonly stage: 'unseen'; readonly outcome: Outcome; readonly isAsked: boolean }
  );

/** Is it one of those that are worked on at a time? What is not found waits beside them. */
export function isBusy({ stage }: Work): boolean {
  return stage !== 'unseen';
}

/** Was something sent for it whose answer is waited for? */
export function isAwaited({ stage }: Work): boolean {
  return stage !== 'held';
}

/** Its request was sent: its outcome must be known. */
export function isSent({ stage }: Work): boolean {
  return stage === 'sending' || stage === 'settling' || stage === 'unseen';
}

export interface Settled extends Setting {
  readonly system: System;
  readonly outcome: Outcome;
  /** Milliseconds since 1970; absent where its file does not say when. */
  readonly at?: number;
}

/** A system of a run that was cut off: what became of it will be asked. `left`: what is known of it until then. */
export interface Unsettled {
  readonly work: Work;
  readonly left: Outcome;
}

/** A check that is under way: its list is read, or what the list contradicts is looked at, a few systems at a time. */
export type RunCheck = { readonly scan: Scan } & (
  | { readonly kind: 'reading' }
  | { readonly kind: 'looking'; readonly pending: ReadonlySet<string>; readonly left: readonly string[] }
);

/**
 * How a check ended: when its list was read, or why the outcomes are not checked. `stopped`: by a person; `left`: the
 * program was left; `incomplete`: the list moved, or was not whole, so what it does not have may exist.
 */
export type CheckedRun =
  { readonly at: string } | { readonly reason: UncheckedReason; readonly problem: Problem | null };

export const uncheckedReasons = ['stopped', 'left', 'token', 'noAccess', 'unreadable', 'incomplete'] as const;

export type UncheckedReason = (typeof uncheckedReasons)[number];

/**
 * Why no further system is taken: a person said so, the token is not accepted, it may not do this here, the organisation
 * is no longer among the account's, the service does not know the operation, it cannot be reached, records cannot be
 * saved, or the program ended in the middle of it.
 */
export const stopReasons = [
  ...(['asked', 'token', 'forbidden', 'noAccess', 'unsupported', 'unreachable', 'journal', 'cutOff'] as const),
] as const;

export type StopReason = (typeof stopReasons)[number];

/** Limit of refusals with 403, or systems without an answer, in a row: the next one will be another. */
const maxInARow = 3;

/** The list that tells whether the account has access. */
export type AccessBy = 'organisations' | 'systems';

export interface Run {
  readonly id: number;
  readonly kind: RunKind;
  /** The operation, as it was filled in; null for a kind with a request of its own. */
  readonly edit: Edit | null;
  readonly organisation: Organisation;
  /** Service address; null where the run's file has none. */
  readonly baseUrl: string | null;
  readonly isPreview: boolean;
  /** From another session: read back from its file. */
  readonly isEarlier: boolean;
  /** Another session is at work on it: this is what its file said when it was read, and nothing here moves it. */
  readonly isElsewhere: boolean;
  /** As they were reviewed, in the order in which they are taken. */
  readonly planned: readonly System[];
  /** The one who confirmed it; absent where a file does not say. */
  readonly person?: string;
  /** The threshold of the review, or of the other person's; absent where a file does not say it. */
  readonly days?: number;
  /** Absent from a change of its own. */
  readonly follows?: Follows;
  /** By the id of the system; without those of which nothing is known. */
  readonly why?: ReadonlyMap<string, Why>;
  /** By what they are protected, and which protections were lifted in the review. */
  readonly protection: Protection;
  /** Absent where one person has done both. */
  readonly people?: People;
  /** How many of them were taken so far. */
  readonly taken: number;
  readonly inFlight: ReadonlyMap<string, Work>;
  /** Left in doubt by the session before: taken before anything else, also by a run that takes nothing new. */
  readonly toSettle: readonly Unsettled[];
  readonly settled: readonly Settled[];
  readonly counts: OutcomeCounts;
  readonly stop: StopReason | null;
  /** Nothing further is taken until it is resumed or stopped. */
  readonly isPaused: boolean;
  /** Systems worked on at a time. */
  readonly concurrency: number;
  /** How often the service asked for a slower pace, and with which status at last. */
  readonly slowed: { readonly times: number; readonly status: number | null };
  /** Milliseconds in which it was at work, up to the last outcome; `since`: null until the first one after a pause. */
  readonly atWork: { readonly ms: number; readonly since: number | null };
  /** Systems that ended in the same way since any other did, where that is one that ends a run. */
  readonly inARow: { readonly of: 'forbidden' | 'unreachable'; readonly count: number } | null;
  /**
   * Does the account still have the organisation? Asked where systems are not found: by the list of organisations, then
   * by the organisation's own list of systems; by that alone where the former cannot tell. `first`: the list that a
   * check begins with. `seen`: it had access when it was last asked.
   */
  readonly access: { readonly first: AccessBy; readonly by: AccessBy; readonly check: 'none' | 'pending' | 'seen' };
  /** The file with the records; null until it is open, and in a preview. */
  readonly journalPath: string | null;
  /** Why records cannot be saved, in the operating system's word (`ENOSPC`). */
  readonly journalFault: string | null;
  /** Lines of the file that could not be read back. */
  readonly damagedLines: number;
  /** Systems whose outcome is not in the file, though it is known here. */
  readonly unrecorded: ReadonlySet<string>;
  /** Its outcomes are being checked; it is over after that. */
  readonly check: RunCheck | null;
  /** How that ended; null where there was nothing to check, or before that is known. */
  readonly checked: CheckedRun | null;
  /** When its file was open, or in a preview when the first system ended; null until then. */
  readonly startedAt: number | null;
  /** When its last system had ended. */
  readonly finishedAt: number | null;
  /** The outcomes that are shown once it is over; null until a person chooses. */
  readonly group: OutcomeGroup | null;
  readonly list: ListPosition;
}

/** Facts in the last line of its file. */
export type RunEnd = Pick<Run, 'stop' | 'counts' | 'checked'>;

/** Facts that a run begins with. */
type Plan = Pick<
  Run,
  | 'kind'
  | 'edit'
  | 'organisation'
  | 'baseUrl'
  | 'isPreview'
  | 'planned'
  | 'protection'
  | 'people'
  | 'days'
  | 'person'
  | 'why'
  | 'follows'
>;

export function newRun(id: number, plan: Plan): Run {
  return {
    ...plan,
    id,
    isEarlier: false,
    isElsewhere: false,
    taken: 0,
    inFlight: new Map(),
    toSettle: [],
    settled: [],
    counts: noCounts,
    stop: null,
    isPaused: false,
    concurrency: usualConcurrency,
    slowed: { times: 0, status: null },
    atWork: { ms: 0, since: null },
    inARow: null,
    access: { first: 'organisations', by: 'organisations', check: 'none' },
    journalPath: null,
    journalFault: null,
    damagedLines: 0,
    unrecorded: new Set(),
    check: null,
    checked: null,
    startedAt: null,
    finishedAt: null,
    group: null,
    list: atTop,
  };
}

/** Takes as many further systems as may be in flight: they are to be checked first. */
export function taking(run: Run): readonly [Run, readonly System[]] {
  if (run.isPaused) return [run, []];
  const room = Math.max(0, run.concurrency - [...run.inFlight.values()].filter(isBusy).length);
  const isSettling = run.toSettle.length > 0;
  const fresh = isSettling || run.stop !== null ? [] : run.planned.slice(run.taken, run.taken + room);
  const unsettled = run.toSettle.slice(0, room).map(({ work }) => work);
  const next: readonly Work[] = [...unsettled, ...fresh.map((system) => ({ system, stage: 'reading' }) as const)];
  const inFlight = new Map([...run.inFlight, ...next.map((work) => [work.system.systemId, work] as const)]);
  const [toSettle, taken] = [run.toSettle.slice(room), run.taken + fresh.length];
  return [{ ...run, inFlight, toSettle, taken }, next.map(({ system }) => system)];
}

/** The run with other work on a system that is in flight. */
export function withWork(run: Run, systemId: string, next: (before: Work) => Work): Run {
  const before = run.inFlight.get(systemId);
  if (before === undefined) return run;
  return { ...run, inFlight: new Map<string, Work>(run.inFlight).set(systemId, next(before)) };
}

type About = Reread & Setting & PutOff & { readonly call?: Call };

export function atStage(run: Run, systemId: string, stage: Stage | 'held', about: About = {}): Run {
  return withWork(run, systemId, (work) => {
    const { system, set } = work;
    const kept = { system, ...(set !== undefined && { set }) };
    const before = work.stage === 'settling' || work.stage === 'unseen' ? kept : work;
    return { ...before, ...about, stage };
  });
}

/** One system ended. The run itself ends with the last of them, or with those in flight where it was stopped. */
export function withOutcome(run: Run, systemId: string, outcome: Outcome, now: number): Run {
  const work = run.inFlight.get(systemId);
  if (work === undefined) return run;
  const { system, set } = work;
  const inFlight = new Map(run.inFlight);
  inFlight.delete(systemId);
  const inARow = afterOneMore(run.inARow, outcome);
  const hopeless = inARow !== null && inARow.count >= maxInARow ? inARow.of : null;
  const next: Run = {
    ...withSettled(run, [{ system, outcome, ...(set !== undefined && { set }), at: now }]),
    startedAt: run.startedAt ?? now,
    atWork: { ms: run.atWork.ms + Math.max(0, now - (run.atWork.since ?? now)), since: now },
    inFlight,
    inARow,
    stop: run.stop ?? hopeless,
  };
  return finishIfDone(hopeless === null ? next : leaveOpen(next), now);
}

/** Ended systems, and their outcomes, are counted after earlier ones. */
export function withSettled(run: Run, ended: readonly Settled[]): Run {
  const outcomes = ended.map(({ outcome }) => outcome);
  return { ...run, settled: [...run.settled, ...ended], counts: withCounted(run.counts, outcomes) };
}

function afterOneMore(before: Run['inARow'], outcome: Outcome): Run['inARow'] {
  const of = obstacleIn(outcome);
  return of === null ? null : { of, count: (before?.of === of ? before.count : 0) + 1 };
}

/** Takes no further system; what is in flight is waited for. The first reason stays. */
export function stopRun(run: Run, reason: StopReason, now: number): Run {
  return finishIfDone(leaveOpen({ ...run, stop: run.stop ?? reason, isPaused: false }), now);
}

/** Takes no further system until it is resumed. */
export function pauseRun(run: Run): Run {
  return { ...run, isPaused: true };
}

/** At work again: those that were held are to be checked once more. */
export function resumedRun(run: Run): readonly [Run, readonly string[]] {
  const held = [...run.inFlight.values()].filter((work) => !isAwaited(work)).map(({ system }) => system.systemId);
  const resumed: Run = { ...run, isPaused: false, atWork: { ...run.atWork, since: null } };
  return [held.reduce((next, systemId) => atStage(next, systemId, 'reading'), resumed), held];
}

/** Systems not asked about yet stay in doubt. The next start asks about them. */
function leaveOpen(run: Run): Run {
  if (run.toSettle.length === 0) return run;
  const open = run.toSettle.map(({ work: { system }, left }) => ({ system, outcome: left }));
  return { ...withSettled(run, open), toSettle: [] };
}

/** At work: on its systems, or on the check of its outcomes. */
export function isGoing(run: Run | null): run is Run {
  return run !== null && (run.finishedAt === null || run.check !== null);
}

/** Every system has ended, and the outcomes are being checked: nothing is sent any more. */
export function isChecking(run: Run | null): run is Run & { readonly check: RunCheck } {
  return run?.finishedAt != null && run.check !== null;
}

/** At work on its systems, and nobody has stopped it: it can be paused. */
export function isDeleting(run: Run | null): run is Run {
  return run !== null && run.finishedAt === null && run.stop === null && !run.isElsewhere;
}

/** Systems that the run has dealt with: those that were never attempted are not among them. */
export function doneIn({ settled, counts }: Run): number {
  return settled.length - counts.notAttempted;
}

/** The systems that no longer exist, as far as this run knows. */
export function goneIn(run: Run): ReadonlySet<string> {
  return new Set(run.settled.filter(({ outcome }) => isGone(run.kind, outcome)).map(({ system }) => system.systemId));
}

/** The systems of which what it is for is so: done, or so already. */
export function achievedIn(run: Run): ReadonlySet<string> {
  return new Set(run.settled.filter(({ outcome }) => isAchieved(outcome)).map(({ system }) => system.systemId));
}

/** Over where nothing is in flight, and nothing is left to take. */
export function finishIfDone(run: Run, now: number): Run {
  if (run.finishedAt !== null || run.inFlight.size > 0 || run.toSettle.length > 0) return run;
  const rest = run.planned.slice(run.taken);
  if (rest.length > 0 && run.stop === null) return run;
  const outcome = { kind: 'notAttempted', problem: null } as const;
  const left = rest.map((system) => ({ system, outcome }));
  return { ...withSettled(run, left), taken: run.planned.length, isPaused: false, finishedAt: now };
}

/** Reads a system of the run again. */
export function recheck({ id, organisation }: Run, systemId: string) {
  return { kind: 'recheckSystem', run: id, orgId: organisation.orgId, systemId } as const;
}

function plannedText(call: Call | undefined): { readonly planned?: string } {
  if (call === undefined) return {};
  const body = maskedBodyText(call);
  return { planned: [`${call.method} ${maskedUrl(call)}`, ...(body === null ? [] : [body])].join(' ') };
}

export function outcomeRecord({ id, kind, organisation, inFlight }: Run, systemId: string, outcome: Outcome) {
  const call = inFlight.get(systemId);
  const planned = outcome.kind === 'would' && call !== undefined && 'call' in call ? plannedText(call.call) : {};
  const { orgId } = organisation;
  return { kind: 'recordOutcome', run: id, does: kind, orgId, systemId, outcome, ...planned } as const;
}

export function accessCheck({ id, organisation, access }: Run) {
  return { kind: 'checkAccess', run: id, orgId: organisation.orgId, by: access.by } as const;
}
