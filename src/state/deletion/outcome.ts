/** How the deletion of one system ended, and what follows from an answer that leaves it open. */
import type { Problem } from '../../api/problem.ts';
import type { SignOfLife } from '../review/guards.ts';
import type { RunKind } from '../review/run-kind.ts';
import { isSystemNotFound } from '../systems/not-found.ts';

/** How a system ended. Every planned system ends in exactly one of these. */
export type Outcome =
  | { readonly kind: 'deleted' | 'disabled' | 'enabled' }
  /** Preview: it would have been deleted, disabled or enabled; nothing was sent. */
  | { readonly kind: 'wouldDelete' | 'wouldDisable' | 'wouldEnable' }
  /** It was disabled, or enabled, before anything was sent. */
  | { readonly kind: 'alreadyDisabled' | 'alreadyEnabled' }
  /** 404 `system-not-found`: deleted by another person, or no longer visible to this account. */
  | { readonly kind: 'alreadyGone' }
  | ({ readonly kind: 'skipped' } & SignOfLife)
  /** The service refused to delete it (4xx). The problem is null where it was read back from a file that does not say it. */
  | { readonly kind: 'refused'; readonly problem: Problem | null }
  /**
   * Nobody refused it, and the system still exists. The problem is null where no answer is known: the program ended
   * before it. `was`: what the service had said of it.
   */
  | { readonly kind: 'failed'; readonly problem: Problem | null; readonly was?: 'deleted' | 'alreadyGone' }
  /**
   * Whether it still exists is not known. `doubt`: the service said that it will delete it, the program ended before its
   * answer, or it was not found and the account may have lost access; then the problem, where there is one, is that of
   * looking again, or of asking for the access. None: it was read back from a file without it.
   */
  | { readonly kind: 'unknown'; readonly problem: Problem | null; readonly doubt?: 'accepted' | 'cutOff' | 'noAccess' }
  /** `why`: each check was too long ago when its deletion was to be sent. */
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

/** Why it is not known whether the service deleted a system. */
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

/** It is still there, however often one looks. */
export function afterStillThere(uncertainty: Uncertainty): Outcome {
  if (uncertainty.kind === 'accepted') return { kind: 'unknown', problem: null, doubt: 'accepted' };
  // After a cut-off, too, not "not attempted": it may have been sent.
  return { kind: 'failed', problem: uncertainty.kind === 'failed' ? uncertainty.problem : null };
}

/** Why an outcome is open that was saved as unknown, by a session that ended before it could be settled. */
export function uncertaintyLeftBy(outcome: Outcome | undefined): Uncertainty {
  if (outcome?.kind !== 'unknown') return { kind: 'cutOff' };
  // What was accepted may still be carried out: that it is there now says nothing of it.
  if (outcome.doubt === 'accepted') return { kind: 'accepted' };
  const { problem, doubt } = outcome;
  return problem === null || doubt !== undefined ? { kind: 'cutOff' } : { kind: 'failed', problem };
}

/** Looking again failed: a system that is not found is gone, anything else leaves it open. */
export function afterFailedLook(uncertainty: Uncertainty, problem: Problem): Outcome {
  if (isSystemNotFound(problem)) return { kind: uncertainty.kind === 'accepted' ? 'deleted' : 'alreadyGone' };
  if (uncertainty.kind === 'failed') return { kind: 'unknown', problem: uncertainty.problem };
  return { kind: 'unknown', problem, doubt: uncertainty.kind };
}

/** How a system ends whose reading again, just before its deletion, failed: nothing was sent to delete it. */
export function afterFailedRecheck(problem: Problem): Outcome {
  if (isSystemNotFound(problem)) return { kind: 'alreadyGone' };
  const isRefused = problem.kind === 'refused' && problem.status === 403;
  return { kind: isRefused ? 'refused' : 'notAttempted', problem };
}

/** How a system ends whose deletion failed; in doubt unless it is certain that the service did not act. */
export function afterFailedDeletion(problem: Problem): Outcome | { readonly kind: 'inDoubt' } {
  switch (problem.kind) {
    case 'refused':
      if (isSystemNotFound(problem)) return { kind: 'alreadyGone' };
      if (problem.status === 401 || problem.status === 429) return { kind: 'notAttempted', problem };
      // Any other 404 may be a proxy's, and after a 5xx the service may have acted all the same.
      return problem.status >= 500 || problem.status === 404 ? { kind: 'inDoubt' } : { kind: 'refused', problem };
    case 'unreachable':
    case 'withheld':
    case 'oddId':
      return { kind: 'notAttempted', problem };
    // A service may carry it out before it redirects.
    case 'redirected':
    case 'lost':
    case 'timedOut':
    case 'notTheApi':
    case 'wrongShape':
    case 'untrustedLink':
    case 'aborted':
      return { kind: 'inDoubt' };
  }
}

/** Would it be of use to ask again? Not without end about what was accepted, and is there all the same. */
export function isLeftOpen(outcome: Outcome): boolean {
  return outcome.kind === 'unknown' && (outcome.doubt !== 'accepted' || outcome.problem !== null);
}

/**
 * What will stop the next system as well: the token is good, and not for this; or the service did not answer, and nothing
 * was sent to delete the system by this session.
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

/** Is a system to be looked at, because a list says otherwise than its outcome? What is not in a whole list may be gone. */
export function isContradicted(outcome: Outcome, isListed: boolean, isWhole: boolean): boolean {
  if (isGone(outcome)) return isListed;
  if (outcome.kind === 'unknown') return isListed || isWhole;
  return (outcome.kind === 'refused' || outcome.kind === 'failed') && !isListed && isWhole;
}

/** The system was looked at, and still exists. */
export function afterFound(outcome: Outcome): Outcome {
  if (isGone(outcome)) return { kind: 'failed', problem: null, was: outcome.kind };
  // What was accepted may still be carried out.
  if (outcome.kind !== 'unknown' || outcome.doubt === 'accepted') return outcome;
  const { problem, doubt } = outcome;
  if (doubt === 'noAccess') return { kind: 'failed', problem: null, was: 'alreadyGone' };
  return { kind: 'failed', problem: doubt === undefined ? problem : null };
}

/** It was looked at and not found, by an account that had just read the list. */
export function afterNotFound(outcome: Outcome): Outcome {
  if (outcome.kind === 'unknown' && outcome.doubt === 'accepted') return { kind: 'deleted' };
  return ['refused', 'failed', 'unknown'].includes(outcome.kind) ? { kind: 'alreadyGone' } : outcome;
}

/** It could not be looked at: of what is listed nobody can say that it is gone. */
export function afterNoLook(outcome: Outcome, problem: Problem): Outcome {
  return isGone(outcome) ? { kind: 'unknown', problem } : outcome;
}

/** How a system ends to which it was done, would have been done in a preview, or need not be done any more. */
export const endsOf = {
  delete: { done: 'deleted', planned: 'wouldDelete', already: 'alreadyGone' },
  disable: { done: 'disabled', planned: 'wouldDisable', already: 'alreadyDisabled' },
  enable: { done: 'enabled', planned: 'wouldEnable', already: 'alreadyEnabled' },
} as const satisfies Readonly<Record<RunKind, Readonly<Record<'done' | 'planned' | 'already', Outcome['kind']>>>>;
