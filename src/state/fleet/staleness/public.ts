/** The threshold of the list. */
import { listRenewed } from '../list/public.ts';
import type { State } from '../../root/state.ts';

/** The state with another threshold, in days; a filter that tests it shows other rows. */
export function withThreshold(state: State, days: number): State {
  const next: State = { ...state, staleness: { ...state.staleness, days } };
  return next.list.listing.view.filter.usesThreshold ? listRenewed(next) : next;
}
