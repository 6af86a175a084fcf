/** The table of a review is laid out by the systems of the review, whatever else the list shows. */
import { expect, test } from 'vitest';
import { reasonUnder, reviewTable } from '../../../../src/screens/removal/review-table.ts';
import { listLayout } from '../../../../src/screens/fleet/table-columns.ts';
import type { State } from '../../../../src/state/root/state.ts';
import { gallery } from '../../gallery.ts';

/** A review of the gallery; the usual one has three systems with short names, in a list with a name of 120 characters. */
function reviewAt(columns: number, name = 'review'): State & { readonly review: NonNullable<State['review']> } {
  const state = gallery[name]?.();
  if (state?.review == null) throw new Error('The gallery has no review.');
  return { ...state, review: state.review, columns };
}

test('the pane takes what its own table leaves, and the table has at least 80 cells', () => {
  const state = reviewAt(200);
  const { columns, cells } = reviewTable(state, state.review);
  expect(cells.pane).toBeGreaterThan(listLayout(state).pane);
  expect(columns.map(({ title }) => String(title))).toContain('DESCRIPTION');
  for (let columns = 115; columns < 260; columns++) {
    const { list, pane } = reviewTable(reviewAt(columns), state.review).cells;
    expect(list).toBeGreaterThanOrEqual(80);
    expect(list + 1 + pane).toBe(columns);
  }
});

test('a column of reasons costs no other one; without room for it, the reason of the row with the cursor is told', () => {
  const ways = new Set<string>();
  for (let columns = 40; columns <= 260; columns++) {
    const state = reviewAt(columns, 'review, protected systems');
    const { review } = state;
    const table = reviewTable(state, review).columns;
    const titles = table.map(({ title }) => String(title));
    // Nothing is told of systems that a person excluded.
    const usual = reviewTable(state, { ...review, group: 'excluded' }).columns.map(({ title }) => String(title));
    expect(titles.filter((title) => title !== 'WHY')).toEqual(usual);
    const isUnder = reasonUnder(review, table) !== null;
    expect(isUnder).toBe(!titles.includes('WHY'));
    ways.add(isUnder ? 'under the list' : 'a column');
  }
  expect([...ways]).toEqual(['under the list', 'a column']);
});
