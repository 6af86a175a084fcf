/** The review: what exactly would be deleted, why, and which words confirm it. Frozen by id when it opens. */
import type { Organisation } from '../../api/organisations.ts';
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import { atTop, type ListPosition } from '../kernel/list-cursor.ts';
import { memoize } from '../kernel/memoize.ts';
import type { Incompleteness } from '../list/scan.ts';
import { type Age, ageOf, isConnected, isStale } from '../staleness/staleness.ts';
import { isSystemNotFound } from '../systems/not-found.ts';
import {
  cameBack,
  type Guard,
  guardBeyond,
  type Guarding,
  type Guards,
  guardOf,
  guardsOf,
  type Protection,
  type SignOfLife,
} from './guards.ts';

/** What the check found: what happened since its mark, or that its id fits in no address. */
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
  /** Why it could not be checked. */
  readonly problem: Problem | null;
}

/** By what systems are judged. */
interface Rules extends Guarding {
  readonly days: number;
  readonly now: number;
}

function newItem(system: System, rules: Rules): ReviewItem {
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
function rereadItem(item: ReviewItem, system: System, rules: Rules): ReviewItem {
  const { alsoListed } = item.system;
  const fresh = newItem(alsoListed === null ? system : { ...system, alsoListed }, rules);
  const known = [...guardsOf(item.system, rules, rules.now)];
  const isGuardLifted = item.isGuardLifted && guardBeyond(known, fresh.system, rules, rules.now) === null;
  return { ...fresh, isChosen: item.isChosen, isGuardLifted, change: cameBack(item.system, system) };
}

/** The review by other guards: one that was lifted stays so only where the system has no further one. */
export function withGuards(review: Review, guards: Guards): Review {
  const rules = { ...review.rules, guards };
  const items = review.items.map((item) => {
    const known = [...guardsOf(item.system, review.rules, review.rules.now)];
    const isGuardLifted = item.isGuardLifted && guardBeyond(known, item.system, rules, rules.now) === null;
    return { ...item, guard: guardOf(item.system, rules, rules.now), isGuardLifted };
  });
  return { ...review, rules, items, isWrong: false };
}

/** Whether it counts; `out`: taken out by the person. */
export function reviewStatusOf(item: ReviewItem): 'counts' | 'out' | 'guarded' | 'changed' {
  const { isChosen, guard, isGuardLifted, change } = item;
  if (change !== null) return 'changed';
  if (!isChosen) return 'out';
  return guard !== null && !isGuardLifted ? 'guarded' : 'counts';
}

/** Above this many systems, or this share of the organisation, the phrase names the organisation. */
const manySystems = 25;
const largeShare = 0.2;

/** More are not checked in the review: that would take longer than a look at it. The run checks each of them anyway. */
export const mostReread = 1000;

/** Systems of the review that are checked at a time. */
export const rereadConcurrency = 8;

export interface Review {
  readonly id: number;
  readonly organisation: Organisation;
  readonly items: readonly ReviewItem[];
  /** Systems of the organisation; null where the service never said. */
  readonly total: number | null;
  readonly rules: Rules;
  /** Marked systems that no row of the list shows: a filter hides them, or their page was not read. */
  readonly hidden: number;
  /** The list that was marked had not been read to its end. */
  readonly isIncomplete: boolean;
  /** Why the list is not whole, where that is not only that nobody read on. */
  readonly incompleteness: Incompleteness | null;
  /** Nothing says that the ages are right: the service's answers carry no time, or contradict each other. */
  readonly isClockUnverified: boolean;
  /** Systems whose reading again was asked for, and is answered. Null: they are too many to be read here. */
  readonly reread: { readonly sent: number; readonly answered: number } | null;
  readonly list: ListPosition;
  /** Keys count: none was pressed for a moment since the review was opened. */
  readonly isArmed: boolean;
  /** The phrase as far as it is typed; null while the keys move in the list. */
  readonly typed: string | null;
  /** Enter was pressed on another phrase. */
  readonly isWrong: boolean;
}

/** Freezes the marked systems: the oldest first, and at the end what is guarded. */
export function newReview(
  organisation: Organisation,
  systems: readonly System[],
  about: Pick<Review, 'id' | 'total' | 'rules' | 'hidden' | 'isIncomplete' | 'incompleteness' | 'isClockUnverified'>,
): Review {
  const items = systems.map((system) => newItem(system, about.rules));
  items.sort((a, b) => Number(a.guard !== null) - Number(b.guard !== null) || ageMs(b) - ageMs(a));
  const reread = items.length > mostReread ? null : { sent: 0, answered: 0 };
  return { ...about, organisation, items, reread, list: atTop, isArmed: false, typed: null, isWrong: false };
}

/** Is everything checked that is to be? Until then the count may change. */
export function isReread(review: Review): boolean {
  return leftToCheck(review) === 0;
}

/** Systems of the review that are still to be checked. */
export function leftToCheck({ reread, items }: Review): number {
  return reread === null ? 0 : Math.max(0, items.length - reread.answered);
}

/** The systems to be checked next, as many as there is room for. */
export function rereading(review: Review): readonly [Review, readonly System[]] {
  const { reread, items } = review;
  if (reread === null) return [review, []];
  const room = rereadConcurrency - (reread.sent - reread.answered);
  const next = items.slice(reread.sent, reread.sent + room).map(({ system }) => system);
  return [{ ...review, reread: { ...reread, sent: reread.sent + next.length } }, next];
}

/** What a system is now; null and a problem where that could not be read. */
export function withReread(review: Review, systemId: string, system: System | null, problem: Problem | null): Review {
  const { reread } = review;
  const at = review.items.findIndex((item) => item.system.systemId === systemId);
  const item = review.items[at];
  if (reread === null || item === undefined) return review;
  const now =
    system === null ? { ...item, change: changeIn(problem), problem } : rereadItem(item, system, review.rules);
  return { ...review, items: review.items.with(at, now), reread: { ...reread, answered: reread.answered + 1 } };
}

/** Nobody waits for those that were not asked for yet: they count as they were marked, and the review says so. */
export function rereadGivenUp(review: Review, problem: Problem): Review {
  const { reread, items } = review;
  if (reread === null) return review;
  const { sent, answered } = reread;
  return {
    ...review,
    items: items.map((item, at) => (at < sent ? item : { ...item, problem })),
    reread: { sent: items.length, answered: answered + items.length - sent },
  };
}

function changeIn(problem: Problem | null): ReviewItem['change'] {
  if (problem?.kind === 'oddId') return { why: 'oddId' };
  return problem !== null && isSystemNotFound(problem) ? { why: 'gone' } : null;
}

/** The items that would be deleted. */
export function chosen(review: Review): readonly ReviewItem[] {
  return chosenOf(review.items);
}

const chosenOf = memoize((items: readonly ReviewItem[]) => items.filter((item) => reviewStatusOf(item) === 'counts'));

/** What is confirmed: the systems that would be deleted, with the guards that were lifted for it. */
export function confirmedIn(review: Review): { readonly planned: readonly System[]; readonly protection: Protection } {
  const { rules } = review;
  const items = chosen(review);
  const guarded = items.filter(({ guard }) => guard !== null);
  const lifted = new Map(guarded.map(({ system }) => [system.systemId, [...guardsOf(system, rules, rules.now)]]));
  return { planned: items.map(({ system }) => system), protection: { guarding: rules, lifted } };
}

/** Are they more of the organisation than its guard lets through at once? */
export function isTooMuch(review: Review): boolean {
  const { total, rules } = review;
  const { share } = rules.guards;
  return total !== null && share < 100 && chosen(review).length > (total * share) / 100;
}

/**
 * The only words that start the deletion: they say what is unusual about it, so that nobody types it by habit. A name
 * that is not plain ASCII cannot be typed by everyone: its id can.
 */
export function phraseOf(review: Review): string {
  const count = chosen(review).length;
  const isMany = count > manySystems || review.total === null || count > review.total * largeShare;
  if (!isMany && !review.isClockUnverified) return `delete ${count}`;
  const what = review.isClockUnverified ? `${count} unverified` : `${count}`;
  const { orgName, orgId } = review.organisation;
  return `delete ${what} from ${/^[!-~]+( [!-~]+)*$/.test(orgName) ? orgName : orgId}`;
}

/** What the person is asked to do: the phrase in a sentence. */
export function sentenceOf(review: Review): string {
  return `Type "${phraseOf(review)}" to delete:`;
}

const noCounts = {
  lastSeen: 0,
  neverConnected: 0,
  byHand: 0,
  connected: 0,
  out: 0,
  guarded: 0,
  /** Guarded by their state alone. */
  notUnderstood: 0,
  connectedSince: 0,
  seenSince: 0,
  changed: 0,
  protected: 0,
  gone: 0,
  oddId: 0,
  unread: 0,
};

/** How many count, by reason, and how many do not. */
export function countsOf(review: Review): Readonly<typeof noCounts> {
  return countsIn(review.items);
}

const countsIn = memoize((items: readonly ReviewItem[]) => {
  const counts = { ...noCounts };
  for (const item of items) {
    const { system, reason, age, change, guard, problem } = item;
    const status = reviewStatusOf(item);
    if (change?.why === 'connected') counts.connectedSince++;
    else if (change !== null) counts[change.why]++;
    else if (status === 'guarded' && guard?.kind === 'state') counts.notUnderstood++;
    else if (status === 'out' || status === 'guarded') counts[status]++;
    else if (reason === 'byHand') counts.byHand++;
    else if (age.kind === 'neverConnected') counts.neverConnected++;
    else counts.lastSeen++;
    if (status === 'counts' && isConnected(system)) counts.connected++;
    if (status === 'counts' && problem !== null) counts.unread++;
  }
  return counts;
});

export function withToggled(review: Review, row: number): Review {
  return withItem(review, row, (item) => ({ ...item, isChosen: !item.isChosen }));
}

/** Lifts the guard of one system, or sets it again. */
export function withGuardToggled(review: Review, row: number): Review {
  return withItem(review, row, (item) => ({ ...item, isGuardLifted: item.guard !== null && !item.isGuardLifted }));
}

function withItem(review: Review, row: number, change: (item: ReviewItem) => ReviewItem): Review {
  const item = review.items[row];
  return item === undefined ? review : { ...review, items: review.items.with(row, change(item)), isWrong: false };
}

function ageMs({ age }: ReviewItem): number {
  return 'ms' in age ? age.ms : 0;
}
