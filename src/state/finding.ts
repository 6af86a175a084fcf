/** Are the systems that are to be found again in the page that has arrived? */
import { cursorFollowing } from './cursor.ts';
import { grouped } from './grouped.ts';
import { markable } from './listing.ts';
import { withMarked } from './marks.ts';
import type { State } from './state.ts';
import { nothingToFind } from './to-find.ts';
import { shownRowOf } from './view.ts';
import { tableRows } from './viewport.ts';

/** After a page has arrived; at the end of the list it is said what became of the rest. */
export function foundInPage(state: State, isEnd: boolean): State {
  if (state.toFind === nothingToFind) return state;
  const next = marksFound(cursorFound(state), isEnd);
  return isEnd ? { ...next, toFind: nothingToFind } : next;
}

function marksFound(state: State, isEnd: boolean): State {
  const { toFind, listing } = state;
  if (toFind.marks.size === 0) return state;
  const page = listing.scan?.pages.at(-1) ?? [];
  const found = page.filter(({ systemId }) => toFind.marks.has(systemId));
  const rest = new Set(toFind.marks);
  for (const { systemId } of found) rest.delete(systemId);
  const marks = withMarked(state.marks, markable(listing, found));
  const next: State = { ...state, marks, toFind: { ...toFind, marks: rest } };
  if (!isEnd && rest.size > 0) return next;
  const gone = rest.size === 0 ? '' : ` ${grouped(rest.size)} of them are not listed any more.`;
  return { ...next, notice: { kind: 'said', text: `Marked again as before: ${grouped(marks.size)}.${gone}` } };
}

/** Unless somebody has moved meanwhile. */
function cursorFound(state: State): State {
  const { listing, toFind } = state;
  const { scan, view, cursor } = listing;
  if (scan === null || toFind.systemId === null) return state;
  if (cursor.row > 0) return { ...state, toFind: { ...toFind, systemId: null } };
  if (shownRowOf(view, scan, toFind.systemId) < 0) return state;
  const followed = cursorFollowing({ ...cursor, systemId: toFind.systemId }, view, scan, tableRows(state.rows));
  return { ...state, listing: { ...listing, cursor: followed }, toFind: { ...toFind, systemId: null } };
}
