/** The rows of the review: on any terminal they fit, and what a deletion needs is never cut. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reviewLayout } from '../../../../src/screens/removal/review-table.ts';
import { clean } from '../../../../src/screens/text/clean.ts';
import { width } from '../../../../src/screens/text/fit.ts';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import { bodyRows, minScreen } from '../../../../src/state/kernel/list-view.ts';
import { phraseOf } from '../../../../src/state/removal/review/opening.ts';
import type { Review } from '../../../../src/state/removal/review/review.ts';
import { aReviewOf, aState, daysAgo, noGuards, now, systemsOf } from '../../../support/make.ts';
import { holds, property } from '../../../support/property.ts';

function reviewOf(count: number, total: number, share = 100): Review {
  const rules = { days: 90, now, guards: { ...noGuards, share }, address: null };
  return {
    ...aReviewOf(
      systemsOf(count, () => ({ lastSeen: daysAgo(200) })),
      { total, rules },
    ),
    hidden: 3,
  };
}

const anySize = fc.record({
  columns: fc.integer({ min: minScreen.columns, max: 200 }),
  rows: fc.integer({ min: minScreen.rows, max: 60 }),
});

const usualSize = fc.record({ columns: fc.integer({ min: 60, max: 200 }), rows: fc.integer({ min: 15, max: 60 }) });

test('it fits, with a row of its list, the whole phrase, and a field for it', () => {
  holds([anySize, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 999_999 })], (size, n, total) => {
    const review = reviewOf(n, total);
    const layout = reviewLayout({ ...aState(), ...size }, review);
    // In the lowest terminals a phrase of two lines takes the row of the list.
    expect(layout.list).toBeGreaterThanOrEqual(size.rows < 10 ? 0 : 1);
    expect(rowsOf(layout)).toBeLessThanOrEqual(bodyRows(size.rows));
    expect(layout.phrase.join(' ')).toContain(phraseOf(review));
    const isWarned = layout.warnings.length > 0 || size.rows < 10;
    expect(isWarned).toBe(true);
    for (const text of [...layout.bar, ...layout.phrase]) expect(width(text)).toBeLessThanOrEqual(size.columns);
  });
});

property('its summary and the reason under its list take one line each, however long they are', [anySize], (size) => {
  const tag = 'x'.repeat(300);
  const rules = { days: 90, now, guards: { ...noGuards, tags: [tag] }, address: null };
  const systems = systemsOf(1, () => ({ lastSeen: daysAgo(200), tags: [tag] }));
  const review: Review = { ...aReviewOf(systems, { total: 9, rules }), group: 'protected' };
  const { reason, summary } = reviewLayout({ ...aState(), ...size }, { ...review, rows: [0] });
  for (const text of [reason, summary]) expect(width(text ?? clean(''))).toBeLessThanOrEqual(size.columns - 2);
  if (size.rows >= 24 && size.columns < 100) expect(reason).not.toBeNull();
});

test('the words of a preview take as many lines as a low terminal has for them', () => {
  const usual = aState();
  const state = { ...usual, columns: 40, session: { ...usual.session, mode: 'preview' as const } };
  const lines = (rows: number): number => reviewLayout({ ...state, rows }, reviewOf(20_000, 30_000)).bar.length;
  expect([9, 10].map(lines)).toEqual([1, 2]);
});

property(
  'a blocked one from 60×15 on is never cut: it says why and what to do, and has no field',
  [usualSize],
  (size) => {
    const layout = reviewLayout({ ...aState(), ...size }, reviewOf(89, 130, defaultGuards.share));
    expect(layout.phrase).toEqual([]);
    const said = layout.bar.map((text) => text.slice(2)).join(' ');
    expect(said).toBe(clean('BLOCKED: 89 is more than 50 % of 130. Exclude 24, or change the limit (P).'));
    expect(rowsOf(layout)).toBeLessThanOrEqual(bodyRows(size.rows));
  },
);

/** The rows that it takes of the body: the first line of the bar stands above it. */
function rowsOf({ bar, summary, warnings, hasGroups, hasHeader, hasNote, list, phrase, hasBox }: Layout): number {
  const single = [summary !== null, hasGroups, hasHeader, hasNote, phrase.length > 0].filter(Boolean).length;
  return bar.length - 1 + warnings.length + single + list + phrase.length + (hasBox ? 2 : 0);
}

type Layout = ReturnType<typeof reviewLayout>;
