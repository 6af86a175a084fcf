/** Which marks are not seen in the list as it is shown? Counted once per view and marks. */
import type { System } from '../../api/system.ts';
import { type Filter, matches } from '../filter/filter.ts';
import type { Marks } from './marks.ts';
import { isContinuedBy, systemsOf } from './row-marks.ts';
import { type Scan, systemById } from '../list/scan.ts';
import { filterContext } from '../selectors.ts';
import type { State } from '../state.ts';
import type { View } from '../list/rows.ts';

export interface UnseenMarks {
  /** The list does not hold their systems: another search, or rows that are not read. */
  readonly notListed: number;
  /** The filter leaves them out. */
  readonly hidden: number;
}

/** The view is another one whenever its filter would answer otherwise: by the threshold, the time or the last look. */
let last: { marks: Marks; scan: Scan | null; view: View; unseen: UnseenMarks } | undefined;

export function unseenMarks(state: State): UnseenMarks {
  const { marked: marks } = state.marks;
  const { listing } = state.list;
  const { scan, view } = listing;
  if (last?.marks !== marks || last.scan !== scan || last.view !== view) {
    last = { marks, scan, view, unseen: counted(state, scan, view.filter) };
  }
  return last.unseen;
}

function counted(state: State, scan: Scan | null, filter: Filter): UnseenMarks {
  const { single, together, size } = state.marks.marked;
  if (scan === null) return { notListed: size, hidden: 0 };
  const isFiltered = filter.tests.length > 0;
  const context = filterContext(state);
  let listed = 0;
  let hidden = 0;
  const look = (system: System | undefined): void => {
    if (system === undefined) return;
    listed++;
    if (isFiltered && !matches(filter, system, context)) hidden++;
  };
  for (const id of single.keys()) look(systemById(scan, id));
  if (together !== null) {
    const isSameList = isContinuedBy(together.rows, scan);
    if (isSameList && !isFiltered) listed += together.count;
    else for (const system of systemsOf(together)) look(isSameList ? system : systemById(scan, system.systemId));
  }
  return { notListed: size - listed, hidden };
}
