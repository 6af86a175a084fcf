/** The threshold: from which age on a system is stale. */
import { rebuilt } from '../list/listing.ts';
import { tableRows } from '../kernel/layout.ts';
import { filterContext } from '../selectors.ts';
import type { State } from '../state.ts';

/** The state with another threshold, in days; a filter that looks at it shows other rows. */
export function withThreshold(state: State, days: number): State {
  const next: State = { ...state, staleness: { ...state.staleness, days } };
  if (!state.list.listing.view.filter.usesThreshold) return next;
  return {
    ...next,
    list: { ...next.list, listing: rebuilt(next.list.listing, filterContext(next), tableRows(next.rows)) },
  };
}
