/** On which system is the cursor? It is remembered by id: it follows its system through any order, filter or refresh. */
import { type ListPosition, placed } from './list-position.ts';
import type { Scan } from './scan.ts';
import { shownAt, shownRowOf, type View, viewLength } from './view.ts';

export interface Cursor extends ListPosition {
  readonly systemId: string | null;
}

/** The cursor on whatever is shown in that row. */
export function cursorAt(position: ListPosition, view: View, scan: Scan): Cursor {
  return { row: position.row, top: position.top, systemId: shownAt(view, scan, position.row)?.systemId ?? null };
}

/** The cursor on its system in a view that changed; where the system is gone, on the row where it was. */
export function cursorFollowing(cursor: Cursor, view: View, scan: Scan, height: number): Cursor {
  const isThere = shownAt(view, scan, cursor.row)?.systemId === cursor.systemId;
  const row = isThere || cursor.systemId === null ? -1 : shownRowOf(view, scan, cursor.systemId);
  return cursorAt(placed(cursor, row < 0 ? cursor.row : row, viewLength(view, scan), height), view, scan);
}
