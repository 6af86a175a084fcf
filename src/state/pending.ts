/** What the person waits for now, since how many seconds, and what is no more than progress meanwhile. */
import { features } from './features.ts';
import type { Action, State } from './state.ts';

/** A name for what is awaited, another one for each request or pause; null while nothing is. */
export function awaited(state: State): string | null {
  const { wait } = state.requests;
  if (wait !== null) return wait.until.kind === 'time' ? `pause ${wait.id}` : null;
  const names = Object.values(features)
    .map(({ pending }) => pending?.(state) ?? null)
    .filter((name) => name !== null);
  return names.length === 0 ? null : names.join(', ');
}

/** Seconds for which it has been awaited; 0 while nothing is. */
export function secondsAwaited(state: State): number {
  const { awaited: counted } = state.program;
  return counted !== null && counted.what === awaited(state) ? counted.seconds : 0;
}

/** Seconds until what is held is sent, at least 1; null where no time is waited for. */
export function secondsLeft(state: State): number | null {
  const { wait } = state.requests;
  return wait?.until.kind === 'time' ? Math.max(1, wait.until.seconds - secondsAwaited(state)) : null;
}

const progress = Object.assign({}, ...Object.values(features).map((feature) => feature.progress)) as Readonly<
  Partial<Record<Action['kind'], (state: State, before: State) => boolean>>
>;

/** Whatever is said or asked meanwhile is drawn at once. */
const atOnce = ['screen', 'overlay', 'prompt', 'notice', 'session'] as const;

/** Is this progress, which nobody misses if it is drawn a moment later, and not what a person did or waits for? */
export function isProgress(action: Action, before: State, state: State): boolean {
  return (
    progress[action.kind]?.(state, before) === true &&
    before.requests.wait === state.requests.wait &&
    atOnce.every((name) => before[name] === state[name])
  );
}
