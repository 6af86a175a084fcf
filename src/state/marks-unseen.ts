/** Which marks are not seen in the list as it is shown? Counted once per list, filter and marks. */
import { type Filter, matches } from './filter.ts';
import { rowOf } from './id-index.ts';
import type { Marks } from './marks.ts';
import { type Scan, systemAt } from './scan.ts';
import { filterContext } from './selectors.ts';
import type { State } from './state.ts';

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
  const { scan, view } = listing;
  const context = filterContext(state);
  let [notListed, hidden] = [0, 0];
  for (const id of marks.keys()) {
    const row = scan === null ? undefined : rowOf(scan.index, id);
    const system = scan === null || row === undefined ? undefined : systemAt(scan, row);
    if (system === undefined) notListed++;
    else if (!matches(view.filter, system, context)) hidden++;
  }
  return { notListed, hidden };
}
