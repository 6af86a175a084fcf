/** Lists: filter, sort and cursor, and the rows and cells that every screen has for them. */

/** `by`: a column; null: the order in which the rows were received. */
export interface ListSort {
  readonly by: string | null;
  readonly isReversed: boolean;
}

export interface ListView {
  readonly filter: string;
  readonly sort: ListSort;
}

export const wholeView: ListView = { filter: '', sort: { by: null, isReversed: false } };

// The cursor of a list, and the rows in view. Rows count from 0.

export interface ListPosition {
  readonly row: number;
  readonly top: number;
  /**
   * Key of the row that was under the cursor when a filter hid it. A later filter that shows the row moves the cursor
   * back to it; moving the cursor forgets the key.
   */
  readonly anchor?: unknown;
}

export const atTop: ListPosition = { row: 0, top: 0 };

export type Motion = 'up' | 'down' | 'halfUp' | 'halfDown' | 'pageUp' | 'pageDown' | 'first' | 'last';

/** `length`: rows of the list; `height`: rows in view. */
export function movePosition(position: ListPosition, motion: Motion, length: number, height: number): ListPosition {
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
  return placeCursor(position, position.row + distances[motion], length, height);
}

/**
 * Puts the cursor on `row`. At the edge of the view the list scrolls by half a screen, so that holding a key redraws
 * the whole list only once in many lines.
 */
export function placeCursor(position: ListPosition, row: number, length: number, height: number): ListPosition {
  const clamped = Math.max(0, Math.min(row, length - 1));
  const visible = Math.max(1, height);
  const half = Math.floor(visible / 2);
  let top = position.top;
  if (clamped < top) top = clamped >= top - half ? top - half : clamped - half;
  if (clamped >= top + visible) top = clamped < top + visible + half ? top + half : clamped - half;
  const anchor = clamped === position.row ? position.anchor : undefined;
  return { row: clamped, top: Math.max(0, Math.min(top, length - visible)), ...(anchor !== undefined && { anchor }) };
}

/**
 * The row and anchor of a cursor whose rows changed: `own` is the key of its row, and `find` returns -1 for a key that
 * is not shown. The cursor stays on its own row while that is shown; only another filter moves it back to its anchor.
 */
export function followRow<Key>(
  own: Key | undefined,
  { row, anchor }: { readonly row: number; readonly anchor: Key | undefined },
  find: (key: Key) => number,
  isFiltered: boolean,
): { readonly row: number; readonly anchor?: Key | undefined } {
  const rowOf = (key: Key | undefined): number => (key === undefined ? -1 : find(key));
  const [ownRow, anchorRow] = [rowOf(own), rowOf(anchor)];
  if (anchorRow >= 0 && (isFiltered || ownRow < 0)) return { row: anchorRow };
  return ownRow >= 0 ? { row: ownRow, anchor } : { row, anchor: anchor ?? own };
}

// Sorts rows by a key.

/** Null comes last in both directions. */
export type RowKey = string | number | bigint | null;

/** Compares two keys of one type; 0 keeps the original order. Rows without a key come last in both directions. */
export function compareKeys<Key extends string | number | bigint>(
  a: Key | null,
  b: Key | null,
  reversed: boolean,
): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const sign = reversed ? -1 : 1;
  return a < b ? -sign : a > b ? sign : 0;
}

/** Computes each key once. Ties are sorted by `compareThen`, otherwise they keep their order. */
export function sortByKey<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  isFalling: boolean,
  compareThen: (a: Row, b: Row) => number = () => 0,
): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key, isFalling) || compareThen(a.row, b.row)).map(({ row }) => row);
}

/**
 * Sorts by number, largest first; `numbers` are those of the rows, and the sort is stable. A whole number and the row's
 * position fit into one double in most lists, and doubles are sorted many times faster than rows are compared.
 */
export function largestFirst<Row>(rows: readonly Row[], numbers: Float64Array): readonly Row[] {
  const { length } = rows;
  const keys = makeSortKeys(numbers);
  if (keys === null) return sortByKey([...rows.entries()], ([at]) => numbers[at] ?? null, true).map(([, row]) => row);
  // The bits of doubles that are not negative have the order of the doubles, and are sorted twice as fast.
  new BigUint64Array(keys.buffer).sort();
  const sorted = rows.slice();
  keys.forEach((key, to) => {
    const row = rows[key % length];
    if (row !== undefined) sorted[to] = row;
  });
  return sorted;
}

/**
 * A sort key for each number: the largest number gets the smallest key, and equal numbers keep their order. Null when a
 * key does not fit exactly into a double.
 */
function makeSortKeys(numbers: Float64Array): Float64Array<ArrayBuffer> | null {
  const { length } = numbers;
  let largest = 0;
  for (let at = 0; at < length; at++) largest = Math.max(largest, numbers[at] ?? 0);
  const keys = new Float64Array(length);
  for (let at = 0; at < length; at++) {
    const number = numbers[at] ?? 0;
    const key = (largest - number) * length + at;
    if (!Number.isSafeInteger(number) || !Number.isSafeInteger(key)) return null;
    keys[at] = key;
  }
  return keys;
}

// The rows that each screen has for its list: the only place that defines the geometry of the screens.

/** A smaller terminal shows only one line that says so. */
export const minScreen = { columns: 30, rows: 8 };

export function isTooSmall({ columns, rows }: { readonly columns: number; readonly rows: number }): boolean {
  return columns < minScreen.columns || rows < minScreen.rows;
}

/** Minimum height for a blank line below the head. */
const minRoomyRows = 16;

export function isRoomy(rows: number): boolean {
  return rows >= minRoomyRows;
}

/** Rows of the body: without the place line, the status line, the notice line, the hints, and the blank line. */
export function bodyRows(rows: number): number {
  return Math.max(1, rows - (isRoomy(rows) ? 5 : 4));
}

/** Rows of a table in the body, without its header. */
export function tableRows(rows: number): number {
  return Math.max(1, bodyRows(rows) - 1);
}

/** Maximum characters of a purpose that is shown whole below the list of operations. */
const maxPurposeLength = 120;

/** Rows of the list of operations. The purpose of the operation at the cursor takes the rows below it. */
export function operationRows({ columns, rows }: { readonly columns: number; readonly rows: number }): number {
  const purpose = isRoomy(rows) ? Math.ceil(maxPurposeLength / columns) - 1 : 0;
  return tableRows(rows) - Math.max(0, purpose);
}

/** Minimum width for details of the system beside a list. */
const minColumnsForPane = 110;

/** A wider pane would stay empty; a narrower one would wrap most of its fields. */
const paneCells = { min: 34, max: 64 };

/** Limits of a chosen pane: the values of its fields stay readable, as do the name, state and "last seen" beside it. */
const chosenPane = { min: 30, minBeside: 56 };

/** The chosen width, within the limits of a screen of so many columns. */
export function chosenPaneCells(columns: number, cells: number): number {
  return Math.max(chosenPane.min, Math.min(cells, columns - chosenPane.minBeside));
}

/** Width of a list with unknown content, as a share of the screen. */
const usualShare = 0.6;

/**
 * Cells of a list and of the pane beside it (0 without a pane). `wanted`: cells that the content of the list needs; the
 * pane takes the rest. `chosen`: the width of the pane, where a person has set one.
 */
export function paneLayout(
  columns: number,
  wanted = Math.round(columns * usualShare),
  chosen: number | null = null,
): { readonly list: number; readonly pane: number } {
  if (columns < minColumnsForPane) return { list: columns, pane: 0 };
  const pane =
    chosen === null
      ? Math.max(paneCells.min, Math.min(paneCells.max, columns - wanted))
      : chosenPaneCells(columns, chosen);
  return { list: columns - pane, pane };
}

/**
 * The stale screen. With a pane: ages at the left, and enrolment keys and tags at the right. Without one: the groups
 * with the most stale systems, below the ages.
 */
export function staleLayout({ columns, rows }: { readonly columns: number; readonly rows: number }): {
  readonly left: number;
  readonly right: number;
  readonly groups: number;
} {
  const { list: left, pane: right } = paneLayout(columns);
  // Beside the ages, the keys and the tags share the rows left by two titles and a blank line.
  return { left, right, groups: right === 0 ? 5 : Math.max(3, Math.floor((bodyRows(rows) - 3) / 2)) };
}

/** Rows for the kinds that can be copied, and for the text; a blank line and one line of text always fit. */
export function copyLayout(rows: number, kinds: number): { readonly list: number; readonly text: number } {
  const list = Math.max(1, Math.min(kinds, bodyRows(rows) - 2));
  return { list, text: Math.max(0, bodyRows(rows) - list - 1) };
}
