/** Timestamps are written as the service writes them, and parse to the same times. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../src/demo/fleet/random.ts';
import { timestamp } from '../../src/demo/timestamps.ts';

test('a time is cut to the digits it is written with, and never moves into the future', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 4e12 }), (seed, time) => {
      const late = time - Date.parse(timestamp(seededRandom(seed), time));
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(1000);
    }),
  );
});

test('there are 0 to 7 fraction digits, mostly three, and a few times end in +00:00', () => {
  const random = seededRandom(1);
  const texts = Array.from({ length: 2000 }, () => timestamp(random, Date.UTC(2026, 0, 2, 3, 4, 5, 678)));
  const digits = texts.map((text) => /^2026-01-02T03:04:05(?:\.(\d+))?(?:Z|\+00:00)$/.exec(text)?.[1]?.length ?? 0);
  expect(new Set(digits)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(digits.filter((count) => count === 3).length).toBeGreaterThan(1000);
  const offsets = texts.filter((text) => text.endsWith('+00:00')).length;
  expect(offsets).toBeGreaterThan(20);
  expect(offsets).toBeLessThan(200);
});
