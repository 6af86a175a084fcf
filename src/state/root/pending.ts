/** Pending requests, their seconds, and actions that only report progress meanwhile. */
import { fromFeatures } from './registry.ts';
import type { Action, State } from './state.ts';

const pendings = fromFeatures((features) => features.flatMap(({ pending }) => pending ?? []));

/** A name for what is pending, different for each request or pause; null when nothing is. */
export function pendingName(state: State): string | null {
  const { backoff } = state.requests;
  if (backoff !== null) return backoff.until.kind === 'time' ? `pause ${backoff.id}` : null;
  const names = pendings()
    .map((pending) => pending(state))
    .filter((name) => name !== null);
  return names.length === 0 ? null : names.join(', ');
}

const exitHolders = fromFeatures((features) => features.flatMap(({ holdsExit }) => holdsExit ?? []));

/** Does rollcall wait for something before it quits? The result is reported only once. */
export function isExitHeld(state: State): boolean {
  return exitHolders().some((holds) => holds(state));
}

/** Quitting, with no pending work. */
export function isLeft(state: State): boolean {
  return state.program.isLeaving && !isExitHeld(state);
}

/** A longer wait is shown, and esc ends it. */
const slowSeconds = 3;

/** Seconds since the wait began; 0 when nothing is pending. */
export function secondsPending(state: State): number {
  const { pending: counted } = state.program;
  return counted !== null && counted.what === pendingName(state) ? counted.seconds : 0;
}

/** Has it been pending for so long that esc ends it, even a prefetch? */
export function isHung(state: State): boolean {
  return secondsPending(state) >= slowSeconds;
}

/**
 * Seconds of a wait that is long enough for the notice line; null before. An earlier notice keeps the line for the
 * same time.
 */
export function secondsOfLongWait(state: State): number | null {
  const seconds = secondsPending(state);
  const saidAt = state.notice === null ? 0 : (state.program.pending?.saidAt ?? 0);
  return seconds - saidAt >= slowSeconds ? seconds : null;
}

/** Seconds until the queued reads are sent, at least 1; null when the pause has no end time. */
export function secondsLeft(state: State): number | null {
  const { backoff } = state.requests;
  return backoff?.until.kind === 'time' ? Math.max(1, backoff.until.seconds - secondsPending(state)) : null;
}

const progress = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map((feature) => feature.progress)) as Readonly<
      Partial<Record<Action['kind'], (state: State, before: State) => boolean>>
    >,
);

/** Changes of these parts are drawn at once. */
const atOnce = ['screen', 'overlay', 'prompt', 'notice', 'session'] as const;

/** Does the action only report progress, so that drawing it may be delayed? */
export function isProgress(action: Action, before: State, state: State): boolean {
  return (
    progress()[action.kind]?.(state, before) === true &&
    before.requests.backoff === state.requests.backoff &&
    atOnce.every((name) => before[name] === state[name])
  );
}
