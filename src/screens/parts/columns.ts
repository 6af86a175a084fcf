/** Lays out the columns of a table: which fit, by their priority and least widths, and how wide each is, by its content. */
import { type Clean, clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';
import type { Tone } from './palette.ts';
import { digitsOf, ExactNumber, isJsonObject, type Json, scalarText } from '../../api/exact-json.ts';
import { childCount, timeOf } from '../../state/kernel/json-columns.ts';
import { isSecret, type SecretPlace } from '../../api/secrets.ts';
import { age, count } from '../text/quantities.ts';

export interface Column<T> {
  /** The title also identifies the column. */
  readonly title: Clean;
  /** The least width: without so many cells it is left out, unless its content is narrower. */
  readonly min: number;
  /** The flexible width: cells beyond it are shared out last. */
  readonly ideal: number;
  /** Figures stand at the right. They are never cut while other columns have cells: half a number is another one. */
  readonly align?: 'left' | 'right';
  /** Where room is short, the lowest priority is left out first. */
  readonly priority: number;
  /** Shown before any other column, and in less than its least width. */
  readonly isKept?: boolean;
  /** Shown only in cells that the other columns leave with their flexible widths. */
  readonly isExtra?: boolean;
  /**
   * As wide as `ideal` before its content is: figures that arrive move no other column. `spare`: where no other column is
   * cut for that; `firm`: also where long values are. Chosen with its least width, whatever its content is.
   */
  readonly steady?: 'spare' | 'firm';
  /** Gets its flexible width before other columns: half a version or tag has another meaning. */
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

/** The share of its values by which a column of texts is chosen: a few long ones are cut down to `shortCells`. */
const [usualShare, shortCells] = [0.9, 8];

/** The widths of columns in a sample: of all values, and of the usual ones. */
interface SampleWidths {
  readonly whole: ContentWidths;
  readonly usual: ContentWidths;
}

const samples = new WeakMap<readonly unknown[], Readonly<Record<keyof SampleWidths, Map<string, number>>>>();

/** The content of each column among the first of these items; measured once. */
export function sampleWidths<T>(columns: readonly Column<T>[], sample: readonly T[]): SampleWidths {
  const known = samples.get(sample) ?? { whole: new Map(), usual: new Map() };
  samples.set(sample, known);
  for (const { title, align, cell } of columns.filter((column) => !known.whole.has(column.title))) {
    const cells = sample.slice(0, sampleSize).map((item) => width(cell(item)));
    cells.sort((a, b) => a - b);
    const whole = cells.at(-1) ?? 0;
    known.whole.set(title, whole);
    const usual = Math.max(Math.min(whole, shortCells), cells[Math.ceil(cells.length * usualShare) - 1] ?? 0);
    known.usual.set(title, align === 'right' ? whole : usual);
  }
  return known;
}

/** Cells that a column which is kept needs beside others that are kept. */
const minKept = 4;

/**
 * The columns that fit, in their order: by their priority, with their least widths. At least one stays. `whole`: of all
 * values, where `content` is that of the usual ones: an extra column cuts no value of another one.
 */
export function fittingColumns<T>(
  columns: readonly Column<T>[],
  content: ContentWidths,
  room: number,
  whole = content,
): readonly Column<T>[] {
  const shown = new Set<Column<T>>();
  /** Takes columns of a kind into the cells that those shown leave with these widths. */
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
  take(({ isKept, isExtra }) => isKept !== true && isExtra === true, leastWidth, flexibleWidth, whole);
  return columns.filter((column) => shown.has(column));
}

function byPriority<T>(columns: readonly Column<T>[]): readonly Column<T>[] {
  return columns.toSorted((a, b) => b.priority - a.priority);
}

type Width = (column: Column<never>, content: ContentWidths) => number;

/** With the heading and all content. */
const wholeWidth: Width = (column, content) => Math.max(width(headingOf(column)), content.get(column.title) ?? 0);

/** The heading, and the content up to a limit; figures whole. */
function upTo(limit: number, column: Column<never>, content: ContentWidths): number {
  const whole = wholeWidth(column, content);
  return column.align === 'right' ? whole : Math.max(width(headingOf(column)), Math.min(limit, whole));
}

const leastWidth: Width = (column, content) =>
  Math.max(column.steady === undefined ? 0 : column.min, upTo(column.min, column, content));

const flexibleWidth: Width = (column, content) => upTo(column.ideal, column, content);

/** The cells of a table with these columns, nothing of their content cut. */
export function tableWidth<T>(columns: readonly Column<T>[], content: ContentWidths, signs: number): number {
  return gutterOf(signs) + total(columns.map((column) => wholeWidth(column, content)));
}

/**
 * The width of each column. `content`: of the rows in view; `grown`: of all rows viewed so far, so that columns keep
 * their width during scrolling; `sample`: that by which the columns were chosen. Cells go to the figures in view, then
 * to the least widths, then to the flexible ones, and then to whatever is still cut. What no row in view needs keeps
 * the columns in their places.
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
  const needed = (column: Column<T>): number =>
    Math.max(wholeWidth(column, content), column.steady === 'firm' ? column.ideal : 0);
  const flexible = (column: Column<T>): number => flexibleWidth(column, content);
  const steps: readonly ((column: Column<T>) => number)[] = [
    (column) => (column.align === 'right' ? needed(column) : 0),
    (column) => Math.min(minKept, needed(column)),
    (column) => Math.min(leastWidth(column, sample), needed(column)),
    (column) => (column.isCutLast === true ? flexible(column) : 0),
    flexible,
    needed,
    (column) => Math.max(flexibleWidth(column, sample), wholeWidth(column, grown)),
    (column) => (column.steady === undefined ? 0 : column.ideal),
  ];
  let widths: readonly number[] = columns.map(() => 0);
  for (const step of steps) widths = shared(widths, columns.map(step), Math.max(0, room) - total(widths));
  return columns.map((column, at) => ({ column, width: widths[at] ?? 0 }));
}

/** Shares out the cells that are left: those that want few get them first. */
function shared(widths: readonly number[], wanted: readonly number[], cells: number): readonly number[] {
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

// A value of an answer as a cell, and in a few words.

/** Constant length: the length of a secret is secret too. */
const dots = clean('••••••••••••');

interface About extends SecretPlace {
  readonly isRevealed: boolean;
  readonly now: number;
}

/** A value by itself: exact; an object by its first fields. */
export function valueWords(value: Json, place: SecretPlace): Clean {
  const entries = childCount(value);
  if (entries !== null) return branchWords(value, entries, place);
  if (isSecret(value, place)) return dots;
  if (value === null) return clean('null');
  if (typeof value !== 'string') return clean(scalarText(value) ?? '');
  return clean(isLikeOther(value) ? `"${value}"` : value);
}

/** Could the text be mistaken for another value, or for none? */
function isLikeOther(text: string): boolean {
  return text.trim() === '' || /^(?:null|true|false|-?\d[\d.eE+-]*)$/.test(text);
}

/** Limit on the fields in a summary. */
const maxSummed = 6;

/** An object by its first fields, a list by its length. */
function branchWords(value: Json, entries: number, place: SecretPlace): Clean {
  if (entries === 0) return clean(Array.isArray(value) ? '[]' : '{}');
  if (!isJsonObject(value)) return clean(`${count(entries)}${itemsWords(value, place)}`);
  const parts = Object.keys(value)
    .slice(0, maxSummed)
    .map((name) => `${name}: ${summed(value[name] ?? null, { name, owner: value, outer: place.name })}`);
  return clean(parts.join(', '));
}

/** A short list of texts or numbers by its items. */
function itemsWords(value: Json, place: SecretPlace): string {
  if (!Array.isArray(value) || value.length > maxSummed) return '';
  const texts = value.map((one: Json) => (childCount(one) === null ? summed(one, place) : null));
  return texts.includes(null) ? '' : `  ${texts.join(', ')}`;
}

function summed(value: Json, place: SecretPlace): string {
  if (isSecret(value, place)) return dots.slice(0, 3);
  const entries = childCount(value);
  return entries === null ? clip(clean(scalarText(value) ?? ''), 40) : `(${count(entries)})`;
}

/** In a table: a time as its age, a list or an object as a count. */
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
