/** A system of the review: whether it counts, and if not, why. */
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import { type Guard, guardBeyond, type Guarding, guardOf, guardsOf } from './guards.ts';
import { cameBack, type SignOfLife } from './kept-since.ts';
import { type Age, ageOf, isStale } from '../staleness/staleness.ts';

/** What was found when it was read again: what happened since its mark, or that its id fits in no address. */
export type Change = SignOfLife | { readonly why: 'gone' | 'oddId' };

export interface ReviewItem {
  /** As it was last read. */
  readonly system: System;
  /** `stale`: by the rule. `byHand`: the rule does not call it stale, a person marked it. */
  readonly reason: 'stale' | 'byHand';
  readonly age: Age;
  /** False: taken out again, inside the review. */
  readonly isChosen: boolean;
  /** What keeps it out of the count, unless it is lifted. */
  readonly guard: Guard | null;
  readonly isGuardLifted: boolean;
  readonly change: Change | null;
  /** Why it could not be read again. */
  readonly problem: Problem | null;
}

/** By what systems are judged. */
export interface Rules extends Guarding {
  readonly days: number;
  readonly now: number;
}

export function newItem(system: System, rules: Rules): ReviewItem {
  return {
    system,
    reason: isStale(system, rules.days, rules.now) ? 'stale' : 'byHand',
    age: ageOf(system, rules.now),
    isChosen: true,
    guard: guardOf(system, rules, rules.now),
    isGuardLifted: false,
    change: null,
    problem: null,
  };
}

/**
 * The item as the service describes the system now. A guard that was not there when another was lifted holds; so does
 * that of another record which the list had.
 */
export function rereadItem(item: ReviewItem, system: System, rules: Rules): ReviewItem {
  const { alsoListed } = item.system;
  const fresh = newItem(alsoListed === null ? system : { ...system, alsoListed }, rules);
  const isGuardLifted = item.isGuardLifted && isKnown(item.system, fresh.system, rules);
  return { ...fresh, isChosen: item.isChosen, isGuardLifted, change: cameBack(item.system, system) };
}

/** Has it no guard but those that it had? */
function isKnown(before: System, now: System, rules: Rules): boolean {
  return guardBeyond([...guardsOf(before, rules, rules.now)], now, rules, rules.now) === undefined;
}

/** `out`: taken out by the person. */
type ReviewStatus = 'counts' | 'out' | 'guarded' | 'changed';

export function reviewStatusOf({ isChosen, guard, isGuardLifted, change }: ReviewItem): ReviewStatus {
  if (change !== null) return 'changed';
  if (!isChosen) return 'out';
  return guard !== null && !isGuardLifted ? 'guarded' : 'counts';
}
