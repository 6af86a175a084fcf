/** How one system of a run ended, and what follows from an answer that leaves it open. */
import { own } from '../../api/openapi/json-pieces.ts';
import { certainty, isSystemNotFound, type Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import type { SignOfLife } from '../fleet/protection/guards.ts';
import { asksForPatience } from '../session/backoff/retry.ts';
import { type FieldsFound, fieldsFound, type FieldsSet, type Observation, toldBy } from './edit.ts';
import { type RunKind, runRows } from './run-kinds.ts';
import { isSameValue } from './same-value.ts';

export const doubts = ['accepted', 'cutOff', 'noAccess', 'unsaid'] as const;

export type Doubt = (typeof doubts)[number];

/** How a system ended. Every planned system ends in exactly one of these. */
export type Outcome =
  /**
   * `unshown`: the service accepted it, and its record of the system does not say that it is so. `found`: what it has in the
   * place of what was sent.
   */
  | ({ readonly kind: 'done'; readonly unshown?: true } & FieldsFound)
  /** Preview: it would have been done; nothing was sent. */
  | { readonly kind: 'would' }
  /**
   * The run's goal was so before anything was sent. `isGone`: 404 `system-not-found`, so another person deleted it, or
   * this account no longer sees it.
   */
  | { readonly kind: 'already'; readonly isGone?: true }
  | ({ readonly kind: 'kept' } & SignOfLife)
  /** The service refused it (`certainty`). The problem is null where it was read back from a file that does not say it. */
  | { readonly kind: 'refused'; readonly problem: Problem | null }
  /**
   * Nobody refused it, and the system is as it was. The problem is null where no answer is known: the program ended
   * before it. `was`: what the service had said of it.
   */
  | { readonly kind: 'failed'; readonly problem: Problem | null; readonly was?: 'done' | 'already' | 'gone' }
  /**
   * Nobody knows if it was done. `doubt`: the service said that it will do it, the program ended before its answer, or
   * it was not found and the account may have lost access. `problem` is then that of looking again, or of asking for
   * the access. `unsaid`: the service does not say whether it is enabled. None: it was read back from a file without
   * it.
   */
  | { readonly kind: 'unknown'; readonly problem: Problem | null; readonly doubt?: Doubt }
  /** `why`: each check was too long ago when the request was to be sent, or the request cannot be built for this system. */
  | { readonly kind: 'notAttempted'; readonly problem: Problem | null; readonly why?: NotAttemptedReason };

export const notAttemptedReasons = ['tooSlow', 'unfit'] as const;

type NotAttemptedReason = (typeof notAttemptedReasons)[number];

/** In the order in which they are counted. */
export const outcomeKinds = [
  ...(['done', 'would', 'already', 'kept'] as const),
  ...(['refused', 'failed', 'unknown', 'notAttempted'] as const),
] as const satisfies readonly Outcome['kind'][];

/** Outcomes that belong together, in the order in which they are shown. */
export const outcomeGroups = ['attention', 'kept', 'already', 'done', 'all'] as const;

export type OutcomeGroup = (typeof outcomeGroups)[number];

/** `gone`: so many of those that were so already no longer exist. */
export type OutcomeCounts = Readonly<Record<Outcome['kind'] | 'gone', number>>;

export const noCounts: OutcomeCounts = {
  ...{ done: 0, would: 0, already: 0, gone: 0, kept: 0 },
  ...{ refused: 0, failed: 0, unknown: 0, notAttempted: 0 },
};

/** With these as well. */
export function withCounted(before: OutcomeCounts, outcomes: Iterable<Outcome>): OutcomeCounts {
  const counts = { ...before };
  for (const outcome of outcomes) {
    counts[outcome.kind]++;
    if (outcome.kind === 'already' && outcome.isGone === true) counts.gone++;
  }
  return counts;
}

/** Nobody finds it any more. */
const gone = { kind: 'already', isGone: true } as const satisfies Outcome;

/** Why it is not known whether the service has done it. */
export type Uncertainty =
  /** The answer failed, or none came: the service may have acted all the same. */
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** It said that it will (202). */
  | { readonly kind: 'accepted' }
  /** It said that it has, and its record of the system has not been looked at since. */
  | { readonly kind: 'said' }
  /** The program ended between saving the record and saving the outcome. */
  | { readonly kind: 'cutOff' };

/** Milliseconds before each look at a system in doubt. What was lost on the way may still arrive a moment later. */
const pauses: Readonly<Record<Uncertainty['kind'], readonly number[]>> = {
  failed: [0, 2000],
  accepted: [0, 1000, 2000, 4000],
  said: [0, 1000],
  cutOff: [0, 2000],
};

/** Milliseconds to wait before looking again; null: what was seen so often stays so. */
export function pauseBeforeLook(uncertainty: Uncertainty, attempts: number): number | null {
  return pauses[uncertainty.kind][attempts] ?? null;
}

/** It is done, as the system's own record has it; so before as well, where the service only tells it in another shape. */
export function doneBy(set: FieldsSet | undefined, record: unknown): Outcome {
  if (set === undefined) return { kind: 'done' };
  const { sent, before } = set;
  const told = toldBy(record, before);
  const about = fieldsFound(set, told);
  const isAsBefore = (name: string): boolean => isSameValue(name, told(name) ?? null, own(before, name) ?? null);
  return about.isAsSent === true && Object.keys(sent).every(isAsBefore)
    ? { kind: 'already' }
    : { kind: 'done', ...about };
}

/** Is nothing more to be waited for? What the service has changed, and says that it has, is no other thing a moment later. */
export function isLastLook(uncertainty: Uncertainty, look: Observation): boolean {
  return look === 'done' || (look === 'other' && uncertainty.kind === 'said');
}

/** It is not done, or nothing says so, however often one looks. */
export function afterLastLook(uncertainty: Uncertainty, look: Exclude<Observation, 'done' | 'other'>): Outcome {
  if (uncertainty.kind === 'accepted') return { kind: 'unknown', problem: null, doubt: 'accepted' };
  if (uncertainty.kind === 'said')
    return look === 'undone' ? { kind: 'failed', problem: null, was: 'done' } : { kind: 'done', unshown: true };
  const problem = uncertainty.kind === 'failed' ? uncertainty.problem : null;
  // After a cut-off, too, not "not reached": it may have been sent.
  return look === 'undone' ? { kind: 'failed', problem } : { kind: 'unknown', problem, doubt: 'unsaid' };
}

/** It was sent, and its token was not accepted. */
export function isTokenRefused(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.problem?.kind === 'refused' && outcome.problem.status === 401;
}

/** Why an outcome is open that was saved as unknown, by a session that ended before it could be settled. */
export function uncertaintyLeftBy(outcome: Outcome | undefined): Uncertainty {
  if (outcome?.kind === 'refused' && outcome.problem !== null) return { kind: 'failed', problem: outcome.problem };
  if (outcome?.kind !== 'unknown') return { kind: 'cutOff' };
  // An accepted request may still be carried out: the state so far proves nothing.
  if (outcome.doubt === 'accepted') return { kind: 'accepted' };
  const { problem, doubt } = outcome;
  return problem === null || doubt !== undefined ? { kind: 'cutOff' } : { kind: 'failed', problem };
}

/** Looking again failed: a system that is not found is gone, anything else leaves it open. */
export function afterFailedLook(kind: RunKind, uncertainty: Uncertainty, problem: Problem): Outcome {
  const isRemoved = runRows[kind].removes && uncertainty.kind === 'accepted';
  if (isSystemNotFound(problem)) return isRemoved ? { kind: 'done' } : gone;
  if (uncertainty.kind === 'said') return { kind: 'done', unshown: true };
  if (uncertainty.kind === 'failed') return { kind: 'unknown', problem: uncertainty.problem };
  return { kind: 'unknown', problem, doubt: uncertainty.kind };
}

/** How a system ends whose reading again, just before the request, failed: nothing was sent. */
export function afterFailedRecheck(problem: Problem): Outcome {
  if (isSystemNotFound(problem)) return gone;
  const isRefused = problem.kind === 'refused' && problem.status === 403;
  return { kind: isRefused ? 'refused' : 'notAttempted', problem };
}

/** Is it sent again by itself, once there is a new token, or after a pause? The service said so before it acted. */
export function isPutOff(problem: Problem): boolean {
  if (problem.kind !== 'refused' || certainty(problem) !== 'refused') return false;
  return problem.status === 401 || asksForPatience(problem);
}

/** How a system ends whose request failed; in doubt unless it is certain that the service did not act. */
export function afterFailedChange(problem: Problem): Outcome | { readonly kind: 'inDoubt' } {
  if (isSystemNotFound(problem)) return gone;
  switch (certainty(problem)) {
    case 'notSent':
      return { kind: 'notAttempted', problem };
    case 'refused':
      return { kind: 'refused', problem };
    case 'unknown':
      return { kind: 'inDoubt' };
  }
}

/**
 * Does the service not know the operation? A system that it does not find is another matter, and every service deletes.
 */
export function isUnsupported(kind: RunKind, problem: Problem): boolean {
  if (runRows[kind].isEverywhere || problem.kind !== 'refused' || isSystemNotFound(problem)) return false;
  return problem.status === 404 || problem.status === 405 || problem.status === 501;
}

/**
 * Would it be of use to ask again? Not without end about what was accepted and is not done, or is never said. What was sent
 * without a token that is accepted is looked at once there is one.
 */
export function isLeftOpen(outcome: Outcome): boolean {
  if (isTokenRefused(outcome)) return true;
  if (outcome.kind !== 'unknown' || outcome.doubt === 'unsaid') return false;
  return outcome.doubt !== 'accepted' || outcome.problem !== null;
}

/**
 * Obstacle that will stop the next system as well: the token is good, but not for this; or the service did not answer,
 * and this session sent nothing to change the system.
 */
export function obstacleIn(outcome: Outcome): 'forbidden' | 'unreachable' | null {
  if (outcome.kind === 'refused')
    return outcome.problem?.kind === 'refused' && outcome.problem.status === 403 ? 'forbidden' : null;
  const isAskedAgain = outcome.kind === 'unknown' && outcome.doubt === 'cutOff';
  if (outcome.kind !== 'notAttempted' && !isAskedAgain) return null;
  return ['unreachable', 'lost', 'timedOut'].includes(outcome.problem?.kind ?? '') ? 'unreachable' : null;
}

/** The system no longer exists, as far as is known. */
export function isGone(kind: RunKind, outcome: Outcome): boolean {
  return outcome.kind === 'already' ? outcome.isGone === true : outcome.kind === 'done' && runRows[kind].removes;
}

/** The run's goal is so, as far as is known: it was done, or was so already. */
export function isAchieved({ kind }: Outcome): boolean {
  return kind === 'done' || kind === 'already';
}

/**
 * Is a system to be looked at, because a list says otherwise than its outcome? `listed`: as the list has it. What is not
 * in a whole list may be gone.
 */
export function isContradicted(
  kind: RunKind,
  { outcome, set }: { readonly outcome: Outcome; readonly set?: FieldsSet },
  listed: System | undefined,
  isWhole: boolean,
): boolean {
  const isMissing = listed === undefined && isWhole;
  const observe = (system: System): Observation =>
    runRows[kind].observe(system, set === undefined ? null : leftBy(outcome, set));
  if (isGone(kind, outcome)) return listed !== undefined;
  if (isAchieved(outcome)) return listed !== undefined && ['undone', 'other'].includes(observe(listed));
  if (outcome.kind === 'unknown') return listed !== undefined || isMissing;
  if (outcome.kind !== 'refused' && outcome.kind !== 'failed') return false;
  return isMissing || (listed !== undefined && observe(listed) === 'done');
}

/** The system was looked at, and exists. `done`: how it ended where it is done. */
export function afterFound(outcome: Outcome, seen: Observation, done: Outcome = { kind: 'done' }): Outcome {
  if (seen === 'undone') return afterFoundUndone(outcome);
  if (seen === 'unsaid') return afterFoundUnsaid(outcome);
  if (seen === 'done') return afterFoundDone(outcome, done);
  // Nobody can say whose work it is where the service refused the request, or nothing was sent.
  return ['done', 'failed', 'unknown'].includes(outcome.kind) ? done : outcome;
}

/** The fields as the run has left them, as far as is known. */
export function leftBy(outcome: Outcome, set: FieldsSet): FieldsSet {
  return outcome.kind === 'done' && outcome.found !== undefined
    ? { ...set, sent: { ...set.sent, ...outcome.found } }
    : set;
}

function saysGone(outcome: Outcome): boolean {
  return outcome.kind === 'already' && outcome.isGone === true;
}

function afterFoundDone(outcome: Outcome, done: Outcome): Outcome {
  if (saysGone(outcome) || outcome.kind === 'refused') return { kind: 'already' };
  // Its request came late.
  return ['done', 'failed', 'unknown'].includes(outcome.kind) ? done : outcome;
}

function afterFoundUndone(outcome: Outcome): Outcome {
  if (outcome.kind === 'done' || outcome.kind === 'already') {
    return { kind: 'failed', problem: null, was: saysGone(outcome) ? 'gone' : outcome.kind };
  }
  // An accepted request may still be carried out.
  if (outcome.kind !== 'unknown' || outcome.doubt === 'accepted') return outcome;
  const { problem, doubt } = outcome;
  if (doubt === 'noAccess') return { kind: 'failed', problem: null, was: 'gone' };
  return { kind: 'failed', problem: doubt === undefined || doubt === 'unsaid' ? problem : null };
}

function afterFoundUnsaid(outcome: Outcome): Outcome {
  if (saysGone(outcome)) return { kind: 'unknown', problem: null, doubt: 'unsaid' };
  if (outcome.kind !== 'unknown' || outcome.doubt === 'accepted' || outcome.doubt === 'unsaid') return outcome;
  return { kind: 'unknown', problem: outcome.doubt === undefined ? outcome.problem : null, doubt: 'unsaid' };
}

/** It was looked at and not found, by an account that had just read the list. */
export function afterNotFound(kind: RunKind, outcome: Outcome): Outcome {
  const isAccepted = outcome.kind === 'unknown' && outcome.doubt === 'accepted';
  if (isAccepted && runRows[kind].removes) return { kind: 'done' };
  return ['refused', 'failed', 'unknown'].includes(outcome.kind) ? gone : outcome;
}

/** It could not be looked at: of what the list contradicts nobody can say that it is so. */
export function afterNoLook(outcome: Outcome, problem: Problem): Outcome {
  return isAchieved(outcome) ? { kind: 'unknown', problem } : outcome;
}

// A request that was sent and refused for a while, and is to be sent once more.

/** `refusedBy`: the answer to its first sending. */
export interface PutOff {
  readonly refusedBy?: Problem;
}

/** The outcome of a system whose request was sent before: "not attempted" would be wrong for it. */
export function outcomeOnceSent(
  { inFlight }: { readonly inFlight: ReadonlyMap<string, object> },
  systemId: string,
  outcome: Outcome,
): Outcome {
  const { refusedBy: problem } = (inFlight.get(systemId) ?? {}) as PutOff;
  if (problem === undefined) return outcome;
  if (outcome.kind === 'already' && outcome.isGone !== true) return { kind: 'done' };
  return outcome.kind === 'notAttempted' ? { kind: 'refused', problem } : outcome;
}
