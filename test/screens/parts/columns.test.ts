import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Column, COLUMN_GAP, layoutColumns, type PlacedColumn } from '../../../src/screens/parts/columns.ts';
import { clean } from '../../../src/screens/text/clean.ts';

const aColumn = (title: string, min: number, ideal: number, priority: number): Column<unknown> => ({
  title: clean(title),
  min,
  ideal,
  priority,
  cell: () => clean(''),
});

const name = aColumn('NAME', 12, 34, 100);
const state = aColumn('STATE', 12, 12, 80);
const seen = aColumn('LAST SEEN', 12, 12, 90);
const tags = aColumn('TAGS', 8, 24, 40);
const all = [name, state, seen, tags];

const shape = (placed: readonly PlacedColumn<unknown>[]): string =>
  placed.map(({ column, width }) => `${column.title} ${width}`).join(', ');

const room = (placed: readonly PlacedColumn<unknown>[]): number =>
  placed.reduce((sum, { width }) => sum + width, 0) + COLUMN_GAP * (placed.length - 1);

describe('the columns of', () => {
  test.each([
    [200, 'NAME 34, STATE 12, LAST SEEN 12, TAGS 24'],
    [74, 'NAME 34, STATE 12, LAST SEEN 12, TAGS 10'],
    [60, 'NAME 22, STATE 12, LAST SEEN 12, TAGS 8'],
    [50, 'NAME 12, STATE 12, LAST SEEN 12, TAGS 8'],
    [49, 'NAME 21, STATE 12, LAST SEEN 12'],
    [39, 'NAME 25, LAST SEEN 12'],
    [25, 'NAME 25'],
    [8, 'NAME 8'],
    [-1, 'NAME 0'],
  ])('%i cells', (width, expected) => {
    expect(shape(layoutColumns(all, width))).toBe(expected);
  });
});

test('of two columns as important, the right one goes first', () => {
  const twins = [aColumn('LEFT', 10, 10, 1), aColumn('RIGHT', 10, 10, 1)];
  expect(shape(layoutColumns(twins, 15))).toBe('LEFT 10');
});

test('whatever the columns, the room is not exceeded and none is narrower than it can be', () => {
  const column = fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5 }))
    .map(([min, more, priority]) => aColumn('X', min, min + more, priority));
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 20, max: 200 }),
      (columns, width) => {
        const placed = layoutColumns(columns, width);
        expect(room(placed)).toBeLessThanOrEqual(width);
        expect(columns.filter((each) => placed.some(({ column }) => column === each))).toEqual(
          placed.map(({ column }) => column),
        );
        for (const { column, width: cells } of placed) {
          expect(cells).toBeGreaterThanOrEqual(column.min);
          expect(cells).toBeLessThanOrEqual(column.ideal);
        }
      },
    ),
  );
});
