/**
 * Lays out the columns of a table: which ones fit, by their priority and minimum widths, and their widths, by their
 * content.
 */
import { type Clean, clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';
import type { Tone } from './root-context.ts';
import { digitsOf, ExactNumber, isJsonObject, type Json, scalarText } from '../../api/exact-json.ts';
import { childCount, timeOf } from '../../state/kernel/json-columns.ts';
import { isSecret, type SecretPlace } from '../../api/secrets.ts';
import { age, count } from '../text/quantities.ts';

export interface Column<T> {
  /** The title also identifies the column. */
  readonly title: Clean;
  /** The minimum width: with fewer cells the column is left out, unless its content is narrower. */
  readonly min: number;
  /** The flexible width: cells beyond it are distributed last. */
  readonly ideal: number;
  /** Figures are right-aligned and cut last, because half a number looks like another number. */
  readonly align?: 'left' | 'right';
  /** If room is short, the lowest priority is left out first. */
  readonly priority: number;
  /** Shown before any other column, even below its minimum width. */
  readonly isKept?: boolean;
  /** Shown only in cells that the other columns leave at their flexible widths. */
  readonly isExtra?: boolean;
  /**
   * Reserves its `ideal` width before its content arrives, so that figures move no other column. `spare`: only if no
   * other column is cut for it; `firm`: even if long values are. The column is chosen by its minimum width, whatever
   * its content.
   */
  readonly steady?: 'spare' | 'firm';
  /** Gets its flexible width before other columns, because half a version or tag has another meaning. */
  readonly isCutLast?: boolean;
  /** Cuts a text that is too wide: the end of a path identifies it, and both ends of a name; `clip` is for sentences. */
  readonly cut?: (text: Clean, cells: number) => Clean;
  /** The sort by this column. */
  readonly sortId?: string | undefined;
  /** The table is sorted by this column; the arrow follows the displayed values. */
  readonly sorted?: 'rising' | 'falling' | null | undefined;
  readonly cell: (item: T) => Clean;
  readonly tone?: (item: T) => Tone;
  /** One cell after the text, in a tone of its own; a screen reader does not get it. */
  readonly gauge?: ((item: T) => { readonly text: Clean; readonly tone: Tone }) | undefined;
  /** For the first column: the target of its text, in a terminal with hyperlinks. */
  readonly link?: (item: T) => string | null;
}

export interface PlacedColumn<T> {
  readonly column: Column<T>;
  readonly width: number;
}

/** The width of each column's content, by title. */
export type ContentWidths = ReadonlyMap<string, number>;

export const COLUMN_GAP = 2;

/** The cells before the first column: the cursor, the signs, and a blank. */
export function gutterOf(signs: number): number {
  return signs + 2;
}

const arrows = { rising: ' ↑', falling: ' ↓' } as const;

export function headingOf({ title, sorted }: Pick<Column<never>, 'title' | 'sorted'>): Clean {
  return sorted == null ? title : clean(title + arrows[sorted]);
}

export function contentWidths<T>(columns: readonly Column<T>[], items: readonly T[]): ContentWidths {
  return new Map(
    columns.map((column) => [column.title, items.reduce((most, item) => Math.max(most, cellWidth(column, item)), 0)]),
  );
}

/** Cells of the gauge and of the blank before it. */
export const gaugeCells = 2;

function gaugesIn(columns: readonly Column<never>[]): number {
  return gaugeCells * columns.filter(({ gauge }) => gauge !== undefined).length;
}

/** Leaves gauges out where the columns need their cells: a gauge may cut a text, but displaces no column. */
export function withRoomForGauges<T>(
  columns: readonly Column<T>[],
  content: ContentWidths,
  room: number,
): readonly Column<T>[] {
  const least = total(columns.map((column) => leastWidth(column, content)));
  return least + gaugesIn(columns) <= room ? columns : columns.map((column) => ({ ...column, gauge: undefined }));
}

function cellWidth<T>({ cell, gauge }: Column<T>, item: T): number {
  return width(cell(item)) + (gauge === undefined ? 0 : gaugeCells);
}

/** Limit on the items that are measured, so that measuring stays fast. */
export const sampleSize = 200;

/**
 * A column of texts is chosen by the width of this share of its values: the few longer ones are cut, down to
 * `shortCells`.
 */
const [usualShare, shortCells] = [0.9, 8];

/** The widths of columns in a sample: `whole` for all values, `usual` without the longest. */
interface SampleWidths {
  readonly whole: ContentWidths;
  readonly usual: ContentWidths;
}

const samples = new WeakMap<readonly unknown[], Readonly<Record<keyof SampleWidths, Map<string, number>>>>();

/** The content of each column in the sample, measured once. */
export function sampleWidths<T>(columns: readonly Column<T>[], sample: readonly T[]): SampleWidths {
  const known = samples.get(sample) ?? { whole: new Map(), usual: new Map() };
  samples.set(sample, known);
  for (const column of columns.filter(({ title }) => !known.whole.has(title))) {
    const { title, align } = column;
    const cells = sample.slice(0, sampleSize).map((item) => width(column.cell(item)));
    cells.sort((a, b) => a - b);
    const whole = cells.at(-1) ?? 0;
    known.whole.set(title, whole);
    const usual = Math.max(Math.min(whole, shortCells), cells[Math.ceil(cells.length * usualShare) - 1] ?? 0);
    known.usual.set(title, align === 'right' ? whole : usual);
  }
  return known;
}

/** Minimum cells of a kept column beside other kept columns. */
const minKept = 4;

/**
 * The columns that fit at their minimum widths, by priority; their order is unchanged. At least one stays. `whole`
 * counts all values and `content` the usual ones: an extra column cuts no value of another one.
 */
export function fittingColumns<T>(
  columns: readonly Column<T>[],
  content: ContentWidths,
  room: number,
  whole = content,
): readonly Column<T>[] {
  const shown = new Set<Column<T>>();
  /** Adds columns of a kind while the shown columns leave enough cells. */
  const take = (isOfKind: (column: Column<T>) => boolean, needs: Width, takes: Width, cells = content): void => {
    let left = room;
    for (const column of shown) left -= COLUMN_GAP + takes(column, cells);
    for (const column of byPriority(columns).filter(isOfKind)) {
      if (shown.size > 0 && needs(column, content) > left) continue;
      shown.add(column);
      left -= COLUMN_GAP + takes(column, cells);
    }
  };
  take(
    ({ isKept }) => isKept === true,
    () => 1,
    (column) => Math.min(minKept, leastWidth(column, content)),
  );
  take(({ isKept, isExtra }) => isKept !== true && isExtra !== true, leastWidth, leastWidth);
  take(({ isKept, isExtra }) => isKept !== true && isExtra === true, leastWidth, flexibleOrLeast, whole);
  return columns.filter((column) => shown.has(column));
}

function byPriority<T>(columns: readonly Column<T>[]): readonly Column<T>[] {
  return columns.toSorted((a, b) => b.priority - a.priority);
}

type Width = (column: Column<never>, content: ContentWidths) => number;

/** The width of the heading and all content. */
const wholeWidth: Width = (column, content) => Math.max(width(headingOf(column)), content.get(column.title) ?? 0);

/** The width of the heading and of the content up to a limit; figures count in full. */
function upTo(limit: number, column: Column<never>, content: ContentWidths): number {
  const whole = wholeWidth(column, content);
  return column.align === 'right' ? whole : Math.max(width(headingOf(column)), Math.min(limit, whole));
}

const leastWidth: Width = (column, content) =>
  Math.max(column.steady === undefined ? 0 : column.min, upTo(column.min, column, content));

const flexibleWidth: Width = (column, content) => upTo(column.ideal, column, content);

/** A column that reserves its minimum width takes it, even where its content is narrower. */
const flexibleOrLeast: Width = (column, content) =>
  Math.max(flexibleWidth(column, content), leastWidth(column, content));

/** The width of a table with these columns and uncut content. */
export function tableWidth<T>(columns: readonly Column<T>[], content: ContentWidths, signs: number): number {
  return gutterOf(signs) + total(columns.map((column) => wholeWidth(column, content))) + gaugesIn(columns);
}

/**
 * The width of each column. `content`: of the rows in view; `grown`: of all rows viewed so far, so that columns keep
 * their width during scrolling; `sample`: of the rows by which the columns were chosen. Cells go to the figures in
 * view, then to the minimum widths, then to the flexible ones, and then to any column that is still cut. Cells that no
 * row in view needs keep the columns in place.
 */
export function placeColumns<T>(
  columns: readonly Column<T>[],
  {
    content,
    grown,
    sample = content,
  }: Readonly<Record<'content' | 'grown', ContentWidths>> & { sample?: ContentWidths },
  room: number,
): readonly PlacedColumn<T>[] {
  const neededCells = (column: Column<T>): number =>
    Math.max(wholeWidth(column, content), column.steady === 'firm' ? column.ideal : 0);
  const flexible = (column: Column<T>): number => flexibleWidth(column, content);
  const steps: readonly ((column: Column<T>) => number)[] = [
    (column) => (column.align === 'right' ? neededCells(column) : 0),
    (column) => Math.min(minKept, neededCells(column)),
    (column) => Math.min(leastWidth(column, sample), neededCells(column)),
    (column) => (column.isCutLast === true ? flexible(column) : 0),
    flexible,
    neededCells,
    (column) => Math.max(flexibleWidth(column, sample), wholeWidth(column, grown)),
    (column) => (column.steady === undefined ? 0 : column.ideal),
  ];
  let widths: readonly number[] = columns.map(() => 0);
  for (const step of steps) widths = shareCells(widths, columns.map(step), Math.max(0, room) - total(widths));
  return columns.map((column, at) => ({ column, width: widths[at] ?? 0 }));
}

/** Distributes the remaining cells, smallest needs first. */
function shareCells(widths: readonly number[], wanted: readonly number[], cells: number): readonly number[] {
  const given = [...widths];
  let left = Math.max(0, cells);
  const wants = widths.map((has, at) => ({ at, more: Math.max(0, (wanted[at] ?? 0) - has) }));
  for (const { at, more } of wants.sort((a, b) => a.more - b.more)) {
    given[at] = (given[at] ?? 0) + Math.min(more, left);
    left -= Math.min(more, left);
  }
  return given;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, cells) => sum + cells, 0) + COLUMN_GAP * (widths.length - 1);
}

// A JSON value as a table cell, and as a short text.

/** Constant length, because the length of a secret is secret, too. */
const dots = clean('••••••••••••');

interface About extends SecretPlace {
  readonly isRevealed: boolean;
  readonly now: number;
}

/** A value outside a table: exact; an object by its first fields. */
export function valueWords(value: Json, place: SecretPlace): Clean {
  const entries = childCount(value);
  if (entries !== null) return branchWords(value, entries, place);
  if (isSecret(value, place)) return dots;
  if (value === null) return clean('null');
  if (typeof value !== 'string') return clean(scalarText(value) ?? '');
  return clean(isLikeOther(value) ? `"${value}"` : value);
}

/** True if the text could be mistaken for a value of another type, or for no value. */
function isLikeOther(text: string): boolean {
  return text.trim() === '' || /^(?:null|true|false|-?\d[\d.eE+-]*)$/.test(text);
}

/** Limit on the fields in a summary. */
const maxSummed = 6;

function branchWords(value: Json, entries: number, place: SecretPlace): Clean {
  if (entries === 0) return clean(Array.isArray(value) ? '[]' : '{}');
  if (!isJsonObject(value)) return clean(`${count(entries)}${itemsWords(value, place)}`);
  const parts = Object.keys(value)
    .slice(0, maxSummed)
    .map((name) => `${name}: ${sumUp(value[name] ?? null, { name, owner: value, outer: place.name })}`);
  return clean(parts.join(', '));
}

/** The items of a short list of texts or numbers. */
function itemsWords(value: Json, place: SecretPlace): string {
  if (!Array.isArray(value) || value.length > maxSummed) return '';
  const texts = value.map((one: Json) => (childCount(one) === null ? sumUp(one, place) : null));
  return texts.includes(null) ? '' : `  ${texts.join(', ')}`;
}

function sumUp(value: Json, place: SecretPlace): string {
  if (isSecret(value, place)) return dots.slice(0, 3);
  const entries = childCount(value);
  return entries === null ? clip(clean(scalarText(value) ?? ''), 40) : `(${count(entries)})`;
}

/** A value in a table: a time as its age, a list or an object as a count. */
export function cellWords(value: Json, about: About): Clean {
  const { isRevealed, now } = about;
  if (value === null) return clean('–');
  if (isSecret(value, about) && !isRevealed) return dots;
  const entries = childCount(value);
  if (entries !== null) return count(entries);
  if (typeof value === 'number' || value instanceof ExactNumber) return clean(digitsOf(value));
  const ms = timeOf(value);
  if (ms === null) return clean(scalarText(value) ?? '');
  return ms > now ? clean(`in ${age(ms - now)}`) : age(now - ms);
}
