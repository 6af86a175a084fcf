/** Outcomes of one system of a run, and the rules that derive them from answers. */
import { own } from '../../api/openapi/json-pieces.ts';
import { certaintyOf, isSystemNotFound, type Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import type { SignOfLife } from '../fleet/protection/guards.ts';
import { asksForPatience } from '../session/backoff/feature.ts';
import { type FieldsFound, fieldsFound, type FieldsSet, type Observation, observeRecord } from './edit.ts';
import { type RunKind, runRows } from './run-kinds.ts';
import { isSameValue } from './same-value.ts';

export const doubts = ['accepted', 'cutOff', 'noAccess', 'unsaid'] as const;

export type Doubt = (typeof doubts)[number];

/** Every planned system ends in exactly one outcome. */
export type Outcome =
  /**
   * `unshown`: the service accepted the request, but its record of the system does not show the change. `found`:
   * present values that differ from those sent.
   */
  | ({ readonly kind: 'done'; readonly unshown?: true } & FieldsFound)
  /** Preview: the request would have been sent; nothing was. */
  | { readonly kind: 'would' }
  /**
   * The goal was reached before anything was sent. `isGone`: 404 `system-not-found`, so the system was deleted by
   * someone else, or this account can no longer see it.
   */
  | { readonly kind: 'already'; readonly isGone?: true }
  | ({ readonly kind: 'kept' } & SignOfLife)
  /**
   * The service refused the request (`certaintyOf`). `problem`: null if it was read back from a file that does not say
   * it.
   */
  | { readonly kind: 'refused'; readonly problem: Problem | null }
  /**
   * The request was not refused, and the system is unchanged. `problem`: null if no answer is known. `was`: what the
   * service had said about the system before.
   */
  | { readonly kind: 'failed'; readonly problem: Problem | null; readonly was?: 'done' | 'already' | 'gone' }
  /**
   * Unknown whether the change was made. `doubt`: `accepted`: the service said that it will do it; `cutOff`: the
   * program ended before the answer; `noAccess`: not found, and the account may have lost access; `unsaid`: the
   * service does not say whether the system is enabled. With the first three, `problem` is that of the check. Absent:
   * read back from a file without it.
   */
  | { readonly kind: 'unknown'; readonly problem: Problem | null; readonly doubt?: Doubt }
  /**
   * `tooSlow`: every check was too old when the request was to be sent; `unfit`: the request cannot be built for this
   * system.
   */
  | { readonly kind: 'notAttempted'; readonly problem: Problem | null; readonly why?: NotAttemptedReason };

export const notAttemptedReasons = ['tooSlow', 'unfit'] as const;

type NotAttemptedReason = (typeof notAttemptedReasons)[number];

/** In the order of counting. */
export const outcomeKinds = [
  ...(['done', 'would', 'already', 'kept'] as const),
  ...(['refused', 'failed', 'unknown', 'notAttempted'] as const),
] as const satisfies readonly Outcome['kind'][];

/** In the order shown. */
export const outcomeGroups = ['attention', 'kept', 'already', 'done', 'all'] as const;

export type OutcomeGroup = (typeof outcomeGroups)[number];

/** `gone`: the part of `already` that no longer exists. */
export type OutcomeCounts = Readonly<Record<Outcome['kind'] | 'gone', number>>;

export const noCounts: OutcomeCounts = {
  ...{ done: 0, would: 0, already: 0, gone: 0, kept: 0 },
  ...{ refused: 0, failed: 0, unknown: 0, notAttempted: 0 },
};

export function withCounted(before: OutcomeCounts, outcomes: Iterable<Outcome>): OutcomeCounts {
  const counts = { ...before };
  for (const outcome of outcomes) {
    counts[outcome.kind]++;
    if (outcome.kind === 'already' && outcome.isGone === true) counts.gone++;
  }
  return counts;
}

/** Deleted, or no longer visible to this account. */
const gone = { kind: 'already', isGone: true } as const satisfies Outcome;

/** Why it is unknown whether the service made the change. */
export type Uncertainty =
  /** The request failed without a certain answer: the service may have acted all the same. */
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** The service said that it will act (202). */
  | { readonly kind: 'accepted' }
  /** The service said that it has acted; the system has not been checked since. */
  | { readonly kind: 'said' }
  /** The program ended after the record was saved and before the outcome was. */
  | { readonly kind: 'cutOff' };

/** Milliseconds before each retry of the check. A delayed request may still arrive a moment later. */
const pauses: Readonly<Record<Uncertainty['kind'], readonly number[]>> = {
  failed: [0, 2000],
  accepted: [0, 1000, 2000, 4000],
  said: [0, 1000],
  cutOff: [0, 2000],
};

/** Milliseconds before the next retry of the check; null: no more retries. */
export function pauseBeforeLook(uncertainty: Uncertainty, attempts: number): number | null {
  return pauses[uncertainty.kind][attempts] ?? null;
}

/**
 * The outcome of a successful change, by the system's own record. `already` if the record differs from before only in
 * shape.
 */
export function doneBy(set: FieldsSet | undefined, record: unknown): Outcome {
  if (set === undefined) return { kind: 'done' };
  const { sent, before } = set;
  const told = observeRecord(record, before);
  const about = fieldsFound(set, told);
  const isAsBefore = (name: string): boolean => isSameValue(name, told(name) ?? null, own(before, name) ?? null);
  return about.isAsSent === true && Object.keys(sent).every(isAsBefore)
    ? { kind: 'already' }
    : { kind: 'done', ...about };
}

/**
 * Is the check final? A value that the service says it has set, and that differs from both, will not change a moment
 * later.
 */
export function isLastLook(uncertainty: Uncertainty, look: Observation): boolean {
  return look === 'done' || (look === 'other' && uncertainty.kind === 'said');
}

/** Outcome after the last retry of the check. */
export function afterLastLook(uncertainty: Uncertainty, look: Exclude<Observation, 'done' | 'other'>): Outcome {
  if (uncertainty.kind === 'accepted') return { kind: 'unknown', problem: null, doubt: 'accepted' };
  if (uncertainty.kind === 'said')
    return look === 'undone' ? { kind: 'failed', problem: null, was: 'done' } : { kind: 'done', unshown: true };
  const problem = uncertainty.kind === 'failed' ? uncertainty.problem : null;
  // After a cut-off too, not `notAttempted`: the request may have been sent.
  return look === 'undone' ? { kind: 'failed', problem } : { kind: 'unknown', problem, doubt: 'unsaid' };
}

/** The request was sent with a token that the service did not accept. */
export function isTokenRefused(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.problem?.kind === 'refused' && outcome.problem.status === 401;
}

export function uncertaintyLeftBy(outcome: Outcome | undefined): Uncertainty {
  if (outcome?.kind === 'refused' && outcome.problem !== null) return { kind: 'failed', problem: outcome.problem };
  if (outcome?.kind !== 'unknown') return { kind: 'cutOff' };
  // An accepted request may still be carried out: the present state proves nothing.
  if (outcome.doubt === 'accepted') return { kind: 'accepted' };
  const { problem, doubt } = outcome;
  return problem === null || doubt !== undefined ? { kind: 'cutOff' } : { kind: 'failed', problem };
}

/** The check failed: a system that is not found is gone, any other problem leaves the outcome open. */
export function afterFailedLook(kind: RunKind, uncertainty: Uncertainty, problem: Problem): Outcome {
  const isRemoved = runRows[kind].removes && uncertainty.kind === 'accepted';
  if (isSystemNotFound(problem)) return isRemoved ? { kind: 'done' } : gone;
  if (uncertainty.kind === 'said') return { kind: 'done', unshown: true };
  if (uncertainty.kind === 'failed') return { kind: 'unknown', problem: uncertainty.problem };
  return { kind: 'unknown', problem, doubt: uncertainty.kind };
}

/** The re-read just before the request failed, so nothing was sent. */
export function afterFailedRecheck(problem: Problem): Outcome {
  if (isSystemNotFound(problem)) return gone;
  const isRefused = problem.kind === 'refused' && problem.status === 403;
  return { kind: isRefused ? 'refused' : 'notAttempted', problem };
}

/** Will the request be retried after a pause, or with a new token? The service refused before acting. */
export function isPutOff(problem: Problem): boolean {
  if (problem.kind !== 'refused' || certaintyOf(problem) !== 'refused') return false;
  return problem.status === 401 || asksForPatience(problem);
}

/** In doubt unless it is certain that the service did not act. */
export function afterFailedChange(problem: Problem): Outcome | { readonly kind: 'inDoubt' } {
  if (isSystemNotFound(problem)) return gone;
  switch (certaintyOf(problem)) {
    case 'notSent':
      return { kind: 'notAttempted', problem };
    case 'refused':
      return { kind: 'refused', problem };
    case 'unknown':
      return { kind: 'inDoubt' };
  }
}

/**
 * Does the service lack the operation? A system that is not found is another matter, and every service can delete.
 */
export function isUnsupported(kind: RunKind, problem: Problem): boolean {
  if (runRows[kind].isEverywhere || problem.kind !== 'refused' || isSystemNotFound(problem)) return false;
  return problem.status === 404 || problem.status === 405 || problem.status === 501;
}

/**
 * Is the outcome worth re-checking at the next start? Not for an accepted request, or a state that the service never
 * says. A request refused for its token is checked with the next token.
 */
export function isLeftOpen(outcome: Outcome): boolean {
  if (isTokenRefused(outcome)) return true;
  if (outcome.kind !== 'unknown' || outcome.doubt === 'unsaid') return false;
  return outcome.doubt !== 'accepted' || outcome.problem !== null;
}

/**
 * An obstacle that will stop the next system too: the account lacks the permission, or the service did not answer and
 * this session sent no change.
 */
export function obstacleIn(outcome: Outcome): 'forbidden' | 'unreachable' | null {
  if (outcome.kind === 'refused')
    return outcome.problem?.kind === 'refused' && outcome.problem.status === 403 ? 'forbidden' : null;
  const isAskedAgain = outcome.kind === 'unknown' && outcome.doubt === 'cutOff';
  if (outcome.kind !== 'notAttempted' && !isAskedAgain) return null;
  return ['unreachable', 'lost', 'timedOut'].includes(outcome.problem?.kind ?? '') ? 'unreachable' : null;
}

export function isGone(kind: RunKind, outcome: Outcome): boolean {
  return outcome.kind === 'already' ? outcome.isGone === true : outcome.kind === 'done' && runRows[kind].removes;
}

export function isAchieved({ kind }: Outcome): boolean {
  return kind === 'done' || kind === 'already';
}

/**
 * Does the list contradict the outcome, so that the system must be checked? `listed`: its record in the list; a
 * system missing from a complete list (`isWhole`) may be gone.
 */
export function isContradicted(
  kind: RunKind,
  { outcome, set }: { readonly outcome: Outcome; readonly set?: FieldsSet },
  listed: System | undefined,
  isWhole: boolean,
): boolean {
  const isMissing = listed === undefined && isWhole;
  const observe = (system: System): Observation =>
    runRows[kind].observe(system, set === undefined ? null : fieldsAfter(outcome, set));
  if (isGone(kind, outcome)) return listed !== undefined;
  if (isAchieved(outcome)) return listed !== undefined && ['undone', 'other'].includes(observe(listed));
  if (outcome.kind === 'unknown') return listed !== undefined || isMissing;
  if (outcome.kind !== 'refused' && outcome.kind !== 'failed') return false;
  return isMissing || (listed !== undefined && observe(listed) === 'done');
}

/** Outcome of a check that found the system. `done`: the outcome if the change is made. */
export function afterFound(outcome: Outcome, seen: Observation, done: Outcome = { kind: 'done' }): Outcome {
  if (seen === 'undone') return afterFoundUndone(outcome);
  if (seen === 'unsaid') return afterFoundUnsaid(outcome);
  if (seen === 'done') return afterFoundDone(outcome, done);
  // After a refusal, or without a request, the change is not by this run.
  return ['done', 'failed', 'unknown'].includes(outcome.kind) ? done : outcome;
}

/** Present values of the fields, as far as the outcome knows them. */
export function fieldsAfter(outcome: Outcome, set: FieldsSet): FieldsSet {
  return outcome.kind === 'done' && outcome.found !== undefined
    ? { ...set, sent: { ...set.sent, ...outcome.found } }
    : set;
}

function saysGone(outcome: Outcome): boolean {
  return outcome.kind === 'already' && outcome.isGone === true;
}

function afterFoundDone(outcome: Outcome, done: Outcome): Outcome {
  if (saysGone(outcome) || outcome.kind === 'refused') return { kind: 'already' };
  // The request took effect late.
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

/** Outcome of a check that did not find the system. The account has just read the list, so it has access. */
export function afterNotFound(kind: RunKind, outcome: Outcome): Outcome {
  const isAccepted = outcome.kind === 'unknown' && outcome.doubt === 'accepted';
  if (isAccepted && runRows[kind].removes) return { kind: 'done' };
  return ['refused', 'failed', 'unknown'].includes(outcome.kind) ? gone : outcome;
}

/** The check failed, and the list contradicts success: the outcome becomes unknown. */
export function afterNoLook(outcome: Outcome, problem: Problem): Outcome {
  return isAchieved(outcome) ? { kind: 'unknown', problem } : outcome;
}

// A request that was refused temporarily, and will be sent once more.

/** `refusedBy`: the answer to the first attempt. */
export interface PutOff {
  readonly refusedBy?: Problem;
}

/** A request that was sent before can no longer end as "not attempted". */
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
