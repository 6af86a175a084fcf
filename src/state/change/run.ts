/** A confirmed run over many systems: its progress, and the outcome of each system. */
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

/** Name of a person and a time (ISO 8601), both unverified. */
export interface Signature {
  readonly by: string;
  readonly at: string;
}

/** The two people of a run: one reviewed it, the other confirmed it. */
export interface People {
  /** `file`: checksum of the reviewed file. */
  readonly reviewed: Signature & { readonly file?: string };
  readonly confirmed: Signature;
}

/** Concurrency, unless the service asks for a slower pace. */
export const usualConcurrency = 4;

/** Progress of one system: re-read, record saved, request sent. */
type Stage = 'reading' | 'saving' | 'sending';

/**
 * `rereadAt`: time of the last re-read, by the clock that counts sleep. `rounds`: how often that was too long ago.
 */
interface Reread {
  readonly rereadAt?: number;
  readonly rounds?: number;
}

/** Absent: no fields are set, or nothing was read yet. */
interface Setting {
  readonly set?: FieldsSet;
}

/**
 * A system in progress. `held`: nothing was sent; re-read it once the run resumes. `settling`: check whether the
 * change was made, after `attempts` checks so far. `unseen`: not found; gets `outcome` if the account still has
 * access, which is asked once (`isAsked`).
 */
export type Work = { readonly system: System } & Setting &
  (
    | ({ readonly stage: Stage | 'held'; readonly call?: Call } & Reread & PutOff)
    | { readonly stage: 'settling'; readonly uncertainty: Uncertainty; readonly attempts: number }
    | { readonly stage: 'unseen'; readonly outcome: Outcome; readonly isAsked: boolean }
  );

/** Does it take a concurrency slot? Systems not found do not. */
export function isBusy({ stage }: Work): boolean {
  return stage !== 'unseen';
}

/** Is an answer pending? */
export function isAwaited({ stage }: Work): boolean {
  return stage !== 'held';
}

/** The request was sent: its result must be known. */
export function isSent({ stage }: Work): boolean {
  return stage === 'sending' || stage === 'settling' || stage === 'unseen';
}

export interface Settled extends Setting {
  readonly system: System;
  readonly outcome: Outcome;
  /** Milliseconds since 1970; absent: the file does not say. */
  readonly at?: number;
}

/** A system of an interrupted run, to be checked. `left`: its outcome until then. */
export interface Unsettled {
  readonly work: Work;
  readonly left: Outcome;
}

/**
 * A check in progress: first its list is read, then systems that the list contradicts are checked, a few at a time.
 */
export type RunCheck = { readonly scan: Scan } & (
  | { readonly kind: 'reading' }
  | { readonly kind: 'looking'; readonly pending: ReadonlySet<string>; readonly left: readonly string[] }
);

/**
 * Result of a check: the time of its list, or why the outcomes are unchecked. `stopped`: by you; `left`: you quit;
 * `incomplete`: the list moved or was incomplete, so a system missing from it may exist.
 */
export type CheckedRun =
  { readonly at: string } | { readonly reason: UncheckedReason; readonly problem: Problem | null };

export const uncheckedReasons = ['stopped', 'left', 'token', 'noAccess', 'unreadable', 'incomplete'] as const;

export type UncheckedReason = (typeof uncheckedReasons)[number];

/**
 * Why the run starts no further system: you stopped it, the token is not accepted, the account lacks the permission,
 * the organisation is no longer visible, the service lacks the operation or cannot be reached, records cannot be
 * saved, or the program ended.
 */
export const stopReasons = [
  ...(['asked', 'token', 'forbidden', 'noAccess', 'unsupported', 'unreachable', 'journal', 'cutOff'] as const),
] as const;

export type StopReason = (typeof stopReasons)[number];

/** Maximum number of consecutive refusals with 403, or systems without an answer; then the run stops. */
const maxInARow = 3;

/** The list that shows whether the account has access. */
export type AccessBy = 'organisations' | 'systems';

export interface Run {
  readonly id: number;
  readonly kind: RunKind;
  /** The operation with its values; null: the kind has a request of its own. */
  readonly edit: Edit | null;
  readonly organisation: Organisation;
  /** Null: the file does not say. */
  readonly baseUrl: string | null;
  readonly isPreview: boolean;
  /** Read back from the file of another session. */
  readonly isEarlier: boolean;
  /** Another session is working on it: a snapshot of its file, which does not change here. */
  readonly isElsewhere: boolean;
  /** As reviewed, in the order in which the run starts them. */
  readonly planned: readonly System[];
  /** The person who confirmed it; absent: the file does not say. */
  readonly person?: string;
  /** Threshold of the review, or of the other person's review, in days; absent: the file does not say. */
  readonly days?: number;
  /** Absent: the change does not follow another one. */
  readonly follows?: Follows;
  /** By the id of the system; a system without a known reason is absent. */
  readonly why?: ReadonlyMap<string, Why>;
  /** Guards, and the guards lifted in the review. */
  readonly protection: Protection;
  /** Absent: one person reviewed and confirmed it. */
  readonly people?: People;
  /** Number of planned systems that were started. */
  readonly taken: number;
  readonly inFlight: ReadonlyMap<string, Work>;
  /** Systems left in doubt by an earlier session. They come first, even in a run that starts nothing new. */
  readonly toSettle: readonly Unsettled[];
  readonly settled: readonly Settled[];
  readonly counts: OutcomeCounts;
  readonly stop: StopReason | null;
  /** Starts nothing until it is resumed or stopped. */
  readonly isPaused: boolean;
  readonly concurrency: number;
  /** How often the service asked for a slower pace, and the last status with which it did. */
  readonly slowed: { readonly times: number; readonly status: number | null };
  /** `ms`: working time from the start up to the last outcome; `since`: null until the first outcome after a pause. */
  readonly atWork: { readonly ms: number; readonly since: number | null };
  /** Consecutive systems that ended with the same obstacle; null: the last system met none. */
  readonly inARow: { readonly of: 'forbidden' | 'unreachable'; readonly count: number } | null;
  /**
   * Does the account still have access to the organisation? Asked when a system is not found: from the list of
   * organisations, then from the organisation's systems; only from the systems if the first cannot tell. `first`: the
   * list that a check starts with. `seen`: the last check found access.
   */
  readonly access: { readonly first: AccessBy; readonly by: AccessBy; readonly check: 'none' | 'pending' | 'seen' };
  /** File with the records; null: not open yet, or a preview. */
  readonly journalPath: string | null;
  /** Why records cannot be saved: the operating system's error code (`ENOSPC`). */
  readonly journalFault: string | null;
  /** Number of unreadable lines in the file. */
  readonly damagedLines: number;
  /** Systems with an outcome that the file lacks. */
  readonly unrecorded: ReadonlySet<string>;
  readonly check: RunCheck | null;
  /** Null: not checked yet, or nothing to check. */
  readonly checked: CheckedRun | null;
  /** Time at which the file was open or, in a preview, the first system ended; null before it. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** The group shown when the run is over; null: you have not chosen one. */
  readonly group: OutcomeGroup | null;
  readonly list: ListPosition;
}

export type RunEnd = Pick<Run, 'stop' | 'counts' | 'checked'>;

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

/** Starts as many further systems as the concurrency allows; re-read them first. */
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

/**
 * Records the outcome of one system. The run ends with its last system, or if stopped, with the last one in flight.
 */
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

export function withSettled(run: Run, ended: readonly Settled[]): Run {
  const outcomes = ended.map(({ outcome }) => outcome);
  return { ...run, settled: [...run.settled, ...ended], counts: withCounted(run.counts, outcomes) };
}

function afterOneMore(before: Run['inARow'], outcome: Outcome): Run['inARow'] {
  const of = obstacleIn(outcome);
  return of === null ? null : { of, count: (before?.of === of ? before.count : 0) + 1 };
}

/** Starts no further system, and waits for those in flight. The first reason is kept. */
export function stopRun(run: Run, reason: StopReason, now: number): Run {
  return finishIfDone(leaveOpen({ ...run, stop: run.stop ?? reason, isPaused: false }), now);
}

export function pauseRun(run: Run): Run {
  return { ...run, isPaused: true };
}

/** Resumes a paused run; the returned ids are those of held systems, to be re-read. */
export function resumedRun(run: Run): readonly [Run, readonly string[]] {
  const held = [...run.inFlight.values()].filter((work) => !isAwaited(work)).map(({ system }) => system.systemId);
  const resumed: Run = { ...run, isPaused: false, atWork: { ...run.atWork, since: null } };
  return [held.reduce((next, systemId) => atStage(next, systemId, 'reading'), resumed), held];
}

/** Systems not checked yet stay in doubt; the next start checks them. */
function leaveOpen(run: Run): Run {
  if (run.toSettle.length === 0) return run;
  const open = run.toSettle.map(({ work: { system }, left }) => ({ system, outcome: left }));
  return { ...withSettled(run, open), toSettle: [] };
}

/** In progress: working on systems, or checking the outcomes. */
export function isGoing(run: Run | null): run is Run {
  return run !== null && (run.finishedAt === null || run.check !== null);
}

/** Every system has ended, and the outcomes are being checked: nothing is sent any more. */
export function isChecking(run: Run | null): run is Run & { readonly check: RunCheck } {
  return run?.finishedAt != null && run.check !== null;
}

/** Working on systems and not stopped, so it can be paused. */
export function isDeleting(run: Run | null): run is Run {
  return run !== null && run.finishedAt === null && run.stop === null && !run.isElsewhere;
}

/** Number of systems with an outcome other than `notAttempted`. */
export function doneIn({ settled, counts }: Run): number {
  return settled.length - counts.notAttempted;
}

/** Ids of systems that no longer exist, as far as this run knows. */
export function findGone(run: Run): ReadonlySet<string> {
  return new Set(run.settled.filter(({ outcome }) => isGone(run.kind, outcome)).map(({ system }) => system.systemId));
}

/** Ids of systems that have reached the goal, by this run or before it. */
export function findAchieved(run: Run): ReadonlySet<string> {
  return new Set(run.settled.filter(({ outcome }) => isAchieved(outcome)).map(({ system }) => system.systemId));
}

/** Ends the run if nothing is in flight and nothing is left to start. */
export function finishIfDone(run: Run, now: number): Run {
  if (run.finishedAt !== null || run.inFlight.size > 0 || run.toSettle.length > 0) return run;
  const rest = run.planned.slice(run.taken);
  if (rest.length > 0 && run.stop === null) return run;
  const outcome = { kind: 'notAttempted', problem: null } as const;
  const left = rest.map((system) => ({ system, outcome }));
  return { ...withSettled(run, left), taken: run.planned.length, isPaused: false, finishedAt: now };
}

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
