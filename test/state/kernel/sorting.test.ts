/** Sorting by a number, without a comparison of rows. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { largestFirst } from '../../../src/state/kernel/list-view.ts';
import { property } from '../../support/property.ts';

const aNumber = fc.oneof(fc.nat(5), fc.nat(2 ** 31), fc.maxSafeNat(), fc.double({ noNaN: true }));
/** Most lists of one kind only: a single fraction makes the whole list one of fractions. */
const rows = fc.oneof(
  ...[fc.nat(5), fc.nat(2 ** 31), aNumber].map((ms) => fc.array(fc.record({ ms }), { maxLength: 60 })),
);

property('the largest come first, and equal ones stay in their order', [rows], (all) => {
  const compared = all.toSorted((a, b) => (a.ms === b.ms ? 0 : b.ms > a.ms ? 1 : -1));
  const sorted = largestFirst(
    all,
    Float64Array.from(all, ({ ms }) => ms),
  );
  expect(sorted.map((row) => all.indexOf(row))).toEqual(compared.map((row) => all.indexOf(row)));
});
