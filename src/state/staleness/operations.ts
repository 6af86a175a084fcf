/** The threshold of the list, and what of the list is stale by it. */
import type { System } from '../../api/system.ts';
import { systemsRead } from '../list/listing.ts';
import { listRenewed } from '../list/operations.ts';
import { type Scan, systemById } from '../list/scan.ts';
import type { State } from '../state.ts';
import { type Ages, agesOf, isStale } from './staleness.ts';

/** The state with another threshold, in days; a filter that looks at it shows other rows. */
export function withThreshold(state: State, days: number): State {
  const next: State = { ...state, staleness: { ...state.staleness, days } };
  return next.list.listing.view.filter.usesThreshold ? listRenewed(next) : next;
}

const staleCounts = new WeakMap<readonly System[], { days: number; now: number; count: number }>();

/** Stale systems among those read; each page is counted once per threshold and minute. */
export function staleCount(scan: Scan, days: number, now: number): number {
  let sum = 0;
  for (const page of scan.pages) {
    let counted = staleCounts.get(page);
    if (counted?.days !== days || counted.now !== now) {
      counted = { days, now, count: page.filter((system) => isStale(system, days, now)).length };
      staleCounts.set(page, counted);
    }
    sum += counted.count;
  }
  for (const id of scan.gone) {
    const system = systemById(scan, id);
    if (system !== undefined && isStale(system, days, now)) sum--;
  }
  return sum;
}

let lastAges: { scan: Scan | null; now: number; ages: Ages } | undefined;

/** The ages of the systems read; made once per list and minute. */
export function ages(state: State): Ages {
  const { scan } = state.list.listing;
  if (lastAges?.scan !== scan || lastAges.now !== state.now) {
    lastAges = { scan, now: state.now, ages: agesOf(systemsRead(state.list.listing), state.now) };
  }
  return lastAges.ages;
}
