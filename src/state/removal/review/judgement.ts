/** The judgement of one system of a review: does it count, and why not. */
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { type Edit, fieldsSent } from '../../change/edit.ts';
import { type RunKind, runRows, type Why } from '../../change/run-kinds.ts';
import { type Guard, type Guarding, guardOf, type SignOfLife } from '../../fleet/protection/guards.ts';
import { isConnected, isStale } from '../../fleet/staleness/staleness.ts';

/** Finding of the check: a change since the mark, an id that fits in no address, or done already. */
export type Finding = SignOfLife | { readonly why: 'gone' | 'oddId' | 'already' };

/** How a system is judged. Systems that are judged alike share one of these. */
export interface Judgement {
  /** Does the rule call it stale? */
  readonly isStale: boolean;
  readonly hasConnected: boolean;
  readonly isConnected: boolean;
  readonly isDisabled: boolean;
  readonly why: Why;
  /** False: taken out again, inside the review. */
  readonly isChosen: boolean;
  /** Reason to leave it out of the count, unless lifted. */
  readonly guard: Guard | null;
  readonly isGuardLifted: boolean;
  readonly change: Finding | null;
  /** The same for a deletion: what a review leads to can be turned. */
  readonly found: Finding | null;
  /** The record by which it was marked, where the check found that it has changed since. */
  readonly was: System | null;
  /** Why it could not be checked. */
  readonly problem: Problem | null;
}

export interface ReviewItem {
  /** As it was last read. */
  readonly system: System;
  readonly judgement: Judgement;
}

/** By what systems are judged. */
export interface Rules extends Guarding {
  readonly days: number;
  readonly now: number;
}

/** By what one system is judged: the kind, its operation and the rules. */
export interface Judging {
  readonly kind: RunKind;
  readonly edit: Edit | null;
  readonly rules: Rules;
}

/** The judgement of the review by this record: one of the shared ones, where one of them is equal. */
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

/** The item with these parts of its judgement changed. */
export function rejudge({ system, judgement }: ReviewItem, change: Partial<Judgement>): ReviewItem {
  return { system, judgement: { ...judgement, ...change } };
}

/** Judgements that many systems share: each system is compared with all of them. */
export const maxShared = 16;

export function guardFor(kind: RunKind, system: System, rules: Rules): Guard | null {
  return guardOf(system, rules, rules.now, runRows[kind].guards);
}

/** The finding, if it keeps a system out of a review of this kind. */
export function changeFor({ kind, edit }: Judging, system: System, found: Finding | null): Finding | null {
  if (found?.why === 'gone' || found?.why === 'oddId') return found;
  const sent = edit === null ? null : fieldsSent(edit, system);
  if (runRows[kind].observe(system, sent && { sent }) === 'done') return { why: 'already' };
  return runRows[kind].guards === 'none' ? null : found;
}
