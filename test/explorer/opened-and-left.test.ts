/** The share of opened operations that is quick enough for every run; the soak opens 2,000. */
import { test } from 'vitest';
import { opensAndLeaves, showsAndLeaves } from './opened-and-left.ts';

test('120 operations opened and left leave the heap as it was', async () => {
  await opensAndLeaves(120);
});

test('40 requests shown and left leave the heap as it was', async () => {
  await showsAndLeaves(40);
});
