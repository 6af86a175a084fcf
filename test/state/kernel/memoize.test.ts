import { expect, test } from 'vitest';
import { memoize } from '../../../src/state/kernel/memoize.ts';

test('what is made of a value is made once, and of an equal one anew', () => {
  const asked: object[] = [];
  const doubled = memoize((values: readonly number[]) => {
    asked.push(values);
    return values.map((value) => value * 2);
  });
  const [values, equal] = [
    [1, 2],
    [1, 2],
  ];
  expect(doubled(values)).toEqual([2, 4]);
  expect(doubled(values)).toBe(doubled(values));
  expect(doubled(equal)).not.toBe(doubled(values));
  expect(asked).toEqual([values, equal]);
});
