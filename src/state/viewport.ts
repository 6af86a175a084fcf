/** How many rows has a screen for its list? The one place where the geometry of the screens is written down. */

/** Below this nothing sensible can be drawn: one line says so. */
export const smallest = { columns: 30, rows: 8 };

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

/** The review: a summary above its list, the phrase below. */
export function reviewLayout(rows: number): { readonly summary: number; readonly list: number } {
  const summary = isRoomy(rows) ? 6 : 1;
  return { summary, list: Math.max(1, bodyRows(rows) - summary - 2) };
}

/** The run: progress and counts above the list of what did not end well. */
export function runLayout(rows: number): { readonly summary: number; readonly list: number } {
  const summary = isRoomy(rows) ? 8 : 4;
  return { summary, list: Math.max(1, bodyRows(rows) - summary) };
}
