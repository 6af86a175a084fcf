/** The columns of a table: which fit, and how wide each is. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Column,
  COLUMN_GAP,
  contentWidths,
  fittingColumns,
  headingOf,
  placeColumns,
  type PlacedColumn,
  sampleWidths,
} from '../../../src/screens/parts/columns.ts';
import { clean } from '../../../src/screens/text/clean.ts';
import { width } from '../../../src/screens/text/fit.ts';
import { property } from '../../support/property.ts';

type Row = Readonly<Record<string, string>>;

const aColumn = (title: string, about: Partial<Column<Row>> = {}): Column<Row> => ({
  title: clean(title),
  min: 4,
  ideal: 20,
  priority: 1,
  cell: (row) => clean(row[title] ?? ''),
  ...about,
});

const name = aColumn('NAME', { min: 12, ideal: 28, priority: 100 });
const seen = aColumn('LAST SEEN', { min: 9, ideal: 14, priority: 90, align: 'right' });
const key = aColumn('KEY', { min: 8, ideal: 20, priority: 70 });
const tags = aColumn('TAGS', { min: 6, ideal: 14, priority: 40, isCutLast: true });
const all = [name, seen, key, tags];

const aRow = (cells: number, about: Row = {}): Row => ({
  ...{ NAME: 'n'.repeat(cells), 'LAST SEEN': '120 d', KEY: 'retail', TAGS: 'prod web' },
  ...about,
});

interface Viewed {
  /** By which the columns were chosen. */
  readonly sample?: readonly Row[];
  readonly before?: readonly Row[];
}

function laidOut(columns: readonly Column<Row>[], rows: readonly Row[], room: number, viewed: Viewed = {}) {
  const sample = contentWidths(columns, viewed.sample ?? rows);
  const content = contentWidths(columns, rows);
  const grown = contentWidths(columns, [...rows, ...(viewed.before ?? [])]);
  return placeColumns(fittingColumns(columns, sample, room), { content, grown, sample }, room);
}

const shape = (placed: readonly PlacedColumn<Row>[]): string =>
  placed.map(({ column, width }) => `${column.title} ${width}`).join(', ');

test.each([
  ['as wide as their content, however much room there is', 200, 'NAME 30, LAST SEEN 9, KEY 6, TAGS 8'],
  ['cut where they do not fit, the name first', 58, 'NAME 29, LAST SEEN 9, KEY 6, TAGS 8'],
  ['cut down to their least widths', 39, 'NAME 12, LAST SEEN 9, KEY 6, TAGS 6'],
  ['left out by their priority where those do not fit', 38, 'NAME 19, LAST SEEN 9, KEY 6'],
  ['down to the first', 19, 'NAME 19'],
  ['which is cut where it must', 8, 'NAME 8'],
  ['and to nothing', -1, 'NAME 0'],
])('columns are %s', (_, room, expected) => {
  expect(shape(laidOut(all, [aRow(5), aRow(30)], room))).toBe(expected);
});

test('long values further down leave no column out, and rows that are short show it whole', () => {
  const long = aRow(60, { KEY: 'k'.repeat(40), TAGS: 't'.repeat(40) });
  expect(shape(laidOut(all, [aRow(5)], 80, { sample: [aRow(5), long] }))).toBe('NAME 28, LAST SEEN 9, KEY 20, TAGS 14');
});

test('one that is kept goes into any room, and an extra one only where the others have theirs', () => {
  const kept = [name, tags].map((column) => ({ ...column, isKept: true }));
  expect(shape(laidOut(kept, [aRow(30)], 17))).toBe('NAME 9, TAGS 6');
  const extra = { ...key, isExtra: true };
  expect(shape(laidOut([name, extra], [aRow(60)], 36))).toBe('NAME 28, KEY 6');
  expect(shape(laidOut([name, extra], [aRow(60)], 35))).toBe('NAME 35');
  const reserved = aColumn('A', { min: 4, ideal: 4, steady: 'spare', isKept: true });
  expect(shape(laidOut([reserved, aColumn('B', { min: 1, isExtra: true })], [{}], 6))).toBe('A 4');
});

test('figures that arrive move no column that is as wide as they can be', () => {
  const steady = aColumn('SYSTEMS', { min: 7, ideal: 9, steady: 'firm', align: 'right' });
  const at = (figure: string): string => shape(laidOut([name, steady], [{ NAME: 'n', SYSTEMS: figure }], 80));
  expect([at('–'), at('1,234,567')]).toEqual(['NAME 4, SYSTEMS 9', 'NAME 4, SYSTEMS 9']);
});

test('a column that was wider stays so, until another one needs the cells', () => {
  const before = [aRow(40)];
  expect(shape(laidOut(all, [aRow(5)], 80, { before }))).toBe('NAME 40, LAST SEEN 9, KEY 6, TAGS 8');
  expect(shape(laidOut(all, [aRow(5, { TAGS: 't'.repeat(40) })], 80, { before }))).toBe(
    'NAME 19, LAST SEEN 9, KEY 6, TAGS 40',
  );
});

test('the title of the column by which a list is sorted has an arrow, and room for it', () => {
  const sorted = { ...seen, sorted: 'falling' as const };
  expect(headingOf(sorted)).toBe('LAST SEEN ↓');
  expect(shape(laidOut([name, sorted], [aRow(5)], 80))).toBe('NAME 5, LAST SEEN 11');
});

test('a sample is measured once, and not to its end', () => {
  let drawn = 0;
  const counted = aColumn('X', { cell: () => clean(String((drawn += 1)).slice(0, 1)) });
  const sample = Array.from({ length: 1000 }, () => aRow(1));
  expect(sampleWidths([counted], sample).whole).toEqual(new Map([['X', 1]]));
  sampleWidths([counted], sample);
  expect(drawn).toBe(200);
});

const titles = ['C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7'];
const aCell = fc
  .oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 40 }))
  .map((cells) => 'x'.repeat(cells));
const someRows = fc.array(fc.record(Object.fromEntries(titles.map((title) => [title, aCell]))), {
  minLength: 1,
  maxLength: 5,
});
const aShape = fc.record({
  min: fc.integer({ min: 1, max: 12 }),
  more: fc.integer({ min: 0, max: 20 }),
  priority: fc.integer({ min: 0, max: 9 }),
  align: fc.constantFrom('left' as const, 'right' as const),
  isCutLast: fc.boolean(),
  steady: fc.constantFrom('usual' as const, 'spare' as const, 'firm' as const),
  role: fc.constantFrom('usual', 'usual', 'kept', 'extra'),
});
const someColumns = fc.array(aShape, { minLength: 1, maxLength: titles.length }).map((shapes) =>
  shapes.map(({ min, more, role, steady, ...about }, at) =>
    aColumn(titles[at] ?? '', {
      ...about,
      ...(steady !== 'usual' && { steady }),
      min,
      ideal: min + more,
      isKept: role === 'kept',
      isExtra: role === 'extra',
    }),
  ),
);
/** The rows in view are others than those by which the columns were chosen, and than those seen before. */
const anyTable = fc.record({
  columns: someColumns,
  rows: someRows,
  sample: someRows,
  before: someRows,
  room: fc.integer({ min: 1, max: 160 }),
});

/** The cells with which nothing is cut. */
function whole(column: Column<Row>, rows: readonly Row[]): number {
  const reserved = column.steady === 'firm' ? column.ideal : 0;
  return Math.max(width(headingOf(column)), reserved, ...rows.map((row) => width(column.cell(row))));
}

const taken = (widths: readonly number[]): number =>
  widths.reduce((sum, cells) => sum + cells + COLUMN_GAP, -COLUMN_GAP);

property('no table is wider than its room', [anyTable], ({ columns, rows, room, ...viewed }) => {
  const placed = laidOut(columns, rows, room, viewed);
  expect(placed.length).toBeGreaterThan(0);
  expect(taken(placed.map(({ width: cells }) => cells))).toBeLessThanOrEqual(room);
});

property('nothing is cut beside free cells, and a figure only beside nothing else', [anyTable], (table) => {
  const { columns, rows, room, ...viewed } = table;
  const placed = laidOut(columns, rows, room, viewed).map(({ column, width: cells }) => ({
    ...{ column, cells },
    free: cells - whole(column, rows),
  }));
  if (placed.every(({ free }) => free >= 0)) return;
  expect(taken(placed.map(({ cells }) => cells))).toBe(room);
  expect(placed.filter(({ free }) => free > 0)).toEqual([]);
  const isFigure = ({ align }: Column<Row>): boolean => align === 'right';
  if (placed.some(({ column, free }) => isFigure(column) && free < 0))
    expect(placed.filter(({ column, cells }) => !isFigure(column) && cells > 0)).toEqual([]);
});

property('no column is left out while as many cells as its least width stay free', [anyTable], (table) => {
  const { columns, rows, room, ...viewed } = table;
  const placed = laidOut(columns, rows, room, viewed);
  const free = room - taken(placed.map(({ width: cells }) => cells));
  for (const column of columns.filter((one) => !placed.some(({ column: shown }) => shown === one))) {
    const needed = whole({ ...column, steady: 'spare' }, viewed.sample);
    const least = column.align === 'right' ? needed : Math.max(width(headingOf(column)), Math.min(column.min, needed));
    expect(free).toBeLessThan(COLUMN_GAP + Math.max(least, column.steady === undefined ? 0 : column.min));
  }
});

property('a column that is kept goes after every less important one that is not', [anyTable], (table) => {
  const { columns, sample, room } = table;
  const shown = fittingColumns(columns, contentWidths(columns, sample), room);
  expect(shown).toEqual(columns.filter((column) => shown.includes(column)));
  for (const gone of columns.filter((column) => column.isKept === true && !shown.includes(column)))
    expect(shown.filter(({ isKept, priority }) => isKept !== true && priority < gone.priority)).toEqual([]);
});
