import { describe, expect, test } from 'vitest';
import { count, counts, plural, progressBar } from '../../../src/screens/text/numbers.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [12_431, '12,431'],
  [1_000_000, '1,000,000'],
])('%i is written %s', (n, written) => {
  expect(count(n)).toBe(written);
});

test.each([
  [0, '0 systems'],
  [1, '1 system'],
  [2, '2 systems'],
  [12_431, '12,431 systems'],
])('%i of them are %s', (n, written) => {
  expect(plural(n, 'system')).toBe(written);
});

test('those that are not 0 are named, in their order', () => {
  expect(counts([12, 'new'], [0, 'gone'], [1000, 'silent'])).toEqual(['12 new', '1,000 silent']);
  expect(counts([0, 'new'])).toEqual([]);
});

test('half of the work is half of the bar', () => {
  expect(progressBar(5, 10, 10)).toBe('█████░░░░░');
});

describe('a bar of ten cells', () => {
  test.each([
    [0, 100, '░░░░░░░░░░'],
    [9, 100, '░░░░░░░░░░'],
    [55, 100, '█████░░░░░'],
    [99.9, 100, '█████████░'],
    [100, 100, '██████████'],
    [120, 100, '██████████'],
    [0, 0, '██████████'],
    [7, null, '──────────'],
  ])('for %d of %d', (done, total, bar) => {
    expect(progressBar(done, total, 10)).toBe(bar);
  });
});
