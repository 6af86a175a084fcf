import { expect, test } from 'vitest';
import { bodyRows, runLayout, smallest, tableRows } from '../../../src/state/kernel/layout.ts';

test('on any terminal every list has a row, and no screen is higher than its body', () => {
  for (let { rows } = smallest; rows < 60; rows++) {
    const body = bodyRows(rows);
    const run = runLayout(rows, 1);
    for (const list of [tableRows(rows), run.list]) expect(list).toBeGreaterThanOrEqual(1);
    expect(tableRows(rows) + 1).toBeLessThanOrEqual(body);
    expect(run.summary + run.list).toBeLessThanOrEqual(body);
    expect(runLayout(rows, 0)).toEqual({ summary: body, list: 0, reason: 0 });
  }
});
