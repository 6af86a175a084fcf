/** The share of the random keys that every run of the tests can wait for; 200,000 are in the soak. */
import { test } from 'vitest';
import { monkey } from './monkey.ts';

test('69. 1,500 random keys and 20 pastes in the explorer send nothing but reads', { timeout: 180_000 }, async () => {
  await monkey(1500, 20, 20_261_123);
});
