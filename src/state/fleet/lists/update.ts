/** Filters and sorts the list on the screen, whichever it is. */
import type { Feature, Narrowed } from '../../root/feature.ts';
import { listOf } from '../../root/navigation.ts';
import type { State } from '../../root/state.ts';
import { isFilterCommand } from '../filter/filter.ts';

/** The list on the screen, where it can be filtered. */
export function narrowedList(state: State): Narrowed | null {
  return listOf(state)?.narrowed ?? null;
}

export const lists: Feature<'lists'> = {
  update: {
    listFilterOpened(state) {
      const typed = narrowedList(state)?.filter;
      if (typed === undefined) return [state];
      return [{ ...state, prompt: { kind: 'listFilter', typed, filterBefore: typed, isRefused: false }, notice: null }];
    },
    listSorted: (state) => [narrowedList(state)?.sorted(state) ?? state],
    listReversed: (state) => [narrowedList(state)?.reversed(state) ?? state],
  },
  screens: {
    listFilter: {
      field: (state, prompt) => ({
        name: 'listFilter',
        text: prompt.typed,
        // A text with a mistake is not applied: the filter before it stays in force.
        edited(typed) {
          const list = narrowedList(state);
          const next: State = { ...state, prompt: { ...prompt, typed, isRefused: false } };
          return [list === null || list.faultIn(typed) !== null ? next : list.withFilter(next, typed.trim())];
        },
        isCommand: isFilterCommand,
      }),
      accepted(state, prompt) {
        const isWrong = narrowedList(state)?.faultIn(prompt.typed) != null;
        return [{ ...state, prompt: isWrong ? { ...prompt, isRefused: true } : null }];
      },
      back(state, { filterBefore }) {
        const closed: State = { ...state, prompt: null };
        return [narrowedList(state)?.withFilter(closed, filterBefore) ?? closed];
      },
    },
  },
};
