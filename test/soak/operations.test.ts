/** The explorer for hours: random keys and pastes, and operations opened and left. */
import { test } from 'vitest';
import { monkey } from '../explorer/monkey.ts';
import { opensAlone } from '../explorer/open-alone.ts';
import { opensAndLeaves, showsAndLeaves } from '../explorer/opened-and-left.ts';

test(
  'every operation of the hostile document is opened, and only the service asked',
  { timeout: 600_000 },
  async () => {
    await opensAlone('', 5000);
  },
);

test.each(['hostile', 'usual'] as const)(
  '100,000 random keys and 1,000 pastes on the %s document send nothing but reads',
  { timeout: 7_200_000 },
  async (document) => {
    const handled = await monkey({ document, keys: 100_000, pastes: 1000, seed: 1, reads: 30, requests: 0.2 });
    console.log(document, handled);
  },
);

test('2,000 operations opened and left leave the heap as it was', { timeout: 1_800_000 }, async () => {
  await opensAndLeaves(2000);
});

test('2,000 requests shown and left leave the heap as it was', { timeout: 1_800_000 }, async () => {
  await showsAndLeaves(2000);
});
