import { expect, test } from 'vitest';
import { bodyRows, reviewLayout, runLayout, smallest, tableRows } from '../../../src/state/kernel/layout.ts';

test('on any terminal every list has a row, and no screen is higher than its body', () => {
  for (let { rows } = smallest; rows < 60; rows++) {
    const body = bodyRows(rows);
    const review = reviewLayout({ columns: 80, rows }, 40);
    const run = runLayout(rows, 1);
    for (const list of [tableRows(rows), review.list, run.list]) expect(list).toBeGreaterThanOrEqual(1);
    expect(tableRows(rows) + 1).toBeLessThanOrEqual(body);
    expect(review.summary + review.list + review.sentence + 1).toBeLessThanOrEqual(body);
    expect(run.summary + run.list).toBeLessThanOrEqual(body);
    expect(runLayout(rows, 0)).toEqual({ summary: body, list: 0, reason: 0 });
  }
});

test('a phrase that does not fit takes the rows it needs from the list', () => {
  const [short, long] = [40, 120].map((sentence) => reviewLayout({ columns: 80, rows: 24 }, sentence));
  expect(long?.sentence).toBe(2);
  expect(long?.list).toBe((short?.list ?? 0) - 1);
});

test('in a low terminal the review has rows for what is counted and why, and for its list', () => {
  const at = (rows: number) => reviewLayout({ columns: 80, rows }, 40);
  expect(at(15)).toEqual({ summary: 4, list: 5, sentence: 1 });
  expect(at(10)).toEqual({ summary: 1, list: 3, sentence: 1 });
});
