/** The share and the phrase of any review: the limit is a share in per cent, and no two reviews have one phrase. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { type Review, withToggled } from '../../../../src/state/removal/review/review.ts';
import { barOf } from '../../../../src/screens/removal/review-wording.ts';
import { aReviewer, aReviewOf, daysAgo, noGuards, now, systemsOf } from '../../../support/make.ts';
import { property } from '../../../support/property.ts';

const systems = systemsOf(60, () => ({ lastSeen: daysAgo(200) }));
// The edges of the phrase are tried often.
const anyCount = fc.oneof(fc.constantFrom(1, 25, 26), fc.integer({ min: 1, max: systems.length }));
const anyShare = fc.integer({ min: 1, max: 100 });

function aReview(count: number, total: number | null, share = 100): Review {
  const rules = { days: 90, now, guards: { ...noGuards, share }, address: null };
  return aReviewOf(systems.slice(0, count), { total, rules });
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
  'the phrase names the organisation above 25 systems, above a fifth of it, and where its size is not known',
  [anyCount, fc.option(fc.nat(300))],
  (count, others) => {
    const isNamed = others === null || count > 25 || 5 * count > count + others;
    expect(phraseOf(aReview(count, others === null ? null : count + others))).toBe(
      `delete ${count}${isNamed ? ' from Northwind' : ''}`,
    );
  },
);
