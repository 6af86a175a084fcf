/** The whole proof that neither a character nor a text that was made to do harm breaks a screen: `npm run test:soak`. */
import { expect, test } from 'vitest';
import { faultsAmong } from './prove.ts';
import { everyCodePoint, hostileTexts } from './texts.ts';

test('200,000 hostile texts', { timeout: 3_600_000 }, async () => {
  const { proved, faults } = await faultsAmong(hostileTexts(1, 210_000), 4);
  expect(faults).toEqual([]);
  expect(proved).toBeGreaterThanOrEqual(200_000);
});

test('every code point and every lone surrogate by itself', { timeout: 3_600_000 }, async () => {
  const { proved, faults } = await faultsAmong(everyCodePoint(), 10);
  expect(faults).toEqual([]);
  expect(proved).toBeGreaterThan(1_090_000);
});
