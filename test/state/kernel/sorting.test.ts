/** Sorting by a number, without a comparison of rows. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { largestFirst } from '../../../src/state/kernel/list-view.ts';
import { property } from '../../support/property.ts';

const rows = fc.array(fc.record({ ms: fc.oneof(fc.nat(5), fc.double({ noNaN: true })) }), { maxLength: 60 });

property('the largest come first, and equal ones stay in their order', [rows], (all) => {
  const compared = all.toSorted((a, b) => (a.ms === b.ms ? 0 : b.ms > a.ms ? 1 : -1));
  const sorted = largestFirst(all, ({ ms }) => ms);
  expect(sorted.map((row) => all.indexOf(row))).toEqual(compared.map((row) => all.indexOf(row)));
});
