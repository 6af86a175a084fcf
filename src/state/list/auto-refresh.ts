/** Reads the list again once a minute, where somebody asked for it, and never under their hands. */
import { currentScan } from './listing.ts';
import { refreshed } from './reading.ts';
import { isToMark } from './scan.ts';
import { isGoing } from '../deletion/run.ts';
import type { Effect, State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';

/** Often enough for a screen on the wall, and 0.3 % of the pace that such services are known to bear. */
export const refreshMs = 60_000;

const again: Effect = { kind: 'startTimer', timer: 'refresh', ms: refreshMs };

export function autoRefreshToggled(state: State): Step {
  const isRefreshing = !state.list.isRefreshing;
  const text = isRefreshing
    ? 'The list is read again every minute; R stops that.'
    : 'The list stays as it is; r reads it again.';
  const next: State = { ...state, list: { ...state.list, isRefreshing }, notice: { kind: 'said', text } };
  return isRefreshing ? [next, again] : [next];
}

/**
 * A minute has passed. Who types, reviews or deletes is not disturbed: the next minute comes. What failed before it was
 * marked is not marked by itself later: that is for r.
 */
export function refreshDue(state: State): Step {
  if (!state.list.isRefreshing) return [state];
  const { missed } = state.list.listing;
  const wanted = missed ?? currentScan(state.list.listing);
  const isMarkingFailed = wanted !== null && wanted.problem !== null && isToMark(wanted);
  const isCalm =
    !isMarkingFailed &&
    state.screen.kind === 'systems' &&
    state.overlay === null &&
    state.prompt === null &&
    state.marks.rangeFrom === null &&
    state.requests.wait === null &&
    !isGoing(state.deletion) &&
    currentScan(state.list.listing)?.inFlight === false;
  return andThen(isCalm ? refreshed(state) : [state], (next) => [next, again]);
}
