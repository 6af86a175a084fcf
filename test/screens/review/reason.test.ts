/** Why is a system in the review? */
import { expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import { reasonOf } from '../../../src/screens/review/reason.ts';
import { aReviewOf, aSystem, daysAgo } from '../../support/make.ts';

test.each<[Partial<System>, string]>([
  [{ lastSeen: daysAgo(214) }, 'last seen 214 d ago'],
  [{ lastSeen: null, enrolledAt: daysAgo(120) }, 'never connected, enrolled 120 d ago'],
  [{ lastSeen: daysAgo(1) }, 'marked by hand, seen 1 d ago'],
  [{ lastSeen: daysAgo(0.25) }, 'marked by hand, seen 6 h ago'],
  [{ lastSeen: daysAgo(400), state: 'Connected' }, 'marked by hand, connected now'],
  [{ lastSeen: 'never' }, 'marked by hand, age unknown'],
])('%j: %s', (about, words) => {
  const { items } = aReviewOf([aSystem(about)]);
  expect(items.map((item) => reasonOf(item))).toEqual([words]);
});

test.each<[Partial<System>, string]>([
  [{ lastSeen: daysAgo(214) }, 'seen 214 d ago'],
  [{ lastSeen: null, enrolledAt: daysAgo(120) }, 'never seen, 120 d'],
  [{ lastSeen: daysAgo(1) }, 'by hand, seen 1 d ago'],
])('%j, where room is short: %s', (about, words) => {
  const { items } = aReviewOf([aSystem(about)]);
  expect(items.map((item) => reasonOf(item, true))).toEqual([words]);
});
