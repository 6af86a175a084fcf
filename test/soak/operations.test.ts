/** The explorer for hours: random keys and pastes, and operations opened and left. */
import { test } from 'vitest';
import { monkey } from '../operations/monkey.ts';
import { opensAlone } from '../operations/open-alone.ts';
import { opensAndLeaves } from '../operations/opened-and-left.ts';

test(
  '14. every operation of the hostile document is opened, and only the service asked',
  { timeout: 600_000 },
  async () => {
    await opensAlone('', 5000);
  },
);

test('69. 200,000 random keys and 2,000 pastes send nothing but reads', { timeout: 7_200_000 }, async () => {
  await monkey(200_000, 2000, 1);
});

test('70. 2,000 operations opened and left leave the heap as it was', { timeout: 1_800_000 }, async () => {
  await opensAndLeaves(2000);
});
