/** The summary above the review's list, and words for why a system is in it. */
import { expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import type { OtherTime } from '../../../src/api/timestamp.ts';
import { fittingLines, reasonOf, summaryLines } from '../../../src/screens/review/review-wording.ts';
import { defaultGuards } from '../../../src/state/review/guards.ts';
import { type Review, withToggled } from '../../../src/state/review/review.ts';
import { aReviewOf, aSystem, daysAgo, now } from '../../support/make.ts';

const old = { lastSeen: daysAgo(200) };

function textsOf(review: Review, rows = 20): readonly string[] {
  return fittingLines(summaryLines(review), rows).map(({ text }) => text);
}

function reviewOf(...systems: readonly Partial<System>[]): Review {
  return aReviewOf(systems.map((about, at) => aSystem({ systemId: `S${at}`, ...about })));
}

test('what is not in the count stands below a line, and what is said of those in it is set in', () => {
  const review = { ...withToggled(reviewOf(old, old, old), 2), hidden: 1 };
  expect(textsOf(review)).toEqual([
    '      2  last seen more than 90 days ago',
    '         1 of the marked in no row of the list: a filter or a search hides them',
    '─ not in the count ─',
    '      1  taken out, not deleted',
  ]);
});

test('those whose page was not read need no filter to be in no row', () => {
  const lines = textsOf({ ...reviewOf(old), hidden: 1, isIncomplete: true });
  expect(lines).toContain(
    '         1 of the marked in no row of the list: a filter or a search hides them, or their page was not read',
  );
});

test('where there is no room for all, the grave ones stay, and it is said that there are more', () => {
  const review = { ...withToggled(reviewOf(old, old, old), 2), hidden: 1, isIncomplete: true };
  expect(textsOf(review, 3)).toEqual([
    'Only systems seen are here: the list was not read to its end.',
    expect.stringContaining('in no row of the list'),
    '+3 more lines: enlarge the terminal',
  ]);
  expect(textsOf(review, 1)).toEqual([expect.stringMatching(/^\+4 more lines: enlarge the terminal · Only systems/)]);
});

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
