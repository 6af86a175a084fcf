/** Lays out the columns of a table by their content: the ones that fit, and their widths. */
import { type Clean, clean } from '../text/clean.ts';
import { width } from '../text/fit.ts';
import type { Tone } from './palette.ts';

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
  /**
   * As wide as `ideal` before its content is: figures that arrive move no other column. `spare`: where no other column is
   * cut for that; `firm`: also where long values are, but never a usual one. At least as wide as `min` for the decision
   * which columns fit.
   */
  readonly steady?: 'spare' | 'firm';
  /** Cut after all other columns: half a version or tag has another meaning. */
  readonly isCutLast?: boolean;
  /** Cut at its beginning: the end of a path tells more. */
  readonly isCutInFront?: boolean;
  /** The table is sorted by it; the arrow follows the displayed values. */
  readonly sorted?: 'rising' | 'falling' | null | undefined;
  readonly cell: (item: T) => Clean;
  readonly tone?: (item: T) => Tone;
  /** For the first column: where its text leads, in a terminal that takes links. */
  readonly link?: (item: T) => string | null;
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
export const sampleSize = 200;

/** The share of its values by which a column fits: a few long ones are cut rather than all left out. */
const usualShare = 0.9;

/** The widths of columns in a sample: of all values, and of the usual ones. */
export interface SampleWidths {
  readonly whole: ContentWidths;
  readonly usual: ContentWidths;
}

const samples = new WeakMap<
  readonly unknown[],
  { readonly whole: Map<string, number>; readonly usual: Map<string, number> }
>();

/** The content of each column among the first of these items; measured once. */
export function sampleWidths<T>(columns: readonly Column<T>[], sample: readonly T[]): SampleWidths {
  const known = samples.get(sample) ?? { whole: new Map<string, number>(), usual: new Map<string, number>() };
  samples.set(sample, known);
  for (const { title, min, cell } of columns) {
    if (known.whole.has(title)) continue;
    const cells = sample.slice(0, sampleSize).map((item) => width(cell(item)));
    cells.sort((a, b) => a - b);
    const whole = cells.at(-1) ?? 0;
    known.whole.set(title, whole);
    known.usual.set(title, Math.max(Math.min(min, whole), cells[Math.ceil(cells.length * usualShare) - 1] ?? 0));
  }
  return known;
}

/**
 * The columns that fit, in their order: by their priority, if their content is as wide as usual. At least one stays. Of
 * those behind the first that does not fit, the ones that fit so into the cells that are free.
 */
export function fittingColumns<T>(
  columns: readonly Column<T>[],
  { usual, whole }: SampleWidths,
  room: number,
): readonly Column<T>[] {
  const counted = (column: Column<T>): number => countedWidth(column, usual);
  const byPriority = columns.toSorted((a, b) => b.priority - a.priority);
  const fit = byPriority.findIndex((_, at) => total(byPriority.slice(0, at + 1).map(counted)) > room);
  const shown = byPriority.slice(0, fit === -1 ? undefined : Math.max(1, fit));
  const needed = (all: readonly Column<T>[]): readonly number[] =>
    wholeWidths(all, whole).map((cells, at) =>
      all[at]?.steady === undefined ? cells : Math.max(cells, all[at].ideal),
    );
  for (const column of byPriority.slice(shown.length))
    if (total([...needed(shown), counted(column)]) <= room) shown.push(column);
  return columns.filter((column) => shown.includes(column));
}

/** The width of each column with its heading and all of its content. */
function wholeWidths<T>(columns: readonly Column<T>[], content: ContentWidths): readonly number[] {
  return columns.map((column) => Math.max(width(headingOf(column)), content.get(column.title) ?? 0));
}

/** The cells of a table with these columns, nothing of their content cut. */
export function wholeWidth<T>(columns: readonly Column<T>[], content: ContentWidths, signs: number): number {
  return gutterOf(signs) + total(wholeWidths(columns, content));
}

/** A reason behind the first column, where it costs no other column. */
export function withReasonColumn<T>(
  columns: readonly Column<T>[],
  reason: Column<T>,
  content: ContentWidths,
  room: number,
): readonly Column<T>[] {
  const [name, ...others] = columns;
  const stays = wholeEnough([...columns, reason], new Map([...content, [reason.title, reason.ideal]]), room);
  return name === undefined || !stays ? columns : [name, reason, ...others];
}

/** Do all of these columns fit, with all their content up to a limit? */
function wholeEnough<T>(columns: readonly Column<T>[], content: ContentWidths, room: number): boolean {
  return total(columns.map((column) => countedWidth(column, content))) <= room;
}

/** The width of a column for the decision which ones fit: its usual content, up to a limit. */
function countedWidth(column: Column<never>, usual: ContentWidths): number {
  const arriving = column.steady === undefined ? 0 : column.min;
  return Math.max(width(headingOf(column)), arriving, Math.min(column.ideal, usual.get(column.title) ?? 0));
}

/**
 * The width of each column. `content`: of the rows in view; `grown`: of all rows viewed so far, so that columns keep
 * their width during scrolling; `usual`: the widths by which the columns were chosen. A column first returns the cells
 * that no row in view needs, then those beyond its usual content; only then is what is usual cut. Figures, at the right
 * of their column, stay whole as long as another column has more than its minimum: half a number is another one.
 */
export function placeColumns<T>(
  columns: readonly Column<T>[],
  { content, grown, usual = content }: Readonly<Record<'content' | 'grown', ContentWidths>> & Partial<SampleWidths>,
  room: number,
): readonly PlacedColumn<T>[] {
  const left = Math.max(0, room);
  const within = (column: Column<T>, widths: ContentWidths): number =>
    Math.min(left, Math.max(width(headingOf(column)), widths.get(column.title) ?? 0));
  const reserved = ({ ideal }: Column<T>, isReserved: boolean): number => (isReserved ? Math.min(left, ideal) : 0);
  const needs = columns.map((column) => Math.max(within(column, content), reserved(column, column.steady === 'firm')));
  const widths = columns.map((column, at) =>
    Math.max(within(column, grown), needs[at] ?? 0, reserved(column, column.steady !== undefined)),
  );
  const atMost = (limit: (column: Column<T>) => number): readonly number[] =>
    columns.map((column, at) => Math.min(needs[at] ?? 0, limit(column)));
  const isCutLast = (at: number): boolean => columns[at]?.isCutLast === true;
  narrow(widths, needs, left);
  const least = (column: Column<T>): number => Math.max(column.min, width(headingOf(column)));
  const figures = (column: Column<T>): number => (column.align === 'right' ? within(column, content) : 0);
  for (const floors of [
    atMost((column) => Math.max(figures(column), countedWidth(column, usual))),
    atMost((column) => Math.max(figures(column), least(column))),
    atMost(least),
  ]) {
    const first = floors.map((floor, at) => (isCutLast(at) ? (widths[at] ?? 0) : floor));
    narrow(widths, first, left);
    narrow(widths, floors, left);
  }
  // A last column may be wider than the room.
  const nothing = columns.map(() => 0);
  narrow(widths, nothing, left);
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
