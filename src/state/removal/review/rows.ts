/** The rows of a review: one of its groups, filtered and sorted as the list is. */
import { matches } from '../../fleet/filter/filter.ts';
import type { FilterContext } from '../../fleet/filter/fields.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { memoize } from '../../kernel/memoize.ts';
import { compareKeys, nextSort, secondSort, type Sort } from '../../fleet/list/rows.ts';
import { sortKeysOf, type SortKey } from '../../fleet/systems/fields.ts';
import { groupOf, oldestFirst, type Review, type ReviewGroup, type ReviewItem } from './review.ts';

const noSizes: Readonly<Record<ReviewGroup, number>> = { taken: 0, reconnected: 0, protected: 0, excluded: 0 };

/** How many systems each group has. */
export const groupSizes = memoize((items: readonly ReviewItem[]) => {
  const sizes = { ...noSizes };
  for (const item of items) sizes[groupOf(item)]++;
  return sizes;
});

/** The review with another list: the cursor follows its system, and starts at the top of another group. */
export function reshown(
  review: Review,
  about: Partial<Pick<Review, 'group' | 'filter' | 'sort'>>,
  context: FilterContext,
): Review {
  const next = { ...review, ...about };
  const rows = rowsOf(next, context);
  if (next.group !== review.group) return { ...next, rows, list: atTop };
  const { row, top } = review.list;
  const at = rows.indexOf(review.rows[row] ?? -1);
  return { ...next, rows, list: { row: Math.max(0, at < 0 ? Math.min(row, rows.length - 1) : at), top } };
}

function rowsOf({ items, group, filter, sort }: Review, context: FilterContext): readonly number[] {
  const rows = [...items.keys()].filter((at) => {
    const item = items[at];
    return item !== undefined && groupOf(item) === group && matches(filter, item.system, context);
  });
  // The items stand in this order.
  if (sort.by === oldestFirst.by && sort.reversed === oldestFirst.reversed) return rows;
  const systems = systemsIn(items);
  const [keys, second] = [sortKeysOf(systems, sort.by), sortKeysOf(systems, secondSort(sort.by))];
  const compared = (of: readonly SortKey[], a: number, b: number, reversed: boolean): number =>
    compareKeys(of[a] ?? null, of[b] ?? null, reversed);
  return rows.sort((a, b) => compared(keys, a, b, sort.reversed) || compared(second, a, b, false) || a - b);
}

/** One list for each change of the items: its keys are kept with it. */
const systemsIn = memoize((items: readonly ReviewItem[]) => items.map(({ system }) => system));

/** The next kind of sort. Marked systems have no order of the service. */
export function nextReviewSort(sort: Sort): Sort {
  const next = nextSort(sort);
  return next.by === 'listed' ? nextSort(next) : next;
}

/** The item under the cursor, by its place among the items. */
export function atCursor({ rows, list }: Review): number | undefined {
  return rows[list.row];
}

export function itemAtCursor(review: Review): ReviewItem | undefined {
  const at = atCursor(review);
  return at === undefined ? undefined : review.items[at];
}
