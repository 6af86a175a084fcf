/** What exactly would be deleted, why, and which words confirm it? Frozen by id when the review opens. */
import type { Organisation } from '../api/organisation.ts';
import type { System } from '../api/system.ts';
import { atTop, type ListPosition } from './list-position.ts';
import type { Mark } from './marks.ts';
import type { Gap } from './scan.ts';
import { type Age, ageOf, isConnected, isStale } from './staleness.ts';

/** Above this many systems, or this share of the organisation, the phrase names the organisation. */
export const manySystems = 25;
export const largeShare = 0.2;

export interface ReviewItem {
  readonly system: System;
  /** `stale`: by the rule. `byHand`: the rule does not call it stale, a person marked it. */
  readonly reason: 'stale' | 'byHand';
  readonly age: Age;
  /** False: taken out again, inside the review. */
  readonly isChosen: boolean;
}

export interface Review {
  readonly organisation: Organisation;
  readonly items: readonly ReviewItem[];
  /** Systems of the organisation; null where the service never said. */
  readonly total: number | null;
  readonly days: number;
  /** The list that was marked had not been read to its end. */
  readonly isIncomplete: boolean;
  /** Why the list is not whole, where that is not only that nobody read on. */
  readonly gap: Gap | null;
  /** Nothing says that the ages are right: the service's answers carry no time, or contradict each other. */
  readonly isClockUnverified: boolean;
  readonly list: ListPosition;
  /** The phrase as far as it is typed; null while the keys move in the list. */
  readonly typed: string | null;
  /** Enter was pressed on another phrase. */
  readonly isWrong: boolean;
}

/** Freezes the marked systems: what a person marked against the rule first, then the oldest. */
export function newReview(
  organisation: Organisation,
  marks: Iterable<Mark>,
  about: {
    total: number | null;
    days: number;
    now: number;
    isIncomplete: boolean;
    gap: Gap | null;
    isClockUnverified: boolean;
  },
): Review {
  const items = Array.from(marks, ({ system }): ReviewItem => {
    const reason = isStale(system, about.days, about.now) ? 'stale' : 'byHand';
    return { system, reason, age: ageOf(system, about.now), isChosen: true };
  });
  items.sort((a, b) => weight(b) - weight(a));
  const { total, days, isIncomplete, gap, isClockUnverified } = about;
  const asked = { list: atTop, typed: null, isWrong: false } as const;
  return { organisation, items, total, days, isIncomplete, gap, isClockUnverified, ...asked };
}

export function chosen(review: Review): readonly ReviewItem[] {
  return review.items.filter((item) => item.isChosen);
}

/** The only words that start the deletion. A name that is not plain ASCII cannot be typed by everyone: its id can. */
export function phraseOf(review: Review): string {
  const count = chosen(review).length;
  const isMany = count > manySystems || review.total === null || count > review.total * largeShare;
  if (!isMany) return `delete ${count}`;
  const { orgName, orgId } = review.organisation;
  return `delete ${count} from ${/^[!-~]+( [!-~]+)*$/.test(orgName) ? orgName : orgId}`;
}

/** What the person is asked to do: the phrase in a sentence. */
export function sentenceOf(review: Review): string {
  return `Type "${phraseOf(review)}" to delete:`;
}

/** How many are chosen, by reason. */
export function countsOf(review: Review): {
  lastSeen: number;
  neverConnected: number;
  byHand: number;
  connected: number;
} {
  const counts = { lastSeen: 0, neverConnected: 0, byHand: 0, connected: 0 };
  for (const { system, reason, age } of chosen(review)) {
    if (reason === 'byHand') counts.byHand++;
    else if (age.kind === 'neverConnected') counts.neverConnected++;
    else counts.lastSeen++;
    if (isConnected(system)) counts.connected++;
  }
  return counts;
}

export function withToggled(review: Review, row: number): Review {
  const item = review.items[row];
  if (item === undefined) return review;
  return { ...review, items: review.items.with(row, { ...item, isChosen: !item.isChosen }), isWrong: false };
}

/** Marked by hand outweighs any age: those are the ones to look at. */
function weight(item: ReviewItem): number {
  const age = item.age.kind === 'unknown' ? 0 : item.age.ms;
  return item.reason === 'byHand' ? Number.MAX_SAFE_INTEGER - age : age;
}
