/** How do new marks change what is shown? */
import { grouped } from './grouped.ts';
import { markable, rebuilt, systemsRead } from './listing.ts';
import { inverted, type Marks, withRowsMarked, withStaleMarked } from './marks.ts';
import { filterContext, staleCount } from './selectors.ts';
import { isAmbiguous, type Scan, systemById } from './scan.ts';
import { isStale } from './staleness.ts';
import type { State } from './state.ts';
import { tableRows } from './viewport.ts';

/** Marks the stale systems of a list that was read whole. */
export function staleMarked(state: State): State {
  const { listing, days, now } = state;
  const marks = withStaleMarked(state.marks, markable(listing, systemsRead(listing)), days, now);
  const passedOver = listing.scan === null ? 0 : staleAmbiguous(listing.scan, days, now);
  const count = listing.scan === null ? 0 : staleCount(listing.scan, days, now) - passedOver;
  return marksChanged({ ...state, notice: { kind: 'staleMarked', count, passedOver, days } }, marks);
}

/** Marks every system that is shown. */
export function shownMarked(state: State): State {
  const marks = changedTogether(state, withRowsMarked);
  const text = `Marked: ${grouped(marks.size - state.marks.size)} more of those shown here. u takes that back.`;
  return { ...marksChanged(state, marks), notice: { kind: 'said', text } };
}

/** Marks every system that is shown and was not, and takes the mark of every other one away. */
export function shownInverted(state: State): State {
  return marksChanged(state, changedTogether(state, inverted));
}

function changedTogether({ listing, marks }: State, change: typeof withRowsMarked): Marks {
  const { scan, view } = listing;
  if (scan === null) return marks;
  const isLeftOut = scan.listedTwice.size === 0 ? () => false : (systemId: string) => isAmbiguous(scan, systemId);
  return change(marks, scan, view.rows, isLeftOut);
}

/** Stale systems that are listed under two names: they are not marked together with others. */
function staleAmbiguous(scan: Scan, days: number, now: number): number {
  const ids = [...scan.listedTwice.keys()].filter((id) => isAmbiguous(scan, id));
  return ids.filter((id) => {
    const system = systemById(scan, id);
    return system !== undefined && isStale(system, days, now);
  }).length;
}

/** New marks, and the list again where its filter looks at them. */
export function marksChanged(state: State, marks: State['marks']): State {
  const next = { ...state, marks, marksBefore: marks === state.marks ? state.marksBefore : state.marks };
  if (!state.listing.view.filter.usesMarks) return next;
  return { ...next, listing: rebuilt(next.listing, filterContext(next), tableRows(next.rows)) };
}
