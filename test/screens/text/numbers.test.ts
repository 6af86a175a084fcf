import { expect, test } from 'vitest';
import { count, plural } from '../../../src/screens/text/numbers.ts';

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
