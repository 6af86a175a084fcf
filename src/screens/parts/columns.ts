/** Lays out the columns of a table: which fit, and how wide they are. */
import type { Clean } from '../text/clean.ts';
import type { Tone } from './root-context.ts';

export interface Column<T> {
  readonly title: Clean;
  /** Fewer cells than this, and the column is left out. */
  readonly min: number;
  /** More cells than this are of no use to it. */
  readonly ideal: number;
  readonly align?: 'left' | 'right';
  /** Where room is short, the lowest goes first; where there is some left, the highest grows first. */
  readonly priority: number;
  readonly cell: (item: T) => Clean;
  readonly tone?: (item: T) => Tone;
}

export interface PlacedColumn<T> {
  readonly column: Column<T>;
  readonly width: number;
}

/** The cells between two columns. */
export const COLUMN_GAP = 2;

/** The columns that fit, in their order. At least one always stays, however narrow. */
export function layoutColumns<T>(columns: readonly Column<T>[], width: number): readonly PlacedColumn<T>[] {
  const byPriority = columns.toSorted((a, b) => b.priority - a.priority);
  while (byPriority.length > 1 && leastWidth(byPriority) > width) byPriority.pop();

  let extra = width - leastWidth(byPriority);
  const placed = byPriority.map((column) => {
    // Negative only for a last column wider than the room there is.
    const growth = Math.min(extra, column.ideal - column.min);
    extra -= growth;
    return { column, width: Math.max(0, column.min + growth) };
  });
  return placed.sort((a, b) => columns.indexOf(a.column) - columns.indexOf(b.column));
}

function leastWidth(columns: readonly Column<never>[]): number {
  return columns.reduce((sum, { min }) => sum + min, 0) + COLUMN_GAP * (columns.length - 1);
}
