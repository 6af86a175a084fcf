import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { defaultGuards, type Guards } from '../../../../src/state/fleet/protection/guards.ts';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/phrase.ts';
import {
  chosen,
  countsOf,
  type Review,
  withGuards,
  withGuardToggled,
  withToggled,
} from '../../../../src/state/removal/review/review.ts';
import { anOrganisation, aReviewOf, aSystem, daysAgo, noGuards, now, systemsOf } from '../../../support/make.ts';

function reviewOf(systems: readonly System[], total: number | null = 1000, orgName = 'Northwind'): Review {
  return aReviewOf(systems, { total }, orgName);
}

const old = aSystem({ systemId: 'old', lastSeen: daysAgo(200) });
const older = aSystem({ systemId: 'older', lastSeen: daysAgo(300) });
const never = aSystem({ systemId: 'never', lastSeen: null, enrolledAt: daysAgo(250) });
const fresh = aSystem({ systemId: 'fresh', lastSeen: daysAgo(2) });
const live = aSystem({ systemId: 'live', lastSeen: daysAgo(400), state: 'Connected' });
const timeless = aSystem({ systemId: 'timeless', lastSeen: 'never' });

describe('the phrase', () => {
  test.each([
    ['delete 1', 1, 1000],
    ['delete 25', 25, 1000],
    ['delete 26 from Northwind', 26, 1000],
    ['delete 20', 20, 100],
    ['delete 21 from Northwind', 21, 100],
    ['delete 1 from Northwind', 1, 4],
    ['delete 1 from Northwind', 1, null],
    ['delete 1 from Northwind', 1, 0],
  ])('is "%s" for %i of %s systems', (phrase, count, total) => {
    expect(phraseOf(reviewOf(systemsOf(count), total))).toBe(phrase);
  });

  test.each([
    ['Northwind Traders', 'Northwind Traders'],
    ['A&B (test) 100%', 'A&B (test) 100%'],
    ['Żółw', 'N1'],
    ['Northwind\u202E', 'N1'],
    ['two  spaces', 'N1'],
    [' led by one', 'N1'],
    ['', 'N1'],
    ['A'.repeat(30), 'A'.repeat(30)],
    ['A'.repeat(31), 'N1'],
  ])('names "%s" as %s, which everyone can type', (orgName, named) => {
    expect(phraseOf(reviewOf([old], null, orgName))).toBe(`delete 1 from ${named}`);
  });

  test('names an organisation with a long name or id by the first eight characters of its id', () => {
    const organisation = anOrganisation({ orgName: 'Żółw', orgId: 'n7Kq2wTdLong' });
    expect(phraseOf({ ...reviewOf([old], null), organisation })).toBe('delete 1 from n7Kq2wTd');
  });

  test.each([
    ['delete 1 unverified from Northwind', 1],
    ['delete 26 unverified from Northwind', 26],
  ])('is "%s" where no sure time says that the ages are right', (phrase, count) => {
    const review = { ...reviewOf(systemsOf(count)), isClockUnverified: true };
    expect(phraseOf(review)).toBe(phrase);
  });

  test('counts only what is still chosen', () => {
    const review = withToggled(reviewOf([old, older]), 0);
    expect(phraseOf(review)).toBe('delete 1');
  });
});

describe('the list', () => {
  test('begins with the oldest', () => {
    const { items } = reviewOf([old, fresh, never, live, older, timeless]);
    expect(items.map(({ system, isStale }) => [system.systemId, isStale ? 'stale' : 'not stale'])).toEqual([
      ['live', 'not stale'],
      ['older', 'stale'],
      ['never', 'stale'],
      ['old', 'stale'],
      ['fresh', 'not stale'],
      ['timeless', 'not stale'],
    ]);
  });

  test('is counted by reason, with those connected apart', () => {
    const review = reviewOf([old, older, never, fresh, live]);
    expect(countsOf(review)).toMatchObject({ lastSeen: 2, neverConnected: 1, notStale: 2, connected: 1, excluded: 0 });
    expect(countsOf(withToggled(review, 0))).toMatchObject({ lastSeen: 2, notStale: 1, connected: 0, excluded: 1 });
  });

  test('lets a system be excluded and included', () => {
    const review = { ...reviewOf([old, older]), isWrong: true };
    const without = withToggled(review, 0);
    expect(chosen(without).map(({ system }) => system.systemId)).toEqual(['old']);
    expect(without.isWrong).toBe(false);
    expect(withToggled(without, 0)).toEqual({ ...review, isWrong: false });
    expect(withToggled(review, 7)).toBe(review);
  });
});

test('more than the share is too much; what is not known, or not guarded, is not', () => {
  const isRefused = (count: number, total: number | null, guards: Guards): boolean =>
    obstacleOf(aReviewOf(systemsOf(count), { total, rules: { days: 90, now, guards, address: null } })) !== null;
  const half = { ...noGuards, share: 50 };
  expect([50, 51].map((count) => isRefused(count, 100, half))).toEqual([false, true]);
  expect(isRefused(100, 100, noGuards)).toBe(false);
  expect(isRefused(100, null, half)).toBe(false);
  expect([50, 51].map((count) => isRefused(count, 100, { ...noGuards, share: defaultGuards.share }))).toEqual([
    false,
    true,
  ]);
});

test('a blocked review says how many to exclude, until the limit is no more', () => {
  const rules = { days: 90, now, guards: { ...noGuards, share: 50 }, address: null };
  const review = aReviewOf(systemsOf(89), { total: 130, rules });
  expect(obstacleOf(review)).toEqual({ kind: 'share', exclude: 24 });
  const excluding = (count: number): Review =>
    Array.from({ length: count }, (_, at) => at).reduce((before, at) => withToggled(before, at), review);
  expect([23, 24].map((count) => obstacleOf(excluding(count)))).toEqual([{ kind: 'share', exclude: 1 }, null]);
  expect(obstacleOf(withGuards(review, { ...noGuards, share: 70 }))).toBeNull();
});

test('other protection judges the review again, and ends nothing that a person included', () => {
  const tagged = { ...old, tags: ['prod'] };
  const rules = { days: 90, now, guards: noGuards, address: null };
  const review = aReviewOf([tagged], { rules });
  const protective = { ...noGuards, tags: ['prod'] };
  expect(chosen(withGuards(review, protective))).toEqual([]);
  const included = withGuardToggled(withGuards(review, protective), 0);
  expect(chosen(withGuards(included, { ...protective, share: 20 }))).toHaveLength(1);
  expect(chosen(withGuards(included, { ...protective, tags: ['prod', 'old'], seenDays: 365 }))).toEqual([]);
});
