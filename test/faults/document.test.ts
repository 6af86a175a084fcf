import { expect, test } from 'vitest';
import { wordFor } from '../../src/demo/faults/faults.ts';
import { faults } from './fault-table.ts';

test('every fault has a name of its own, and there are enough of them', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(new Set(faults.map(({ name }) => wordFor(name))).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(45);
});
