import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysSeen } from '../../../src/state/enrolment-keys/selectors.ts';
import { isStale } from '../../../src/state/staleness/staleness.ts';
import { aSystem, daysAgo, now } from '../../support/make.ts';
import { anyFleet } from '../filter/arbitraries.ts';

test('the keys of most systems come first, with their stale ones, and systems without a key together', () => {
  const laptop = { enrolmentKeyId: 7, enrolmentKeyDescription: 'laptops' };
  const systems = [
    { enrolmentKeyId: null, enrolmentKeyDescription: null },
    { ...laptop, lastSeen: daysAgo(91) },
    { ...laptop, lastSeen: daysAgo(91), state: 'Connected' },
  ];
  expect(keysSeen(systems.map(aSystem), 90, now)).toEqual([
    { id: 7, description: 'laptops', systems: 2, stale: 1 },
    { id: null, description: null, systems: 1, stale: 0 },
  ]);
});

test('every system is counted under one key', () => {
  fc.assert(
    fc.property(anyFleet, (fleet) => {
      const seen = keysSeen(fleet, 90, now);
      const sum = (of: 'systems' | 'stale'): number => seen.reduce((all, key) => all + key[of], 0);
      expect(sum('systems')).toBe(fleet.length);
      expect(sum('stale')).toBe(fleet.filter((system) => isStale(system, 90, now)).length);
    }),
  );
});
