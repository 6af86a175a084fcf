/** Which marks are not seen in the list as it is shown? Counted once per list, filter and marks. */
import type { System } from '../api/system.ts';
import { type Filter, matches } from './filter.ts';
import { systemsRead } from './listing.ts';
import type { Marks } from './marks.ts';
import { type Scan, systemById } from './scan.ts';
import { filterContext } from './selectors.ts';
import type { Listing, State } from './state.ts';

export interface UnseenMarks {
  /** The list does not hold their systems: another search, or rows that are not read. */
  readonly notListed: number;
  /** The filter leaves them out. */
  readonly hidden: number;
}

let last: { marks: Marks; scan: Scan | null; filter: Filter; now: number; unseen: UnseenMarks } | undefined;

export function unseenMarks(state: State): UnseenMarks {
  const { marks, listing, now } = state;
  const { scan, view } = listing;
  if (last?.marks !== marks || last.scan !== scan || last.filter !== view.filter || last.now !== now) {
    last = { marks, scan, filter: view.filter, now, unseen: counted(state) };
  }
  return last.unseen;
}

function counted(state: State): UnseenMarks {
  const { marks, listing } = state;
  const context = filterContext(state);
  const listed = systemsMarked(listing, marks);
  const hidden = listed.filter((system) => !matches(listing.view.filter, system, context)).length;
  return { notListed: marks.size - listed.length, hidden };
}

/** Of the list. Where most are marked, a walk through them all is shorter than a search for each. */
function systemsMarked(listing: Listing, marks: Marks): readonly System[] {
  const { scan } = listing;
  if (scan === null) return [];
  if (marks.size > scan.count / 4) return systemsRead(listing).filter(({ systemId }) => marks.has(systemId));
  return Array.from(marks.keys(), (id) => systemById(scan, id)).filter((system) => system !== undefined);
}
