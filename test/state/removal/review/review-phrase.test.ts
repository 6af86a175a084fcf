/** The words that start a run, and the share of the organisation that stands in their way, at their exact edges. */
import { describe, expect, test } from 'vitest';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { type Review, withGuards, withToggled } from '../../../../src/state/removal/review/review.ts';
import { summaryOf } from '../../../../src/screens/removal/review-wording.ts';
import type { System } from '../../../../src/api/system.ts';
import { anOrganisation, aReviewOf, aSystem, daysAgo, noGuards, now, systemsOf } from '../../../support/make.ts';

function aReview(count: number, total: number | null, share = 100): Review {
  const rules = { days: 90, now, guards: { ...noGuards, share }, address: null };
  return aReviewOf(
    systemsOf(count, () => ({ lastSeen: daysAgo(200) })),
    { total, rules },
  );
}

describe('the share of an organisation that may be deleted', () => {
  test.each([
    [50, 100, defaultGuards.share, null],
    [51, 100, defaultGuards.share, 1],
    // Half a system is none.
    [50, 101, 50, null],
    [51, 101, 50, 1],
    [1, 3, 50, null],
    [2, 3, 50, 1],
    [9, 9, 99, 1],
    [9, 9, 100, null],
    [1, 1, 1, 1],
    [1, 99, 1, 1],
    [1, 100, 1, null],
    [100, 100, 100, null],
    [7, null, 10, null],
    [100, null, 50, null],
  ])('%i of %j, where %i %% may be: so many are too many: %j', (count, total, share, exclude) => {
    expect(obstacleOf(aReview(count, total, share))).toEqual(exclude === null ? null : { kind: 'share', exclude });
  });

  test('without a system there is nothing to confirm', () => {
    expect(obstacleOf(aReview(0, 100))).toEqual({ kind: 'nothing' });
  });
});

test('a blocked review says how many to exclude, until the limit is no more', () => {
  const review = aReview(89, 130, 50);
  expect(obstacleOf(review)).toEqual({ kind: 'share', exclude: 24 });
  const excluding = (count: number): Review =>
    Array.from({ length: count }, (_, at) => at).reduce((before, at) => withToggled(before, at), review);
  expect([23, 24].map((count) => obstacleOf(excluding(count)))).toEqual([{ kind: 'share', exclude: 1 }, null]);
  expect(obstacleOf(withGuards(review, { ...noGuards, share: 70 }))).toBeNull();
});

test.each([
  [25, 1000, 'delete 25'],
  [26, 1000, 'delete 26 from Northwind'],
  [20, 100, 'delete 20'],
  [21, 100, 'delete 21 from Northwind'],
  [1, 5, 'delete 1'],
  [1, 4, 'delete 1 from Northwind'],
  [1, null, 'delete 1 from Northwind'],
  [1, 0, 'delete 1 from Northwind'],
])('for %i of %j systems one types "%s"', (count, total, phrase) => {
  expect(phraseOf(aReview(count, total))).toBe(phrase);
});

test.each([1, 26])('where no sure time says that the ages are right, %i systems are called unverified', (count) => {
  const review = { ...aReview(count, 1000), isClockUnverified: true };
  expect(phraseOf(review)).toBe(`delete ${count} unverified from Northwind`);
});

test('the phrase counts only what is still chosen', () => {
  expect(phraseOf(withToggled(aReview(2, 1000), 0))).toBe('delete 1');
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
