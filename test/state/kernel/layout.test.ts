import { expect, test } from 'vitest';
import {
  bodyRows,
  copyLayout,
  operationRows,
  paneLayout,
  minScreen,
  tableRows,
} from '../../../src/state/kernel/list-view.ts';

test('on any terminal every list has a row, and no screen is higher than its body', () => {
  for (let { rows } = minScreen; rows < 60; rows++) {
    const body = bodyRows(rows);
    expect(tableRows(rows)).toBeGreaterThanOrEqual(1);
    expect(tableRows(rows) + 1).toBeLessThanOrEqual(body);
  }
});

test('the kinds to copy and their text share the body, with a blank line between them', () => {
  for (let { rows } = minScreen; rows < 60; rows++) {
    const lists = [1, 9, 99].map((kinds) => copyLayout(rows, kinds));
    const most = bodyRows(rows) - 2;
    expect(lists.map(({ list }) => list)).toEqual([1, Math.min(9, most), most]);
    for (const { list, text } of lists) expect(text).toBe(most + 1 - list);
  }
});

test('from sixteen rows on a blank line sets the head apart, and a purpose has its lines', () => {
  expect([15, 16, 24].map(bodyRows)).toEqual([11, 11, 19]);
  expect([40, 60, 120].map((columns) => operationRows({ columns, rows: 24 }))).toEqual([16, 17, 18]);
});

test('a pane of a chosen width leaves the list its main columns, and is never too narrow to read', () => {
  const widths = [110, 120, 200].map((columns) => [1, 50, 500].map((cells) => paneLayout(columns, columns, cells)));
  expect(widths.map((some) => some.map(({ pane }) => pane))).toEqual([
    [30, 50, 54],
    [30, 50, 64],
    [30, 50, 144],
  ]);
  for (const { list } of widths.flat()) expect(list).toBeGreaterThanOrEqual(56);
  expect(paneLayout(109, 109, 50).pane).toBe(0);
});
