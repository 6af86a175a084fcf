/** Judges one system of a review: whether it counts, and why not. */
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { type Edit, fieldsSent } from '../../change/edit.ts';
import { type RunKind, runRows, type Why } from '../../change/run-kinds.ts';
import { type Guard, type Guarding, guardOf, type SignOfLife } from '../../fleet/protection/guards.ts';
import { isConnected, isStale } from '../../fleet/staleness/staleness.ts';

/** Result of the check: a change since the mark, an invalid id, or the goal already reached. */
export type Finding = SignOfLife | { readonly why: 'gone' | 'oddId' | 'already' };

/** Systems with equal judgements share one object. */
export interface Judgement {
  readonly isStale: boolean;
  readonly hasConnected: boolean;
  readonly isConnected: boolean;
  readonly isDisabled: boolean;
  /** Fields of the record could not be read. */
  readonly hasUnread: boolean;
  readonly why: Why;
  /** False: excluded in the review. */
  readonly isChosen: boolean;
  /** Keeps the system from counting, unless lifted. */
  readonly guard: Guard | null;
  readonly isGuardLifted: boolean;
  readonly change: Finding | null;
  /** The finding before the kind is considered, kept for a switch of kinds (`turnReview`). */
  readonly found: Finding | null;
  /** The record of the mark, if the check found a change since; else null. */
  readonly was: System | null;
  readonly problem: Problem | null;
}

export interface ReviewItem {
  /** The record as last read. */
  readonly system: System;
  readonly judgement: Judgement;
}

export interface Rules extends Guarding {
  readonly days: number;
  readonly now: number;
}

/** The kind, its operation and the rules. */
export interface Judging {
  readonly kind: RunKind;
  readonly edit: Edit | null;
  readonly rules: Rules;
}

/** Returns an equal judgement from `shared` if there is one. */
export function judgementOf(
  system: System,
  judging: Judging,
  why: Why,
  isChosen = true,
  shared: readonly Judgement[] = [],
): Judgement {
  const { kind, rules } = judging;
  const stale = isStale(system, rules.days, rules.now);
  const connected = isConnected(system);
  const guard = guardFor(kind, system, rules);
  const change = changeFor(judging, system, null);
  for (const one of shared)
    if (
      one.isStale === stale &&
      one.hasConnected === (system.lastSeen !== null) &&
      one.isConnected === connected &&
      one.isDisabled === (system.isEnabled === false) &&
      one.hasUnread === system.unread.length > 0 &&
      one.why === why &&
      one.isChosen === isChosen &&
      one.guard === guard &&
      one.change === change
    )
      return one;
  return {
    isStale: stale,
    hasConnected: system.lastSeen !== null,
    isConnected: connected,
    isDisabled: system.isEnabled === false,
    hasUnread: system.unread.length > 0,
    why,
    isChosen,
    guard,
    isGuardLifted: false,
    change,
    found: null,
    was: null,
    problem: null,
  };
}

export function rejudge({ system, judgement }: ReviewItem, change: Partial<Judgement>): ReviewItem {
  return { system, judgement: { ...judgement, ...change } };
}

/** Maximum number of shared judgements, since each system is compared with all of them. */
export const maxShared = 16;

export function guardFor(kind: RunKind, system: System, rules: Rules): Guard | null {
  return guardOf(system, rules, rules.now, runRows[kind].guards);
}

/** Null: the finding does not keep a system out of a review of this kind. */
export function changeFor({ kind, edit }: Judging, system: System, found: Finding | null): Finding | null {
  if (found?.why === 'gone' || found?.why === 'oddId') return found;
  const sent = edit === null ? null : fieldsSent(edit, system);
  if (runRows[kind].observe(system, sent && { sent }) === 'done') return { why: 'already' };
  return runRows[kind].guards === 'none' ? null : found;
}
