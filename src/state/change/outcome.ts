/** How one system of a run ended, and what follows from an answer that leaves it open. */
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import type { SignOfLife } from '../fleet/protection/guards.ts';
import { asksForPatience } from '../session/backoff/retry.ts';
import { type Look, lookOf, type RunKind } from './run-kinds.ts';
import { certainty, isSystemNotFound } from '../../api/certainty.ts';

type DoneKind = 'deleted' | 'disabled' | 'enabled';

/** What the run is for is so: it was done, or was so already. */
export type AchievedKind = DoneKind | 'alreadyDisabled' | 'alreadyEnabled' | 'alreadyGone';

export const doubts = ['accepted', 'cutOff', 'noAccess', 'unsaid'] as const;

export type Doubt = (typeof doubts)[number];

/** How a system ended. Every planned system ends in exactly one of these. */
export type Outcome =
  | { readonly kind: DoneKind }
  /** Preview: it would have been deleted, disabled or enabled; nothing was sent. */
  | { readonly kind: 'wouldDelete' | 'wouldDisable' | 'wouldEnable' }
  /** It was disabled, or enabled, before anything was sent. */
  | { readonly kind: 'alreadyDisabled' | 'alreadyEnabled' }
  /** 404 `system-not-found`: deleted by another person, or no longer visible to this account. */
  | { readonly kind: 'alreadyGone' }
  | ({ readonly kind: 'skipped' } & SignOfLife)
  /** The service refused it (`certainty`). The problem is null where it was read back from a file that does not say it. */
  | { readonly kind: 'refused'; readonly problem: Problem | null }
  /**
   * Nobody refused it, and the system is as it was. The problem is null where no answer is known: the program ended
   * before it. `was`: what the service had said of it.
   */
  | { readonly kind: 'failed'; readonly problem: Problem | null; readonly was?: AchievedKind }
  /**
   * Whether it was done is not known. `doubt`: the service said that it will do it, the program ended before its answer,
   * it was not found and the account may have lost access: then the problem, where there is one, is that of looking
   * again, or of asking for the access. `unsaid`: the service does not say whether it is enabled. None: it was read back
   * from a file without it.
   */
  | { readonly kind: 'unknown'; readonly problem: Problem | null; readonly doubt?: Doubt }
  /** `why`: each check was too long ago when the request was to be sent. */
  | { readonly kind: 'notAttempted'; readonly problem: Problem | null; readonly why?: 'tooSlow' };

/** In the order in which they are counted. */
export const outcomeKinds = [
  'deleted',
  'disabled',
  'enabled',
  'wouldDelete',
  'wouldDisable',
  'wouldEnable',
  'alreadyDisabled',
  'alreadyEnabled',
  'alreadyGone',
  'skipped',
  'refused',
  'failed',
  'unknown',
  'notAttempted',
] as const satisfies readonly Outcome['kind'][];

export type OutcomeCounts = Readonly<Record<Outcome['kind'], number>>;

export const noCounts: OutcomeCounts = {
  ...{ deleted: 0, disabled: 0, enabled: 0, wouldDelete: 0, wouldDisable: 0, wouldEnable: 0 },
  ...{ alreadyDisabled: 0, alreadyEnabled: 0, alreadyGone: 0, skipped: 0 },
  ...{ refused: 0, failed: 0, unknown: 0, notAttempted: 0 },
};

/** How a system ends to which it was done, would have been done in a preview, or need not be done any more. */
export const endsOf = {
  delete: { done: 'deleted', planned: 'wouldDelete', already: 'alreadyGone' },
  disable: { done: 'disabled', planned: 'wouldDisable', already: 'alreadyDisabled' },
  enable: { done: 'enabled', planned: 'wouldEnable', already: 'alreadyEnabled' },
} as const satisfies Readonly<Record<RunKind, Readonly<Record<'done' | 'planned' | 'already', Outcome['kind']>>>>;

/** Why it is not known whether the service has done it. */
export type Uncertainty =
  /** The answer failed, or none came: the service may have acted all the same. */
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** It said that it will (202). */
  | { readonly kind: 'accepted' }
  /** The program ended between saving the record and saving the outcome. */
  | { readonly kind: 'cutOff' };

/** Milliseconds before each look at a system in doubt. What was lost on the way may still arrive a moment later. */
const pauses: Readonly<Record<Uncertainty['kind'], readonly number[]>> = {
  failed: [0, 2000],
  accepted: [0, 1000, 2000, 4000],
  cutOff: [0, 2000],
};

/** Milliseconds to wait before looking again; null: what was seen so often stays so. */
export function pauseBeforeLook(uncertainty: Uncertainty, attempts: number): number | null {
  return pauses[uncertainty.kind][attempts] ?? null;
}

/** It is not done, or nothing says so, however often one looks. */
export function afterLastLook(uncertainty: Uncertainty, look: Exclude<Look, 'done'>): Outcome {
  if (uncertainty.kind === 'accepted') return { kind: 'unknown', problem: null, doubt: 'accepted' };
  const problem = uncertainty.kind === 'failed' ? uncertainty.problem : null;
  // After a cut-off, too, not "not attempted": it may have been sent.
  return look === 'undone' ? { kind: 'failed', problem } : { kind: 'unknown', problem, doubt: 'unsaid' };
}

/** Why an outcome is open that was saved as unknown, by a session that ended before it could be settled. */
export function uncertaintyLeftBy(outcome: Outcome | undefined): Uncertainty {
  if (outcome?.kind !== 'unknown') return { kind: 'cutOff' };
  // What was accepted may still be carried out: how it is now says nothing of it.
  if (outcome.doubt === 'accepted') return { kind: 'accepted' };
  const { problem, doubt } = outcome;
  return problem === null || doubt !== undefined ? { kind: 'cutOff' } : { kind: 'failed', problem };
}

/** Looking again failed: a system that is not found is gone, anything else leaves it open. */
export function afterFailedLook(does: RunKind, uncertainty: Uncertainty, problem: Problem): Outcome {
  const isDeleted = does === 'delete' && uncertainty.kind === 'accepted';
  if (isSystemNotFound(problem)) return { kind: isDeleted ? 'deleted' : 'alreadyGone' };
  if (uncertainty.kind === 'failed') return { kind: 'unknown', problem: uncertainty.problem };
  return { kind: 'unknown', problem, doubt: uncertainty.kind };
}

/** How a system ends whose reading again, just before the request, failed: nothing was sent. */
export function afterFailedRecheck(problem: Problem): Outcome {
  if (isSystemNotFound(problem)) return { kind: 'alreadyGone' };
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
  if (isSystemNotFound(problem)) return { kind: 'alreadyGone' };
  switch (certainty(problem)) {
    case 'notSent':
      return { kind: 'notAttempted', problem };
    case 'refused':
      return { kind: isPutOff(problem) ? 'notAttempted' : 'refused', problem };
    case 'unknown':
      return { kind: 'inDoubt' };
  }
}

/**
 * Does the service not know the operation? A system that it does not find is another matter, and every service deletes.
 */
export function isUnsupported(does: RunKind, problem: Problem): boolean {
  if (does === 'delete' || problem.kind !== 'refused' || isSystemNotFound(problem)) return false;
  return problem.status === 404 || problem.status === 405 || problem.status === 501;
}

/** Would it be of use to ask again? Not without end about what was accepted and is not done, or is never said. */
export function isLeftOpen(outcome: Outcome): boolean {
  if (outcome.kind !== 'unknown' || outcome.doubt === 'unsaid') return false;
  return outcome.doubt !== 'accepted' || outcome.problem !== null;
}

/**
 * What will stop the next system as well: the token is good, and not for this; or the service did not answer, and nothing
 * was sent to change the system by this session.
 */
export function obstacleIn(outcome: Outcome): 'forbidden' | 'unreachable' | null {
  if (outcome.kind === 'refused')
    return outcome.problem?.kind === 'refused' && outcome.problem.status === 403 ? 'forbidden' : null;
  const isAskedAgain = outcome.kind === 'unknown' && outcome.doubt === 'cutOff';
  if (outcome.kind !== 'notAttempted' && !isAskedAgain) return null;
  return ['unreachable', 'lost', 'timedOut'].includes(outcome.problem?.kind ?? '') ? 'unreachable' : null;
}

/** The system no longer exists, as far as is known. */
export function isGone(outcome: Outcome): outcome is Extract<Outcome, { kind: 'deleted' | 'alreadyGone' }> {
  return outcome.kind === 'deleted' || outcome.kind === 'alreadyGone';
}

export const achievedKinds = [
  ...(['deleted', 'disabled', 'enabled'] as const),
  ...(['alreadyDisabled', 'alreadyEnabled', 'alreadyGone'] as const),
] as const satisfies readonly AchievedKind[];

/** What the run is for is so, as far as is known. */
export function isAchieved(outcome: Outcome): outcome is Extract<Outcome, { kind: AchievedKind }> {
  return achievedKinds.some((kind) => kind === outcome.kind);
}

/**
 * Is a system to be looked at, because a list says otherwise than its outcome? `listed`: as the list has it. What is not
 * in a whole list may be gone.
 */
export function isContradicted(does: RunKind, outcome: Outcome, listed: System | undefined, isWhole: boolean): boolean {
  const isMissing = listed === undefined && isWhole;
  if (isGone(outcome)) return listed !== undefined;
  if (isAchieved(outcome)) return listed !== undefined && lookOf(does, listed) === 'undone';
  if (outcome.kind === 'unknown') return listed !== undefined || isMissing;
  if (outcome.kind !== 'refused' && outcome.kind !== 'failed') return false;
  return isMissing || (listed !== undefined && lookOf(does, listed) === 'done');
}

/** The system was looked at, and exists. */
export function afterFound(does: RunKind, outcome: Outcome, look: Look): Outcome {
  switch (look) {
    case 'done':
      return afterFoundDone(does, outcome);
    case 'undone':
      return afterFoundUndone(outcome);
    case 'unsaid':
      return afterFoundUnsaid(outcome);
  }
}

function afterFoundDone(does: RunKind, outcome: Outcome): Outcome {
  const { done, already } = endsOf[does];
  if (outcome.kind === 'alreadyGone' || outcome.kind === 'refused') return { kind: already };
  // What was sent for it came late.
  return outcome.kind === 'failed' || outcome.kind === 'unknown' ? { kind: done } : outcome;
}

function afterFoundUndone(outcome: Outcome): Outcome {
  if (isAchieved(outcome)) return { kind: 'failed', problem: null, was: outcome.kind };
  // What was accepted may still be carried out.
  if (outcome.kind !== 'unknown' || outcome.doubt === 'accepted') return outcome;
  const { problem, doubt } = outcome;
  if (doubt === 'noAccess') return { kind: 'failed', problem: null, was: 'alreadyGone' };
  return { kind: 'failed', problem: doubt === undefined || doubt === 'unsaid' ? problem : null };
}

function afterFoundUnsaid(outcome: Outcome): Outcome {
  if (outcome.kind === 'alreadyGone') return { kind: 'unknown', problem: null, doubt: 'unsaid' };
  if (outcome.kind !== 'unknown' || outcome.doubt === 'accepted' || outcome.doubt === 'unsaid') return outcome;
  return { kind: 'unknown', problem: outcome.doubt === undefined ? outcome.problem : null, doubt: 'unsaid' };
}

/** It was looked at and not found, by an account that had just read the list. */
export function afterNotFound(does: RunKind, outcome: Outcome): Outcome {
  if (does === 'delete' && outcome.kind === 'unknown' && outcome.doubt === 'accepted') return { kind: 'deleted' };
  return ['refused', 'failed', 'unknown'].includes(outcome.kind) ? { kind: 'alreadyGone' } : outcome;
}

/** It could not be looked at: of what the list contradicts nobody can say that it is so. */
export function afterNoLook(outcome: Outcome, problem: Problem): Outcome {
  return isAchieved(outcome) ? { kind: 'unknown', problem } : outcome;
}
