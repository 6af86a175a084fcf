/** System ids are short and unique. */

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { systemIdOf } from '../../../src/demo/fleet/system-ids.ts';
import { property, holds } from '../../support/property.ts';

const number = fc.integer({ min: 0, max: 2 ** 30 - 1 });

property('an id is a letter and six capitals or digits', [number], (one) => {
  expect(systemIdOf(one)).toMatch(/^[A-Z][0-9A-Z]{6}$/);
});

test('two numbers never share an id', () => {
  const neighbours = Array.from({ length: 100_000 }, (_, index) => systemIdOf(index));
  expect(new Set(neighbours).size).toBe(100_000);
  holds([number, number], (one, other) => {
    expect(systemIdOf(one) === systemIdOf(other)).toBe(one === other);
  });
});
