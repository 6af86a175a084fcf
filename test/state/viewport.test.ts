import { expect, test } from 'vitest';
import { bodyRows, reviewLayout, runLayout, smallest, tableRows } from '../../src/state/viewport.ts';

test('on any terminal every list has a row, and no screen is higher than its body', () => {
  for (let { rows } = smallest; rows < 60; rows++) {
    const body = bodyRows(rows);
    const review = reviewLayout({ columns: 80, rows }, 40);
    const run = runLayout(rows);
    for (const list of [tableRows(rows), review.list, run.list]) expect(list).toBeGreaterThanOrEqual(1);
    expect(tableRows(rows) + 1).toBeLessThanOrEqual(body);
    expect(review.summary + review.list + review.sentence + 1).toBeLessThanOrEqual(body);
    expect(run.summary + run.list).toBeLessThanOrEqual(body);
  }
});

test('a phrase that does not fit takes the rows it needs from the list', () => {
  const [short, long] = [40, 120].map((sentence) => reviewLayout({ columns: 80, rows: 24 }, sentence));
  expect(long?.sentence).toBe(2);
  expect(long?.list).toBe((short?.list ?? 0) - 1);
});
