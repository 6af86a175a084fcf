import { expect, test } from 'vitest';
import { bodyRows, smallest, tableRows } from '../../../src/state/kernel/layout.ts';

test('on any terminal every list has a row, and no screen is higher than its body', () => {
  for (let { rows } = smallest; rows < 60; rows++) {
    const body = bodyRows(rows);
    expect(tableRows(rows)).toBeGreaterThanOrEqual(1);
    expect(tableRows(rows) + 1).toBeLessThanOrEqual(body);
  }
});
