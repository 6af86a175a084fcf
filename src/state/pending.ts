/** What the person waits for now, and since how many seconds. */
import { features } from './features.ts';
import type { State } from './state.ts';

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
  return state.program.awaited !== null && state.program.awaited.what === awaited(state)
    ? state.program.awaited.seconds
    : 0;
}

/** Seconds until what is held is sent, at least 1; null where no time is waited for. */
export function secondsLeft(state: State): number | null {
  const { wait } = state.requests;
  return wait?.until.kind === 'time' ? Math.max(1, wait.until.seconds - secondsAwaited(state)) : null;
}
