import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  atTop,
  type ListPosition,
  type Motion,
  movePosition,
  placeCursor,
} from '../../../src/state/kernel/list-view.ts';
import { holds, property } from '../../support/property.ts';

const anyMotion = fc.constantFrom<Motion>('up', 'down', 'halfUp', 'halfDown', 'pageUp', 'pageDown', 'first', 'last');
const anyLength = fc.nat({ max: 60 });
const anyHeight = fc.integer({ min: 1, max: 30 });

function expectInView({ row, top }: ListPosition, length: number, height: number): void {
  expect(row).toBeGreaterThanOrEqual(0);
  expect(row).toBeLessThan(Math.max(1, length));
  expect(top).toBeGreaterThanOrEqual(0);
  expect(row - top).toBeGreaterThanOrEqual(0);
  expect(row - top).toBeLessThan(height);
}

describe('in any list', () => {
  property(
    'the cursor is always on a row, and in view',
    [anyLength, anyHeight, fc.array(anyMotion)],
    (length, height, motions) => {
      let position = atTop;
      for (const motion of motions) {
        position = movePosition(position, motion, length, height);
        expectInView(position, length, height);
      }
    },
  );

  property(
    'it stays so when the list or the screen changes its size',
    [fc.record({ row: anyLength, top: anyLength }), anyLength, anyHeight],
    (before, length, height) => {
      expectInView(placeCursor(before, before.row, length, height), length, height);
    },
  );

  property(
    'no row is left empty where the list could fill it',
    [anyLength, anyLength, anyHeight],
    (row, length, height) => {
      expect(placeCursor(atTop, row, length, height).top).toBeLessThanOrEqual(Math.max(0, length - height));
    },
  );

  test.each<Motion>(['down', 'up'])('holding %s redraws the whole list once in many lines', (motion) => {
    holds([anyLength, anyHeight], (length, height) => {
      let position = placeCursor(atTop, motion === 'up' ? length : 0, length, height);
      let jumps = 0;
      for (let step = 1; step < length; step++) {
        const next = movePosition(position, motion, length, height);
        expect(Math.abs(next.row - position.row)).toBe(1);
        if (next.top !== position.top) jumps++;
        position = next;
      }
      expect(jumps).toBeLessThanOrEqual(Math.ceil(length / Math.max(1, Math.floor(height / 2))));
    });
  });
});

test.each<[Motion, number]>([
  ['up', 49],
  ['down', 51],
  ['halfUp', 45],
  ['halfDown', 55],
  ['pageUp', 41],
  ['pageDown', 59],
  ['first', 0],
  ['last', 99],
])('%s moves from row 50 to row %i, where ten of a hundred rows are in view', (motion, row) => {
  expect(movePosition({ row: 50, top: 45 }, motion, 100, 10).row).toBe(row);
});
