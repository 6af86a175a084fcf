import { expect, test } from 'vitest';
import { against, atMost, compared, missedIn, tableOf } from '../../bench/figure.ts';
import { spreadOf } from '../../bench/statistics.ts';

const baseline = { name: 'another program', values: [100] };

test('a spread is of what was measured: two in the middle are halved, and of few values the largest is the p95', () => {
  expect(spreadOf([4, 1, 3, 2])).toEqual({ min: 1, median: 2.5, p95: 4, max: 4 });
  expect(spreadOf([7, 1, 2, 3, 4, 5, 6])).toEqual({ min: 1, median: 4, p95: 7, max: 7 });
  expect(spreadOf(Array.from({ length: 100 }, (_, at) => at + 1)).p95).toBe(96);
});

test('a goal is judged by what was measured, not by what is shown of it', () => {
  expect(against('a key', 'ms', [115.01], baseline, 1.15).isMet).toBe(false);
  expect(atMost('a key', 'ms', [1, 1, 33.01], 33, 'p95', baseline).isMet).toBe(false);
  expect(atMost('a key', 'ms', [1, 1, 33.01], 33, 'median', baseline).isMet).toBe(true);
});

test('a small figure is shown with what tells it from its goal', () => {
  expect(tableOf([atMost('growth', 'MiB', [0.0562], 0.1, 'median', baseline)])).toContain('| 0.056 MiB |');
});

test('a missed goal is said by how much', () => {
  const met = against('a start', 'ms', [50], baseline, 0.7);
  const known = compared('a line', 'bytes', [50], baseline);
  expect(missedIn([met, known])).toBe('All goals are met.');
  const missed = [
    against('a key', 'ms', [116], baseline, 1.15),
    atMost('a mark', 'ms', [1, 101], 100, 'p95', baseline),
  ];
  expect(missedIn([met, known, ...missed])).toBe('Of 3 goals 2 are missed.');
  const table = tableOf([met, known, ...missed]);
  expect(table).toContain('| a start | 50.0 ms, 0.50 × another program | ≤ 0.7 × |');
  expect(table).toContain('| a key | 116 ms, 1.160 × another program | ≤ 1.15 ×: **missed** |');
  expect(table).toContain('| a mark | 51.0 ms, p95 101 | p95 ≤ 100 ms: **missed** |');
});

test('a figure with several baselines is one row, the one with a goal', () => {
  const [first, second] = [compared('a line', 'bytes', [50], baseline), against('a line', 'bytes', [50], baseline, 1)];
  expect(
    tableOf([first, second])
      .split('\n')
      .filter((line) => line.startsWith('| a line')),
  ).toEqual(['| a line | 50.0 bytes, 0.50 × another program | ≤ 1 × |']);
});
