import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Column,
  COLUMN_GAP,
  contentWidths,
  fittingColumns,
  type SampleWidths,
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
const state = aColumn('STATE', { min: 7, ideal: 12, priority: 80 });
const seen = aColumn('LAST SEEN', { min: 9, ideal: 14, priority: 90 });
const tags = aColumn('TAGS', { min: 8, ideal: 28, priority: 40, isCutLast: true });
const all = [name, state, seen, tags];

const aRow = (cells: number, about: Row = {}): Row => ({
  NAME: 'n'.repeat(cells),
  STATE: 'offline',
  'LAST SEEN': '120 d',
  TAGS: 'prod web',
  ...about,
});

const shape = (placed: readonly PlacedColumn<Row>[]): string =>
  placed.map(({ column, width }) => `${column.title} ${width}`).join(', ');

const widthsOf = (columns: readonly Column<Row>[], rows: readonly Row[]): SampleWidths => {
  const widths = contentWidths(columns, rows);
  return { usual: widths, whole: widths };
};

function laidOut(columns: readonly Column<Row>[], rows: readonly Row[], room: number, before = rows): string {
  const shown = fittingColumns(columns, widthsOf(columns, rows), room);
  return shape(placeColumns(shown, { content: contentWidths(shown, rows), grown: contentWidths(shown, before) }, room));
}

test.each([
  ['and no wider, however much room there is', 200, 'NAME 20, STATE 7, LAST SEEN 9, TAGS 8'],
  ['where they just fit', 50, 'NAME 20, STATE 7, LAST SEEN 9, TAGS 8'],
  ['and the least important go where they do not', 49, 'NAME 20, STATE 7, LAST SEEN 9'],
  ['and a narrow one stays where a more important one does not fit', 30, 'NAME 20, STATE 7'],
  ['down to the first', 28, 'NAME 20'],
  ['which is cut where it must', 8, 'NAME 8'],
  ['and to nothing', -1, 'NAME 0'],
])('columns are as wide as their content, %s', (_, room, expected) => {
  expect(laidOut(all, [aRow(5), aRow(20)], room)).toBe(expected);
});

test('a name gets the cells that are left, beyond those that make other columns go', () => {
  expect(laidOut(all, [aRow(60)], 80)).toBe('NAME 50, STATE 7, LAST SEEN 9, TAGS 8');
  expect(laidOut(all, [aRow(60)], 90)).toBe('NAME 60, STATE 7, LAST SEEN 9, TAGS 8');
});

test('tags are cut after all others, but for the cells beyond their limit', () => {
  const rows = [aRow(30, { TAGS: 't'.repeat(28) })];
  expect(laidOut(all, rows, 78)).toBe('NAME 28, STATE 7, LAST SEEN 9, TAGS 28');
  const long = [aRow(30, { TAGS: 't'.repeat(60) })];
  expect(laidOut(all, long, 78)).toBe('NAME 28, STATE 7, LAST SEEN 9, TAGS 28');
  const chosen = [name, tags];
  const placed = placeColumns(chosen, { content: contentWidths(chosen, rows), grown: new Map() }, 42);
  expect(shape(placed)).toBe('NAME 12, TAGS 28');
});

describe('a few long values among many', () => {
  const usual = Array.from({ length: 9 }, () => aRow(12, { TAGS: 'prod' }));
  const rows = [...usual, aRow(12, { TAGS: 't'.repeat(28) })];
  const at = (room: number, items: readonly Row[]): string => {
    const sample = sampleWidths(all, rows);
    const shown = fittingColumns(all, sample, room);
    const content = contentWidths(shown, items);
    return shape(placeColumns(shown, { content, grown: content, usual: sample.usual }, room));
  };

  test('make no column go: they are cut', () => {
    expect(at(42, rows)).toBe('NAME 12, STATE 7, LAST SEEN 9, TAGS 8');
    expect(at(41, rows)).toBe('NAME 12, STATE 7, LAST SEEN 9');
  });

  test('are whole where there is room, and cut before a usual one is', () => {
    expect(at(100, rows)).toBe('NAME 12, STATE 7, LAST SEEN 9, TAGS 28');
    expect(at(54, rows)).toBe('NAME 12, STATE 7, LAST SEEN 9, TAGS 20');
    expect(at(42, usual)).toBe('NAME 12, STATE 7, LAST SEEN 9, TAGS 4');
  });
});

test('a figure that is wider than usual is whole, and other columns are cut for it', () => {
  const bytes = aColumn('BYTES', { min: 5, ideal: 9, align: 'right' });
  const path = aColumn('PATH', { min: 8, ideal: 20, isCutLast: true });
  const rows = [...Array.from({ length: 19 }, () => 421), 8_484_213].map((size) => ({
    ...{ BYTES: String(size), PATH: '…/systems?per_page=200' },
  }));
  const columns = [bytes, path];
  const content = contentWidths(columns, rows);
  const { usual } = sampleWidths(columns, rows);
  const at = (room: number): string => shape(placeColumns(columns, { content, grown: content, usual }, room));
  expect(at(28)).toBe('BYTES 7, PATH 19');
  expect(at(17)).toBe('BYTES 7, PATH 8');
  expect(at(15)).toBe('BYTES 5, PATH 8');
});

describe('while a list is scrolled', () => {
  test('a column stays as wide as it was', () => {
    expect(laidOut(all, [aRow(5)], 80, [aRow(20)])).toBe('NAME 20, STATE 7, LAST SEEN 9, TAGS 8');
  });

  test('it gives its cells back before another one is cut', () => {
    const rows = [aRow(5, { TAGS: 't'.repeat(28) })];
    expect(laidOut(all, rows, 60, [aRow(30)])).toBe('NAME 10, STATE 7, LAST SEEN 9, TAGS 28');
  });
});

test('the title of the column by which a list is sorted has an arrow, and room for it', () => {
  const sorted = { ...seen, sorted: 'falling' as const };
  expect(headingOf(sorted)).toBe('LAST SEEN ↓');
  expect(laidOut([name, sorted], [aRow(5)], 80)).toBe('NAME 5, LAST SEEN 11');
});

test('the right one of two columns as important goes first', () => {
  const twins = [aColumn('LEFT', { cell: () => clean('0123456789') }), aColumn('RIGHT')];
  expect(laidOut(twins, [{ RIGHT: '0123456789' }], 15)).toBe('LEFT 10');
});

test('a sample is measured once', () => {
  let drawn = 0;
  const counted = aColumn('X', {
    cell: () => {
      drawn += 1;
      return clean('x');
    },
  });
  const sample = Array.from({ length: 1000 }, () => aRow(1));
  expect(sampleWidths([counted], sample).whole).toEqual(new Map([['X', 1]]));
  const once = drawn;
  sampleWidths([counted], sample);
  expect(drawn).toBe(once);
  expect(once).toBeLessThan(1000);
});

describe('whatever the columns and rows,', () => {
  const aCell = fc.integer({ min: 0, max: 40 }).map((cells) => 'x'.repeat(cells));
  const columnsAndRows = fc.integer({ min: 1, max: 8 }).chain((count) => {
    const titles = Array.from({ length: count }, (_, at) => `C${at}`);
    const row = fc.record(Object.fromEntries(titles.map((title) => [title, aCell])));
    const columns = titles.map((title) =>
      fc
        .record({
          min: fc.integer({ min: 1, max: 12 }),
          more: fc.integer({ min: 0, max: 20 }),
          isCutLast: fc.boolean(),
        })
        .map(({ min, more, isCutLast }) => aColumn(title, { min, ideal: min + more, priority: min, isCutLast })),
    );
    const rows = fc.array(row, { minLength: 1, maxLength: 5 });
    return fc.tuple(fc.tuple(...columns), rows, rows, fc.integer({ min: 1, max: 160 }));
  });

  test('no cell is cut while a column has cells that none of its rows needs, and the room is not exceeded', () => {
    fc.assert(
      fc.property(columnsAndRows, ([columns, rows, before, room]) => {
        const shown = fittingColumns(columns, widthsOf(columns, rows), room);
        const placed = placeColumns(
          shown,
          { content: contentWidths(shown, rows), grown: contentWidths(shown, before) },
          room,
        );
        const used = placed.reduce((sum, { width: cells }) => sum + cells, 0) + COLUMN_GAP * (placed.length - 1);
        expect(used).toBeLessThanOrEqual(room);
        const needs = placed.map(({ column }) =>
          Math.max(width(column.title), ...rows.map((row) => width(column.cell(row)))),
        );
        const isCut = placed.some(({ width: cells }, at) => cells < (needs[at] ?? 0));
        if (!isCut) return;
        expect(used).toBe(room);
        expect(placed.filter(({ width: cells }, at) => cells > (needs[at] ?? 0))).toEqual([]);
        const isLastCut = placed.some(({ column, width: cells }, at) => column.isCutLast && cells < (needs[at] ?? 0));
        // The last column stays in any room.
        if (!isLastCut || placed.length === 1) return;
        for (const { column, width: cells } of placed) {
          const counted = Math.max(column.ideal, width(column.title));
          if (column.isCutLast !== true) expect(cells).toBeLessThanOrEqual(counted);
        }
        expect(placed.filter(({ column, width: cells }, at) => cells < Math.min(column.ideal, needs[at] ?? 0))).toEqual(
          [],
        );
      }),
    );
  });

  property('no column is missing beside cells that hold it and all that is shown', [columnsAndRows], (about) => {
    const [columns, rows, , room] = about;
    const shown = fittingColumns(columns, widthsOf(columns, rows), room);
    for (const missing of columns.filter((column) => !shown.includes(column))) {
      const beside = [...shown, missing].map((column) =>
        Math.max(width(column.title), ...rows.map((row) => width(column.cell(row)))),
      );
      const used = beside.reduce((sum, cells) => sum + cells + COLUMN_GAP, -COLUMN_GAP);
      expect(used).toBeGreaterThan(room);
    }
  });

  property('the columns keep their order', [columnsAndRows], ([columns, rows, , room]) => {
    const shown = fittingColumns(columns, widthsOf(columns, rows), room);
    expect(shown).toEqual(columns.filter((column) => shown.includes(column)));
    expect(shown.length).toBeGreaterThan(0);
  });
});
