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

/** Screens that lie over others, which esc brings back. */
const overOthers: readonly Screen['kind'][] = [
  ...(['operations', 'operation', 'request', 'answer'] as const),
  ...(['requestRecords', 'requestRecord'] as const),
];

/** The screens that are there: the one that is shown, and those beneath it. */
export function openScreens({ screen, trail }: State): readonly Screen[] {
  return overOthers.includes(screen.kind) ? [...trail, screen] : [screen];
}

/** Of screens over others so many lead back, and then the first one: who goes on and on fills no memory. */
const mostSteps = 8;

/** The state on a screen over the one that is shown. */
export function onScreenAbove(state: State, screen: Screen): State {
  const before = overOthers.includes(state.screen.kind) ? [...state.trail, state.screen] : [state.screen];
  const trail = [...before.slice(0, 1), ...before.slice(1).slice(-mostSteps)];
  return { ...onScreen(state, screen), trail };
}

/** The state on the screen beneath, as it was left. */
export function onScreenBeneath(state: State): State {
  const beneath = state.trail.at(-1);
  return beneath === undefined ? state : { ...onScreen(state, beneath), trail: state.trail.slice(0, -1) };
}

/** Where esc leads on a screen that nothing is behind. */
export function firstScreen(state: State): Step {
  return [said(state, 'This is the first screen. q quits.')];
}

/** Without a passing remark; warnings and problems stay until something else is said. */
export function withoutSaid(state: State): State {
  const isPassing = ['said', 'refused', 'marksCleared'].includes(state.notice?.kind ?? '');
  return isPassing ? { ...state, notice: null } : state;
}

/** The state with a passing remark. */
export function said(state: State, text: string): State {
  return { ...state, notice: { kind: 'said', text } };
}
