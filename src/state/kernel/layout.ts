/** The rows that each screen has for its list: the one place for the geometry of the screens. */

/** Below this nothing sensible can be drawn: one line says so. */
export const smallest = { columns: 30, rows: 8 };

export function isTooSmall({ columns, rows }: { readonly columns: number; readonly rows: number }): boolean {
  return columns < smallest.columns || rows < smallest.rows;
}

/** From this height on, a blank line sets the head apart. */
const roomyRows = 16;

export function isRoomy(rows: number): boolean {
  return rows >= roomyRows;
}

/** Rows of the body: without the place line, the status line, the notice line, the hints, and the blank line. */
export function bodyRows(rows: number): number {
  return Math.max(1, rows - (isRoomy(rows) ? 5 : 4));
}

/** Rows of a table in the body: without its header. */
export function tableRows(rows: number): number {
  return Math.max(1, bodyRows(rows) - 1);
}

/** A purpose of so many characters is shown whole below the list of operations. */
const longestPurpose = 120;

/** Rows of the list of operations: below it, and in the line above the hints, stands what the one at the cursor does. */
export function operationRows({ columns, rows }: { readonly columns: number; readonly rows: number }): number {
  const purpose = isRoomy(rows) ? Math.ceil(longestPurpose / columns) - 1 : 0;
  return tableRows(rows) - Math.max(0, purpose);
}

/** From this width on, the system under the cursor is shown beside a list. */
const paneFrom = 110;

/** A wider pane is of no use to its fields; a narrower one would break most of them. */
const paneCells = { least: 34, most: 64 };

/** Cells of a list whose content is not known, as a share of the screen. */
const usualShare = 0.6;

/**
 * The cells of a list, and of the pane beside it; 0 where there is none. The list takes the cells that its content
 * `wanted`, and the pane takes the rest.
 */
export function paneLayout(
  columns: number,
  wanted = Math.round(columns * usualShare),
): { readonly list: number; readonly pane: number } {
  if (columns < paneFrom) return { list: columns, pane: 0 };
  const pane = Math.max(paneCells.least, Math.min(paneCells.most, columns - wanted));
  return { list: columns - pane, pane };
}

/**
 * The stale screen: from the width on that has a pane, the ages at the left, and at the right so many enrolment keys and
 * as many tags; else those with the most stale systems, below the ages.
 */
export function staleLayout({ columns, rows }: { readonly columns: number; readonly rows: number }): {
  readonly left: number;
  readonly right: number;
  readonly groups: number;
} {
  const { list: left, pane: right } = paneLayout(columns);
  // Two titles and a blank line; below the ages, a line or two of each.
  return { left, right, groups: right === 0 ? 5 : Math.max(3, Math.floor((bodyRows(rows) - 3) / 2)) };
}

/** Rows for the kinds that can be copied, and for the text: a blank line and one of the text always fit. */
export function copyLayout(rows: number, kinds: number): { readonly list: number; readonly text: number } {
  const list = Math.max(1, Math.min(kinds, bodyRows(rows) - 2));
  return { list, text: Math.max(0, bodyRows(rows) - list - 1) };
}
