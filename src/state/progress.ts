/** Tells progress, which nobody misses if it is drawn a moment later, from what a person did or waits for. */
import { features } from './features.ts';
import type { Action, State } from './state.ts';

const progress = Object.assign({}, ...Object.values(features).map((feature) => feature.progress)) as Readonly<
  Partial<Record<Action['kind'], (state: State, before: State) => boolean>>
>;

/** Whatever is said or asked meanwhile is drawn at once. */
const atOnce = ['screen', 'overlay', 'prompt', 'notice', 'session'] as const;

export function isProgress(action: Action, before: State, state: State): boolean {
  return (
    progress[action.kind]?.(state, before) === true &&
    before.requests.wait === state.requests.wait &&
    atOnce.every((name) => before[name] === state[name])
  );
}
