import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsDocument, faultsPath } from '../../docs/tools/faults.ts';
import { wordFor } from '../../src/demo/faults/faults.ts';
import { faults } from './fault-table.ts';

test('docs/faults.md is current; `npm run faults` regenerates it', async () => {
  expect(readFileSync(faultsPath, 'utf8')).toBe(await faultsDocument());
});

test('every fault has a name of its own, and there are enough of them', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(new Set(faults.map(({ name }) => wordFor(name))).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(45);
});
