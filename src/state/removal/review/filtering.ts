/** Filters the list of a review while it is typed, as the list of systems is filtered. */
import { completionsOf } from '../../fleet/filter/completion.ts';
import { readFilter } from '../../fleet/filter/filter.ts';
import type { Of } from '../../root/feature.ts';
import type { Step } from '../../root/step.ts';
import { filterContext } from '../../fleet/list/public.ts';
import type { Prompt, State } from '../../root/state.ts';
import { reshown } from './rows.ts';

type FilterPrompt = Of<Prompt, 'reviewFilter'>;

export function filterOpened(state: State): Step {
  const { review } = state;
  if (review === null) return [state];
  const { filter, rows, list: position } = review;
  const prompt: Prompt = {
    ...{ kind: 'reviewFilter', typed: filter.text, shown: { filter, rows, list: position } },
    ...{ completion: null, isRefused: false },
  };
  return [{ ...state, prompt, notice: null }];
}

/** Typed text is shown at once. */
export function filterEdited(state: State, prompt: FilterPrompt, typed: string): State {
  return withTyped(state, { ...prompt, typed, completion: null });
}

function withTyped(state: State, prompt: FilterPrompt): State {
  const { review } = state;
  if (review === null) return { ...state, prompt: null };
  const filter = readFilter(prompt.typed);
  const next: State = { ...state, prompt: { ...prompt, isRefused: false } };
  // One with a mistake is not applied: the last one without stays in force.
  return filter.fault === null ? { ...next, review: reshown(review, { filter }, filterContext(state)) } : next;
}

/** The next text that the last word could go on with, round and round. */
export function filterCompleted(state: State): Step {
  const { prompt, review } = state;
  if (prompt?.kind !== 'reviewFilter' || review === null) return [state];
  const known = prompt.completion?.texts.length === 1 ? null : prompt.completion;
  const systems = review.items.map(({ system }) => system);
  const texts = known?.texts ?? completionsOf(prompt.typed, systems);
  const at = known === null ? 0 : (known.at + 1) % texts.length;
  const typed = texts[at];
  return [typed === undefined ? state : withTyped(state, { ...prompt, typed, completion: { texts, at } })];
}

/** A mistake stays to be corrected. */
export function filterAccepted(state: State, prompt: FilterPrompt): Step {
  const isRight = readFilter(prompt.typed).fault === null;
  return [{ ...state, prompt: isRight ? null : { ...prompt, isRefused: true } }];
}

/** The list as it was before. */
export function filterLeft(state: State, { shown }: FilterPrompt): Step {
  const { review } = state;
  return [{ ...state, prompt: null, review: review === null ? null : { ...review, ...shown } }];
}
