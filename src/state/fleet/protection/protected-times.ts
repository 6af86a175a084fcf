/** Counts the stale systems that a review would leave out. */
import { isReadingEverything } from '../list/public.ts';
import { isConnected, livingPages, olderThan, timesOf } from '../staleness/staleness.ts';
import type { State } from '../../root/state.ts';
import { guardOf, type Guards } from './guards.ts';

interface Made {
  readonly pages: unknown;
  readonly guards: Guards;
  readonly times: Float64Array;
}

let last: Made | undefined;

/**
 * Null while every page is loading, since each page would change it. Rules are evaluated once per list, not each
 * minute.
 */
export function protectedStale(state: State, days: number): number | null {
  const { scan } = state.list.listing;
  if (scan === null || isReadingEverything(state)) return null;
  const { guards } = state.settings;
  const pages = livingPages(scan);
  if (last?.pages !== pages || last.guards !== guards) {
    const guarding = { guards, address: state.session.address };
    const isProtected = pages
      .flat()
      .filter((system) => !isConnected(system) && guardOf(system, guarding, state.now) !== null);
    last = { pages, guards, times: timesOf(isProtected) };
  }
  return olderThan(last.times, days, state.now);
}
