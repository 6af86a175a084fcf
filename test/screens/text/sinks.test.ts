/** A shorter seed of the proof in `test/soak`. */
import { expect, test } from 'vitest';
import { faultsAmong } from '../../soak/prove.ts';
import { everyCodePoint, hostileTexts } from '../../soak/texts.ts';

test('no text that was made to do harm breaks a screen, wherever it is drawn', { timeout: 400_000 }, async () => {
  const { proved, faults } = await faultsAmong(hostileTexts(7, 3_000), 4);
  expect(faults).toEqual([]);
  expect(proved).toBeGreaterThan(2_500);
});

test('no character does', { timeout: 400_000 }, async () => {
  const { proved, faults } = await faultsAmong(everyCodePoint(331), 10);
  expect(faults).toEqual([]);
  expect(proved).toBeGreaterThan(3_000);
});
