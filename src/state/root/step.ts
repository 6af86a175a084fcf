/** Steps: what a reducer returns (the next state and the effects to carry out) as plain data. */
import type { Screen, Effect, State } from './state.ts';

export type Step = readonly [State, ...Effect[]];

/** Continues from a step; keeps the effects of both, in order. */
export function andThen([state, ...effects]: Step, next: (state: State) => Step): Step {
  const [after, ...more] = next(state);
  return [after, ...effects, ...more];
}

/** Opens another screen, without the previous notice. */
export function onScreen(state: State, screen: Screen): State {
  return { ...state, screen, notice: null };
}

/** Esc on a root screen. */
export function firstScreen(state: State): Step {
  return [withNotice(state, 'This is the first screen. q quits.')];
}

/** Removes a passing remark; warnings and problems stay until they are replaced. */
export function withoutSaid(state: State): State {
  const isPassing = ['said', 'refused', 'marksCleared'].includes(state.notice?.kind ?? '');
  return isPassing ? { ...state, notice: null } : state;
}

export function withNotice(state: State, text: string): State {
  return { ...state, notice: { kind: 'said', text } };
}

/** Shows why a key does nothing now. */
export function refuse(state: State, text: string): State {
  return { ...state, notice: { kind: 'refused', text } };
}
