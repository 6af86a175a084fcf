/** How do new marks change what is shown? */
import { rebuilt, systemsRead } from './listing.ts';
import { withStaleMarked } from './marks.ts';
import { filterContext, staleCount } from './selectors.ts';
import type { State } from './state.ts';
import { tableRows } from './viewport.ts';

/** Marks the stale systems of a list that was read whole. */
export function staleMarked(state: State): State {
  const { listing, days, now } = state;
  const marks = withStaleMarked(state.marks, systemsRead(listing), days, now);
  const count = listing.scan === null ? 0 : staleCount(listing.scan, days, now);
  return marksChanged({ ...state, notice: { kind: 'staleMarked', count, days } }, marks);
}

/** New marks, and the list again where its filter looks at them. */
export function marksChanged(state: State, marks: State['marks']): State {
  const next = { ...state, marks };
  if (!state.listing.view.filter.usesMarks) return next;
  return { ...next, listing: rebuilt(next.listing, filterContext(next), tableRows(next.rows)) };
}
