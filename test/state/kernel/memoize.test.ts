import { expect, test } from 'vitest';
import { memoize } from '../../../src/state/kernel/store.ts';

test('the result for a value is computed once, and for an equal one again', () => {
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
