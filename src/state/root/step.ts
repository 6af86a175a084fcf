/** Steps: what a reducer answers, the next state and the effects to carry out, as plain data. */
import type { Screen, Effect, State } from './state.ts';

export type Step = readonly [State, ...Effect[]];

/** Carries on from a step: the effects of both, in order. */
export function andThen([state, ...effects]: Step, next: (state: State) => Step): Step {
  const [after, ...more] = next(state);
  return [after, ...effects, ...more];
}

/** The state on another screen, with nothing said on it yet. */
export function onScreen(state: State, screen: Screen): State {
  return { ...state, screen, notice: null };
}

/** Where esc leads on a screen that nothing is behind. */
export function firstScreen(state: State): Step {
  return [withNotice(state, 'This is the first screen. q quits.')];
}

/** Without a passing remark; warnings and problems stay until something else is said. */
export function withoutSaid(state: State): State {
  const isPassing = ['said', 'refused', 'marksCleared'].includes(state.notice?.kind ?? '');
  return isPassing ? { ...state, notice: null } : state;
}

/** The state with a passing remark. */
export function withNotice(state: State, text: string): State {
  return { ...state, notice: { kind: 'said', text } };
}

/** The state with the reason why a key does nothing now. */
export function refuse(state: State, text: string): State {
  return { ...state, notice: { kind: 'refused', text } };
}
