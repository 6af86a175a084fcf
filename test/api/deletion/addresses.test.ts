/** Whatever spelling deletes systems for some service is known for it: addresses at random, read by services at random. */
import { expect, test } from 'vitest';
import { letThrough } from './addresses.ts';

test('none of 20,000 addresses that some service reads as the deletion of systems passes', () => {
  expect(letThrough(20_000, 1)).toEqual([]);
});
