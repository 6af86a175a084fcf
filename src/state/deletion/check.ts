/** The outcomes of a run are checked against a fresh list of its organisation, and what the list contradicts is looked at. */
import type { Problem } from '../../api/problem.ts';
import type { Outcome } from './outcome.ts';
import type { Scan } from '../list/scan.ts';

/** A check that is under way: its list is read, or what the list contradicts is looked at, a few systems at a time. */
export type RunCheck =
  | { readonly kind: 'reading'; readonly scan: Scan }
  | {
      readonly kind: 'looking';
      readonly scan: Scan;
      readonly pending: ReadonlySet<string>;
      readonly left: readonly string[];
    };

/**
 * How a check ended: when its list was read, or why the outcomes are not checked. `stopped`: by a person; `left`: the
 * program was left; `incomplete`: the list moved, or was not whole, so what it does not have may exist.
 */
export type Checked = { readonly at: string } | { readonly reason: UncheckedReason; readonly problem: Problem | null };

export const uncheckedReasons = ['stopped', 'left', 'token', 'noAccess', 'unreadable', 'incomplete'] as const;

export type UncheckedReason = (typeof uncheckedReasons)[number];

/** Is a system to be looked at, because a list says otherwise than its outcome? What is not in a whole list may be gone. */
export function isContradicted(outcome: Outcome, isListed: boolean, isWhole: boolean): boolean {
  switch (outcome.kind) {
    case 'deleted':
    case 'alreadyGone':
      return isListed;
    case 'refused':
    case 'failed':
      return !isListed && isWhole;
    case 'unknown':
      return isListed || isWhole;
    case 'skipped':
    case 'wouldDelete':
    case 'notAttempted':
      return false;
  }
}

/** The system was looked at, and still exists. */
export function afterFound(outcome: Outcome): Outcome {
  if (outcome.kind === 'deleted' || outcome.kind === 'alreadyGone') {
    return { kind: 'failed', problem: null, was: outcome.kind };
  }
  // What was accepted may still be carried out.
  if (outcome.kind !== 'unknown' || outcome.doubt === 'accepted') return outcome;
  const { problem, doubt } = outcome;
  if (doubt === 'noAccess') return { kind: 'failed', problem: null, was: 'alreadyGone' };
  return { kind: 'failed', problem: doubt === undefined ? problem : null };
}

/** It was looked at and not found, by an account that had just read the list. */
export function afterNotFound(outcome: Outcome): Outcome {
  switch (outcome.kind) {
    case 'refused':
    case 'failed':
      return { kind: 'alreadyGone' };
    case 'unknown':
      return { kind: outcome.doubt === 'accepted' ? 'deleted' : 'alreadyGone' };
    case 'deleted':
    case 'alreadyGone':
    case 'skipped':
    case 'wouldDelete':
    case 'notAttempted':
      return outcome;
  }
}

/** It could not be looked at: of what is listed nobody can say that it is gone. */
export function afterNoLook(outcome: Outcome, problem: Problem): Outcome {
  return outcome.kind === 'deleted' || outcome.kind === 'alreadyGone' ? { kind: 'unknown', problem } : outcome;
}
