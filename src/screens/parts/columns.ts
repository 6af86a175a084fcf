/** Lays out the columns of a table by their content: the ones that fit, and their widths. */
import { type Clean, clean } from '../text/clean.ts';
import { width } from '../text/fit.ts';
import type { Tone } from './root-context.ts';

export interface Column<T> {
  /** The title also identifies the column. */
  readonly title: Clean;
  /** The least width; cells are cut to it only where no column has cells to spare. */
  readonly min: number;
  /** Content wider than this makes no other column give way. */
  readonly ideal: number;
  readonly align?: 'left' | 'right';
  /** Where room is short, the lowest priority is left out first. */
  readonly priority: number;
  /** Cut after all other columns: half a version or tag has another meaning. */
  readonly isCutLast?: boolean;
  /** Cut at its beginning: the end of a path tells more. */
  readonly isCutInFront?: boolean;
  /** The table is sorted by it; the arrow follows the displayed values. */
  readonly sorted?: 'rising' | 'falling' | null | undefined;
  readonly cell: (item: T) => Clean;
  readonly tone?: (item: T) => Tone;
}

export interface PlacedColumn<T> {
  readonly column: Column<T>;
  readonly width: number;
}

/** The width of each column's content, by its title. */
export type ContentWidths = ReadonlyMap<string, number>;

/** The cells between two columns. */
export const COLUMN_GAP = 2;

/** The cells before the first column: the cursor, the signs, and a blank. */
export function gutterOf(signs: number): number {
  return signs + 2;
}

const arrows = { rising: ' ↑', falling: ' ↓' } as const;

/** The title, with an arrow where the table is sorted by the column. */
export function headingOf({ title, sorted }: Pick<Column<never>, 'title' | 'sorted'>): Clean {
  return sorted == null ? title : clean(title + arrows[sorted]);
}

/** The widest cell of each column, among these items. */
export function contentWidths<T>(columns: readonly Column<T>[], items: readonly T[]): ContentWidths {
  return new Map(
    columns.map(({ title, cell }) => [title, items.reduce((most, item) => Math.max(most, width(cell(item))), 0)]),
  );
}

/** The width of a list is measured in this many systems, which takes no time. */
const sampleSize = 200;

const samples = new WeakMap<readonly unknown[], Map<string, number>>();

/** The widest cell of each column among the first of these items; measured once. */
export function sampleWidths<T>(columns: readonly Column<T>[], sample: readonly T[]): ContentWidths {
  const known = samples.get(sample) ?? new Map<string, number>();
  samples.set(sample, known);
  const unknown = columns.filter(({ title }) => !known.has(title));
  if (unknown.length > 0) {
    for (const [title, cells] of contentWidths(unknown, sample.slice(0, sampleSize))) known.set(title, cells);
  }
  return known;
}

/** The columns that fit, in their order, if their content is as wide as the sample's. At least one stays. */
export function fittingColumns<T>(
  columns: readonly Column<T>[],
  usual: ContentWidths,
  room: number,
): readonly Column<T>[] {
  const byPriority = columns.toSorted((a, b) => b.priority - a.priority);
  const counted = (column: Column<T>): number => countedWidth(column, usual);
  while (byPriority.length > 1 && total(byPriority.map(counted)) > room) byPriority.pop();
  return columns.filter((column) => byPriority.includes(column));
}

/** The width of a column for the decision which ones fit: all its content, up to a limit. */
function countedWidth(column: Column<never>, usual: ContentWidths): number {
  return Math.max(width(headingOf(column)), Math.min(column.ideal, usual.get(column.title) ?? 0));
}

/**
 * The width of each column. `content`: of the rows in view; `grown`: of all rows viewed so far, so that columns keep
 * their width during scrolling. A column first returns the cells that no row in view needs; only then is another one
 * cut.
 */
export function placeColumns<T>(
  columns: readonly Column<T>[],
  content: ContentWidths,
  grown: ContentWidths,
  room: number,
): readonly PlacedColumn<T>[] {
  const left = Math.max(0, room);
  const within = (column: Column<T>, widths: ContentWidths): number =>
    Math.min(left, Math.max(width(headingOf(column)), widths.get(column.title) ?? 0));
  const widths = columns.map((column) => Math.max(within(column, grown), within(column, content)));
  const needs = columns.map((column) => within(column, content));
  const floors = columns.map((column, at) => Math.min(needs[at] ?? 0, Math.max(column.min, width(headingOf(column)))));
  narrow(widths, needs, left);
  narrow(
    widths,
    floors.map((floor, at) => (columns[at]?.isCutLast === true ? (widths[at] ?? 0) : floor)),
    left,
  );
  narrow(widths, floors, left);
  // A last column may be wider than the room.
  narrow(
    widths,
    columns.map(() => 0),
    left,
  );
  return columns.map((column, at) => ({ column, width: widths[at] ?? 0 }));
}

/** Takes cells from the widest column above its minimum, one by one, until all fit. */
function narrow(widths: number[], least: readonly number[], room: number): void {
  let excess = total(widths) - room;
  while (excess > 0) {
    let widest = -1;
    for (const [at, cells] of widths.entries()) {
      if (cells > (least[at] ?? 0) && cells > (widths[widest] ?? 0)) widest = at;
    }
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, cells) => sum + cells, 0) + COLUMN_GAP * (widths.length - 1);
}
