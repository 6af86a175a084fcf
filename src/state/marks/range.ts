/** Which rows lie between where a range was begun and the cursor? */
import { shownRowOf } from '../list/rows.ts';
import type { State } from '../state.ts';

/** Rows of the view, the first and the last; null where there is no range, or its first system is not shown any more. */
export function rangeOf({
  list: { listing },
  marks: { rangeFrom },
}: State): { readonly from: number; readonly to: number } | null {
  const { scan, view, cursor } = listing;
  if (rangeFrom === null || scan === null) return null;
  const anchor = shownRowOf(view, scan, rangeFrom);
  return anchor < 0 ? null : { from: Math.min(anchor, cursor.row), to: Math.max(anchor, cursor.row) };
}
