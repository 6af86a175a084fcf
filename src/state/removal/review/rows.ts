/** The list of a review: one of its groups, filtered and sorted as the list of systems is. */
import type { System } from '../../../api/system.ts';
import { completionsOf } from '../../fleet/filter/completion.ts';
import { matches, readFilter } from '../../fleet/filter/filter.ts';
import { filterContext } from '../../fleet/list/public.ts';
import { defineList } from '../../fleet/lists/define-list.ts';
import { sortFields, sortKeysOf } from '../../fleet/systems/fields.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { wholeView } from '../../kernel/list-view.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { State } from '../../root/state.ts';
import { changed } from './opening.ts';
import { groupsIn, oldestFirst, type Review, type ReviewGroup } from './review.ts';
import type { ReviewItem } from './judgement.ts';

/** One list for each change of the items: its keys are kept with it. */
const systemsIn = memoize((items: readonly ReviewItem[]) => items.map(({ system }) => system));

function systemsOf({ review }: State): readonly System[] {
  return review === null ? [] : systemsIn(review.items);
}

/** Rows are items by their places. They stay while systems are excluded, so that no other one moves under the cursor. */
export const reviewList = defineList<number>({
  rows: ({ review }) => (review === null ? [] : groupsIn(review.items)[review.group]),
  key: (at) => at,
  columns: sortFields.map(({ id }) => ({ id, sortedBy: (at, state) => sortKeysOf(systemsOf(state), id)[at] ?? null })),
  comesBy: oldestFirst,
  thenBy: 'name',
  read(text, state) {
    const filter = readFilter(text);
    const [systems, context] = [systemsOf(state), filterContext(state)];
    const isShown = (at: number): boolean => {
      const system = systems[at];
      return system !== undefined && matches(filter, system, context);
    };
    return { test: filter.tests.length === 0 ? null : isShown, fault: filter.fault };
  },
  completions: (text, state) => completionsOf(text, systemsOf(state)),
  view: { of: ({ review }) => review?.view ?? wholeView, set: (state, view) => changed(state, () => ({ view })) },
  at: {
    isShown: ({ review }) => review !== null,
    of: ({ review }) => review?.list ?? atTop,
    set: (state, list) => changed(state, () => ({ list })),
  },
  held: { of: ({ review }) => review?.rows ?? [], set: (state, rows) => changed(state, () => ({ rows })) },
  height: null,
});

/** The review with this change of it, and its rows as they are then. */
export function reshown(state: State, change: (review: Review) => Partial<Review> = () => ({})): State {
  return reviewList.renewed(changed(state, change));
}

/** Another group is shown from its top. */
export function groupShown(state: State, group: ReviewGroup): State {
  const next = reshown(state, () => ({ group }));
  return state.review?.group === group ? next : changed(next, () => ({ list: atTop }));
}

/** The item under the cursor, by its place among the items. */
export function atCursor({ rows, list }: Review): number | undefined {
  return rows[list.row];
}

export function itemAtCursor(review: Review): ReviewItem | undefined {
  const at = atCursor(review);
  return at === undefined ? undefined : review.items[at];
}
