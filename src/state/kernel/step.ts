/** What does a reducer answer? The next state, and the effects to carry out, as plain data. */
import type { Effect } from '../effects.ts';
import type { State } from '../state.ts';

export type Step = readonly [State, ...Effect[]];

/** Carries on from a step: the effects of both, in order. */
export function andThen([state, ...effects]: Step, next: (state: State) => Step): Step {
  const [after, ...more] = next(state);
  return [after, ...effects, ...more];
}
