/** The whole proof that no character from outside breaks a screen: `npm run test:soak`. */
import { expect, test } from 'vitest';
import { faultsAmong } from './prove.ts';
import { everyCodePoint } from './texts.ts';

test('every code point and every lone surrogate by itself', { timeout: 3_600_000 }, async () => {
  const { proved, faults } = await faultsAmong(everyCodePoint(), 10);
  expect(faults).toEqual([]);
  expect(proved).toBeGreaterThan(1_090_000);
});
