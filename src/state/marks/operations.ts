/** How do new marks change what is shown? */
import type { System } from '../../api/system.ts';
import { matches } from '../filter/filter.ts';
import { grouped } from '../kernel/format-number.ts';
import { markable, rebuilt, systemsRead, systemsShown } from '../list/listing.ts';
import { inverted, isMarked, type Marks, withRowsMarked, withStaleMarked } from './marks.ts';
import { filterContext, staleCount } from '../selectors.ts';
import { isAmbiguous, type Scan, systemById } from '../list/scan.ts';
import { isStale } from '../staleness/staleness.ts';
import type { State } from '../state.ts';
import { viewLength } from '../list/rows.ts';
import { tableRows } from '../kernel/layout.ts';

/** Marks the stale systems of a list that was read whole. */
export function staleMarked(state: State): State {
  const { now } = state;
  const { listing } = state.list;
  const { days } = state.staleness;
  const marks = withStaleMarked(state.marks.marked, markable(listing, systemsRead(listing)), days, now);
  const passedOver = listing.scan === null ? 0 : staleAmbiguous(listing.scan, days, now);
  const count = listing.scan === null ? 0 : staleCount(listing.scan, days, now) - passedOver;
  const stale = markable(listing, systemsRead(listing)).filter((system) => isStale(system, days, now));
  const hidden = hiddenOf(state, stale);
  const disabled = stale.filter(({ isEnabled }) => isEnabled === false).length;
  return marksChanged({ ...state, notice: { kind: 'staleMarked', count, passedOver, days, hidden, disabled } }, marks);
}

/** Marks every system that is shown. */
export function shownMarked(state: State): State {
  const marks = changedTogether(state, withRowsMarked);
  const text = `Marked: ${grouped(marks.size - state.marks.marked.size)} more of those shown here. u takes that back.`;
  return { ...marksChanged(state, marks), notice: { kind: 'said', text } };
}

/** Marks every system that is shown and was not, and takes the mark of every other one away. */
export function shownInverted(state: State): State {
  const { listing } = state.list;
  const marks = changedTogether(state, inverted);
  const cleared = systemsShown(listing).filter(
    ({ systemId }) => isMarked(state.marks.marked, systemId) && !isMarked(marks, systemId),
  ).length;
  const set = marks.size - state.marks.marked.size + cleared;
  const shown = listing.scan === null ? 0 : viewLength(listing.view, listing.scan);
  const of = `${grouped(shown)} ${listing.view.filter.tests.length > 0 ? 'shown' : 'read'}`;
  const text = `Marks turned round of the ${of}: ${grouped(set)} set, ${grouped(cleared)} taken away. u takes that back.`;
  return { ...marksChanged(state, marks), notice: { kind: 'said', text } };
}

/** How many of these systems the filter leaves out. */
export function hiddenOf(state: State, systems: readonly System[]): number {
  const { filter } = state.list.listing.view;
  if (filter.tests.length === 0) return 0;
  const context = filterContext(state);
  return systems.filter((system) => !matches(filter, system, context)).length;
}

function changedTogether({ list: { listing }, marks: { marked: marks } }: State, change: typeof withRowsMarked): Marks {
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
export function marksChanged(state: State, marks: State['marks']['marked']): State {
  const next = {
    ...state,
    marks: {
      ...state.marks,
      marked: marks,
      before: marks === state.marks.marked ? state.marks.before : state.marks.marked,
    },
  };
  if (!state.list.listing.view.filter.usesMarks) return next;
  return {
    ...next,
    list: { ...next.list, listing: rebuilt(next.list.listing, filterContext(next), tableRows(next.rows)) },
  };
}

/** Without the range that is open. */
export function rangeLeft(state: State): State {
  return { ...state, marks: { ...state.marks, rangeFrom: null } };
}
