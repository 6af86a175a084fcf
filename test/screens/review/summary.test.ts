/** The summary above the review's list. */
import { expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import { fittingLines, summaryLines } from '../../../src/screens/review/summary.ts';
import { type Review, withToggled } from '../../../src/state/review/review.ts';
import { aReviewOf, aSystem, daysAgo } from '../../support/make.ts';

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
