/** The cursor of the list, remembered by its system's id: it follows that through any sort, filter or refresh. */
import { rowOf } from './id-index.ts';
import { type ListPosition, placed } from '../kernel/list-cursor.ts';
import type { Scan } from './scan.ts';
import { shownAt, shownRowOf, type View, viewLength } from './rows.ts';

export interface Cursor extends ListPosition {
  readonly systemId: string | null;
  /**
   * The system that the cursor was on until a filter left it out: the next filter that shows it gives the cursor back.
   * Null once a person has moved on.
   */
  readonly anchorId: string | null;
}

/** The cursor on whatever is shown in that row. */
export function cursorAt(position: ListPosition, view: View, scan: Scan, anchorId: string | null = null): Cursor {
  const systemId = shownAt(view, scan, position.row)?.systemId ?? null;
  return { row: position.row, top: position.top, systemId, anchorId };
}

/** The cursor on its system in a view that changed; where the system is gone, on the row where it was. */
export function cursorFollowing(cursor: Cursor, view: View, scan: Scan, height: number): Cursor {
  const { systemId, anchorId } = cursor;
  const at = (row: number, anchor: string | null): Cursor =>
    cursorAt(placed(cursor, row, viewLength(view, scan), height), view, scan, anchor);
  const own = rowWith(systemId, cursor, view, scan);
  if (own >= 0) return at(own, anchorId);
  const anchored = rowWith(anchorId, cursor, view, scan);
  if (anchored >= 0) return at(anchored, null);
  // One that is not listed any more will not be shown by another filter.
  const anchor = [anchorId, systemId].find((id) => id !== null && rowOf(scan.index, id) !== undefined);
  return at(cursor.row, anchor ?? null);
}

/** The cursor after a person has chosen another filter: back on the system that the filter before left out. */
export function cursorReturning(cursor: Cursor, view: View, scan: Scan, height: number): Cursor {
  const isBack = rowWith(cursor.anchorId, cursor, view, scan) >= 0;
  const back = { ...cursor, systemId: cursor.anchorId, anchorId: null };
  return cursorFollowing(isBack ? back : cursor, view, scan, height);
}

/** The row in which a system is shown, or -1. */
function rowWith(systemId: string | null, { row }: Cursor, view: View, scan: Scan): number {
  if (systemId === null) return -1;
  return shownAt(view, scan, row)?.systemId === systemId ? row : shownRowOf(view, scan, systemId);
}
