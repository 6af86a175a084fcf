/** The words that start a run, and the share of the organisation that stands in their way: no two reviews have one phrase. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { type Review, withToggled } from '../../../../src/state/removal/review/review.ts';
import { barOf } from '../../../../src/screens/removal/review-wording.ts';
import { summaryOf } from '../../../../src/screens/removal/review-summary.ts';
import type { System } from '../../../../src/api/system.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import {
  anOrganisation,
  aReviewer,
  aReviewOf,
  aSystem,
  daysAgo,
  noGuards,
  now,
  systemsOf,
} from '../../../support/make.ts';
import { property } from '../../../support/property.ts';

const systems = systemsOf(63, () => ({ lastSeen: daysAgo(200), isEnabled: null }));
// The edges of the phrase are tried often.
const anyCount = fc.oneof(fc.constantFrom(1, 25, 26), fc.integer({ min: 1, max: 60 }));
const anyShare = fc.integer({ min: 1, max: 100 });

function aReview(count: number, total: number | null, share = 100, kind: RunKind = 'delete'): Review {
  const rules = { days: 90, now, guards: { ...noGuards, share }, address: null };
  return aReviewOf(systems.slice(0, count), { kind, total, rules });
}

function excluding(review: Review, count: number): Review {
  return Array.from({ length: count }, (_, at) => at).reduce(withToggled, review);
}

property(
  'a review is blocked exactly above the limit, and by excluding as many as it says it no longer is',
  [anyCount, fc.nat(200), anyShare],
  (count, others, share) => {
    const total = count + others;
    const review = aReview(count, total, share);
    const obstacle = obstacleOf(review);
    expect(obstacle?.kind === 'share').toBe(count * 100 > share * total);
    if (obstacle?.kind !== 'share') return;
    const { exclude } = obstacle;
    expect(obstacleOf(excluding(review, exclude))?.kind).toBe(exclude === count ? 'nothing' : undefined);
    expect(obstacleOf(excluding(review, exclude - 1))).toEqual({ kind: 'share', exclude: 1 });
  },
);

test('any share may be deleted of an organisation whose size is not known, and without a system there is nothing to confirm', () => {
  expect([7, 60].map((count) => obstacleOf(aReview(count, null, 10)))).toEqual([null, null]);
  expect(obstacleOf(aReview(0, 100))).toEqual({ kind: 'nothing' });
});

property(
  'the bar tells the share of an open review: 100 % is all of the organisation, and 0 % none',
  [anyCount, fc.nat(20_000)],
  (count, others) => {
    const { text } = barOf(aReview(count, count + others), false);
    const share = /\((.*) %\)/.exec(text)?.[1] ?? '';
    expect(share === '100').toBe(others === 0);
    expect(share).not.toBe('0');
    const told = Number(share.replace(/^(?:over|under) /, ''));
    expect(Math.abs(told - (100 * count) / (count + others))).toBeLessThanOrEqual(1);
  },
);

const anyReview = fc
  .record({
    count: fc.constantFrom(1, 11, 25, 26),
    others: fc.constantFrom(null, 3, 300),
    isUnverified: fc.boolean(),
    isAnothers: fc.boolean(),
  })
  .map(({ count, others, isUnverified, isAnothers }) => ({
    ...aReview(count, others === null ? null : count + others),
    isClockUnverified: isUnverified,
    ...(isAnothers && { reviewer: aReviewer() }),
  }));

property(
  'a phrase has the number of its systems, and is that of no other number or kind of review',
  [anyReview, anyReview],
  (one, other) => {
    const told = (review: Review): unknown[] => [
      review.items.length,
      review.isClockUnverified,
      review.reviewer?.by,
      phraseOf(review).includes('Northwind'),
    ];
    expect(phraseOf(one) === phraseOf(other)).toBe(JSON.stringify(told(one)) === JSON.stringify(told(other)));
    expect(phraseOf(one).split(' ')[1]).toBe(`${one.items.length}`);
  },
);

property(
  'the phrase says what is done, and names the organisation above 25 systems, above a fifth of it, and where its size is not known',
  [fc.constantFrom('delete', 'disable', 'enable'), anyCount, fc.option(fc.nat(300)), fc.nat(3)],
  (kind, count, others, excluded) => {
    const review = aReview(count + excluded, others === null ? null : count + others, 100, kind);
    const isNamed = others === null || count > 25 || 5 * count > count + others;
    expect(phraseOf(excluding(review, excluded))).toBe(`${kind} ${count}${isNamed ? ' from Northwind' : ''}`);
  },
);

test.each([1, 26])('where no sure time says that the ages are right, %i systems are called unverified', (count) => {
  const review = { ...aReview(count, 1000), isClockUnverified: true };
  expect(phraseOf(review)).toBe(`delete ${count} unverified from Northwind`);
});

test.each([
  ['Northwind Traders', 'Northwind Traders'],
  ['A&B (test) 100%', 'A&B (test) 100%'],
  ['x'.repeat(30), 'x'.repeat(30)],
  ['x'.repeat(31), 'n7Kq2wTd'],
  ['Łódź', 'n7Kq2wTd'],
  ['Northwind\u202E', 'n7Kq2wTd'],
  ['two  spaces', 'n7Kq2wTd'],
  [' North', 'n7Kq2wTd'],
  ['', 'n7Kq2wTd'],
])('an organisation called %j asks for %j: everyone can type it', (orgName, name) => {
  const organisation = anOrganisation({ orgName, orgId: 'n7Kq2wTd90' });
  expect(phraseOf({ ...aReview(1, null), organisation })).toBe(`delete 1 from ${name}`);
});

describe('the phrase for the row under the cursor', () => {
  function reviewOfRow(system: Partial<System>, about: Partial<Review> = {}): Review {
    const one = aSystem({ systemId: 'S7', ...system });
    return { ...aReviewOf([one], { total: 1000, whys: [{ by: 'row' }] }), ...about };
  }

  test.each([
    ['its name', 'srv-3349', 'delete srv-3349'],
    ['its id, where the name has letters that not everyone can type', 'café', 'delete S7'],
    ['its id, where the name is long', 'a'.repeat(31), 'delete S7'],
    ['its id, where it has no name', null, 'delete S7'],
    ['its id, where the name would read as a count', '12', 'delete S7'],
    ['its id, where the name ends with a blank', 'srv ', 'delete S7'],
  ])('the phrase has %s', (_, hostname, phrase) => {
    expect(phraseOf(reviewOfRow({ hostname }))).toBe(phrase);
  });

  test('the phrase says besides what is unusual', () => {
    expect(phraseOf(reviewOfRow({ hostname: 'srv-1' }, { total: 2 }))).toBe('delete srv-1 from Northwind');
    const unverified = reviewOfRow({ hostname: 'srv-1' }, { isClockUnverified: true });
    expect(phraseOf(unverified)).toBe('delete srv-1 unverified from Northwind');
  });

  test('it is called that, and never marked by hand', () => {
    expect(summaryOf(reviewOfRow({ lastSeen: daysAgo(2) }))).toBe('the row under the cursor · 1 not stale');
  });
});
