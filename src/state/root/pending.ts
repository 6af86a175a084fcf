/** Pending requests, their seconds, and actions that are no more than progress meanwhile. */
import { fromFeatures } from './registry.ts';
import type { Action, State } from './state.ts';

const pendings = fromFeatures((features) => features.flatMap(({ pending }) => pending ?? []));

/** A name for what is pending, another one for each request or pause; null while nothing is. */
export function pendingName(state: State): string | null {
  const { backoff } = state.requests;
  if (backoff !== null) return backoff.until.kind === 'time' ? `pause ${backoff.id}` : null;
  const names = pendings()
    .map((pending) => pending(state))
    .filter((name) => name !== null);
  return names.length === 0 ? null : names.join(', ');
}

const exitHolders = fromFeatures((features) => features.flatMap(({ holdsExit }) => holdsExit ?? []));

/** Does the program wait for something before it ends? How that ends is said only once. */
export function isExitHeld(state: State): boolean {
  return exitHolders().some((holds) => holds(state));
}

/** The program is being left, and nothing is waited for any longer. */
export function isLeft(state: State): boolean {
  return state.program.isLeaving && !isExitHeld(state);
}

/** A longer wait is shown, and esc ends it. */
const slowSeconds = 3;

/** Seconds for which it has been pending; 0 while nothing is. */
export function secondsPending(state: State): number {
  const { pending: counted } = state.program;
  return counted !== null && counted.what === pendingName(state) ? counted.seconds : 0;
}

/** Has it been pending for so long that esc ends it, though it was read ahead? */
export function isHung(state: State): boolean {
  return secondsPending(state) >= slowSeconds;
}

/** Seconds of a wait that takes the line of notices; null before. What was said there has as long a time of its own. */
export function secondsOfLongWait(state: State): number | null {
  const seconds = secondsPending(state);
  const saidAt = state.notice === null ? 0 : (state.program.pending?.saidAt ?? 0);
  return seconds - saidAt >= slowSeconds ? seconds : null;
}

/** Seconds until the queued reads are sent, at least 1; null where no time is waited for. */
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

/** Whatever is said or asked meanwhile is drawn at once. */
const atOnce = ['screen', 'overlay', 'prompt', 'notice', 'session'] as const;

/** Is this progress, which nobody misses if it is drawn a moment later, and not what a person did or waits for? */
export function isProgress(action: Action, before: State, state: State): boolean {
  return (
    progress()[action.kind]?.(state, before) === true &&
    before.requests.backoff === state.requests.backoff &&
    atOnce.every((name) => before[name] === state[name])
  );
}
