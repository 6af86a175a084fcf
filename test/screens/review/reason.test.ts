/** Words for why a system is in the review. */
import { expect, test } from 'vitest';
import type { OtherTime } from '../../../src/api/timestamp.ts';
import type { System } from '../../../src/api/system.ts';
import { reasonOf } from '../../../src/screens/review/reason.ts';
import { defaultGuards } from '../../../src/state/review/guards.ts';
import { aReviewOf, aSystem, daysAgo, now } from '../../support/make.ts';

test.each<[Partial<System>, string]>([
  [{ lastSeen: daysAgo(214) }, 'last seen 214 d ago'],
  [{ lastSeen: null, enrolledAt: daysAgo(120) }, 'never connected, enrolled 120 d ago'],
  [{ lastSeen: daysAgo(1) }, 'marked by hand, seen 1 d ago'],
  [{ lastSeen: daysAgo(0.25) }, 'marked by hand, seen 6 h ago'],
  [{ lastSeen: daysAgo(400), state: 'Connected' }, 'marked by hand, connected now'],
  [{ lastSeen: 'never' }, 'marked by hand, age unreadable'],
  [{ lastSeen: null, enrolledAt: null }, 'marked by hand, age unknown'],
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

test.each<[Partial<System>, string]>([
  [{ tags: ['env=protect'] }, 'protected (tag "env=protect")'],
  [{ odd: { tags: '[…' } }, 'protected (its tags are too long to read)'],
  [{ enrolledAt: daysAgo(2) }, 'protected (enrolled 2 d ago)'],
  [{ otherTimes: [timeIn('connectedAt', daysAgo(0.002))] }, 'protected (connectedAt 3 min ago)'],
  [{ otherTimes: [timeIn('session.at', daysAgo(-1))] }, 'protected (session.at in 24 h)'],
  [{ state: 'Away' }, 'protected (state not understood: "Away")'],
  [{ state: null }, 'protected (no state)'],
])('%j: %s', (about, words) => {
  const rules = { days: 90, now, guards: defaultGuards, address: null };
  const { items } = aReviewOf([aSystem({ lastSeen: daysAgo(200), ...about })], { rules });
  expect(items.map((item) => reasonOf(item, true))).toEqual([words]);
});

function timeIn(field: string, text: string): OtherTime {
  return { field, text, ms: Date.parse(text) };
}
