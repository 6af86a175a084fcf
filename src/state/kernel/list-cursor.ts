/** The cursor of a list, and the rows in view. Rows count from 0. */

export interface ListPosition {
  readonly row: number;
  /** The first row in view. */
  readonly top: number;
}

export const atTop: ListPosition = { row: 0, top: 0 };

export type Motion = 'up' | 'down' | 'halfUp' | 'halfDown' | 'pageUp' | 'pageDown' | 'first' | 'last';

/** The position after a motion in a list of `length` rows with `height` in view. */
export function moved(position: ListPosition, motion: Motion, length: number, height: number): ListPosition {
  const half = Math.max(1, Math.floor(height / 2));
  const page = Math.max(1, height - 1);
  const distances: Readonly<Record<Motion, number>> = {
    up: -1,
    down: 1,
    halfUp: -half,
    halfDown: half,
    pageUp: -page,
    pageDown: page,
    first: -length,
    last: length,
  };
  return placed(position, position.row + distances[motion], length, height);
}

/**
 * The position with the cursor on `row`. At the edge of the view the list jumps by half a screen, so that holding a
 * key redraws the whole list once in many lines and not with each of them.
 */
export function placed(position: ListPosition, row: number, length: number, height: number): ListPosition {
  const clamped = Math.max(0, Math.min(row, length - 1));
  const visible = Math.max(1, height);
  const half = Math.floor(visible / 2);
  let top = position.top;
  if (clamped < top) top = clamped >= top - half ? top - half : clamped - half;
  if (clamped >= top + visible) top = clamped < top + visible + half ? top + half : clamped - half;
  return { row: clamped, top: Math.max(0, Math.min(top, length - visible)) };
}
