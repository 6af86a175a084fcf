/** Filters and sorts the list on the screen, and finds text in it, for any screen. */
import type { Feature, Narrowed, Of } from '../../root/feature.ts';
import { listOf } from '../../root/navigation.ts';
import { atTop } from '../../kernel/list-view.ts';
import { withNotice, type Step } from '../../root/step.ts';
import { grouped, hasText } from '../../kernel/spelling.ts';
import type { Prompt, State } from '../../root/state.ts';
import { isFilterCommand, nextCompletion } from '../filter/filter.ts';

/** Null: the screen has no list that can be filtered. */
export function narrowedList(state: State): Narrowed | null {
  return listOf(state)?.narrowed ?? null;
}

type FilterPrompt = Of<Prompt, 'listFilter'>;

/** A text with a mistake is not applied: the previous filter stays in force. */
function applyTyped(state: State, prompt: FilterPrompt): State {
  const list = narrowedList(state);
  const next: State = { ...state, prompt: { ...prompt, isRefused: false } };
  return list === null || list.faultIn(prompt.typed) !== null ? next : list.withFilter(next, prompt.typed.trim());
}

/** A filter is applied to find a row: the cursor stays on it when the filter is cleared. */
function withRowChosen(state: State): State {
  const list = listOf(state);
  const { row, top, anchor } = list?.at ?? atTop;
  const isFound = anchor !== undefined && list?.narrowed !== undefined && list.narrowed.shown > 0;
  return isFound && 'withPosition' in list ? list.withPosition({ row, top }) : state;
}

/** Finds the next line with the text, from the cursor on; wraps to the first one. */
function findNext(state: State): Step {
  const list = listOf(state);
  if (list?.text === undefined || list.text.find === '' || !('withPosition' in list)) return [state];
  const { lines, find } = list.text;
  const found = lines.flatMap((line, at) => (hasText(line, find) ? [at] : []));
  const next = found.find((at) => at > list.at.row) ?? found[0];
  if (next === undefined) return [withNotice(state, `Nothing has "${find}".`)];
  const there = list.withPosition({ row: next, top: next });
  return [withNotice(there, `${grouped(found.indexOf(next) + 1)} of ${grouped(found.length)}. n finds the next.`)];
}

export const lists: Feature<'lists'> = {
  update: {
    listFilterOpened(state) {
      const list = listOf(state);
      if (list?.narrowed === undefined) return [state];
      const { filter: typed, held } = list.narrowed;
      const before = { filterBefore: typed, at: list.at, held };
      const prompt = { kind: 'listFilter', typed, ...before, completion: null, isRefused: false } as const;
      return [{ ...state, prompt, notice: null }];
    },
    listFilterCompleted(state) {
      const { prompt } = state;
      const completions = narrowedList(state)?.completions;
      if (prompt?.kind !== 'listFilter' || completions === undefined) return [state];
      const next = nextCompletion(prompt.completion, () => completions(prompt.typed));
      return [next === null ? state : applyTyped(state, { ...prompt, ...next })];
    },
    listSorted: (state) => [narrowedList(state)?.sorted(state) ?? state],
    listReversed: (state) => [narrowedList(state)?.reversed(state) ?? state],
    textFindOpened: (state) => [
      listOf(state)?.text === undefined ? state : { ...state, prompt: { kind: 'textFind', typed: '' }, notice: null },
    ],
    textFoundNext: findNext,
  },
  screens: {
    textFind: {
      field: (state, prompt) => ({
        name: 'textFind',
        text: prompt.typed,
        edited: (typed) => [{ ...state, prompt: { ...prompt, typed } }],
      }),
      accepted(state, { typed }) {
        const closed: State = { ...state, prompt: null };
        return findNext(listOf(state)?.text?.withFind(closed, typed.trim()) ?? closed);
      },
    },
    listFilter: {
      field: (state, prompt) => ({
        name: 'listFilter',
        text: prompt.typed,
        edited: (typed) => [applyTyped(state, { ...prompt, typed, completion: null })],
        isCommand: isFilterCommand,
      }),
      accepted(state, prompt) {
        const isWrong = narrowedList(state)?.faultIn(prompt.typed) != null;
        return [
          isWrong ? { ...state, prompt: { ...prompt, isRefused: true } } : withRowChosen({ ...state, prompt: null }),
        ];
      },
      back(state, { filterBefore, at, held }) {
        const closed: State = { ...state, prompt: null };
        const restored = narrowedList(state)?.withFilter(closed, filterBefore, held) ?? closed;
        const list = listOf(restored);
        return [list !== null && 'withPosition' in list ? list.withPosition(at) : restored];
      },
    },
  },
};
