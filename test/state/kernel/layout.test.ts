import { expect, test } from 'vitest';
import {
  bodyRows,
  copyLayout,
  operationRows,
  paneLayout,
  reportLayout,
  smallest,
  staleLayout,
  tableRows,
} from '../../../src/state/kernel/layout.ts';

test('on any terminal every list has a row, and no screen is higher than its body', () => {
  for (let { rows } = smallest; rows < 60; rows++) {
    const body = bodyRows(rows);
    expect(tableRows(rows)).toBeGreaterThanOrEqual(1);
    expect(tableRows(rows) + 1).toBeLessThanOrEqual(body);
  }
});

test('the kinds to copy and their text share the body, with a blank line between them', () => {
  for (let { rows } = smallest; rows < 60; rows++) {
    const body = bodyRows(rows);
    for (const kinds of [1, 3, 9, 99]) {
      const { list, text } = copyLayout(rows, kinds);
      expect(list + 1 + text).toBe(body);
      expect([list, text].every((count) => count >= 1)).toBe(true);
      expect(list).toBe(Math.min(kinds, body - 2));
    }
  }
});

test('beside the ages stand as many groups of either kind as fit, and three at least', () => {
  for (let { rows } = smallest; rows < 60; rows++) {
    expect(staleLayout({ columns: 109, rows })).toEqual({ left: 109, right: 0, groups: 5 });
    const body = bodyRows(rows);
    const { left, right, groups } = staleLayout({ columns: 110, rows });
    expect([left, right]).toEqual([66, 44]);
    if (body < 9) expect(groups).toBe(3);
    else expect([2 * groups + 3 <= body, 2 * (groups + 1) + 3 > body]).toEqual([true, true]);
  }
});

test('a pane has the cells that its list does not want, between its least and its most', () => {
  expect([109, 110, 300].map((columns) => paneLayout(columns).pane)).toEqual([0, 44, 64]);
  expect([90, 70, 20].map((wanted) => paneLayout(110, wanted))).toEqual(
    [34, 40, 64].map((pane) => ({ list: 110 - pane, pane })),
  );
});

test('from sixteen rows on a blank line sets the head apart, and a purpose has its lines', () => {
  expect([15, 16, 24].map(bodyRows)).toEqual([11, 11, 19]);
  expect([40, 60, 120].map((columns) => operationRows({ columns, rows: 24 }))).toEqual([16, 17, 18]);
  expect([8, 24, 59].map((rows) => reportLayout({ rows }))).toEqual([
    ...[
      { facts: 1, rows: 2 },
      { facts: 8, rows: 10 },
      { facts: 8, rows: 45 },
    ],
  ]);
});
