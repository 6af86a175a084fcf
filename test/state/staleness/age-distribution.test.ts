import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agesOf, bandsOf, staleIn } from '../../../src/state/staleness/age-distribution.ts';
import { ageOf, dayMs, isConnected, isStale } from '../../../src/state/staleness/staleness.ts';
import { aSystem, daysAgo, now } from '../../support/make.ts';
import { anyFleet } from '../filter/arbitraries.ts';

const anyDays = fc.integer({ min: 1, max: 600 });

test('every system is in one band, or connected, or of unknown age', () => {
  fc.assert(
    fc.property(anyFleet, anyDays, (fleet, days) => {
      const ages = agesOf(fleet, now);
      const counted = bandsOf(ages, days).reduce((sum, { count }) => sum + count, 0);
      expect(counted + ages.connected + ages.unknown).toBe(fleet.length);
    }),
  );
});

test('a band holds what is older than its one edge and no older than its other', () => {
  fc.assert(
    fc.property(anyFleet, anyDays, (fleet, days) => {
      const old = fleet.filter((system) => !isConnected(system)).map((system) => ageOf(system, now));
      for (const { fromDays, toDays, count } of bandsOf(agesOf(fleet, now), days)) {
        const inside = old.filter(
          (age) =>
            'ms' in age &&
            (fromDays === 0 || age.ms > fromDays * dayMs) &&
            (toDays === null || age.ms <= toDays * dayMs),
        );
        expect(count).toBe(inside.length);
      }
    }),
  );
});

test('the stale are counted as they are marked, at any threshold', () => {
  fc.assert(
    fc.property(anyFleet, anyDays, (fleet, days) => {
      expect(staleIn(agesOf(fleet, now), days)).toBe(fleet.filter((system) => isStale(system, days, now)).length);
    }),
  );
});

test('a higher threshold never makes more of them stale', () => {
  fc.assert(
    fc.property(anyFleet, anyDays, (fleet, days) => {
      const ages = agesOf(fleet, now);
      expect(staleIn(ages, days + 1)).toBeLessThanOrEqual(staleIn(ages, days));
    }),
  );
});

test('the threshold is always an edge between two bands', () => {
  const edgesAt = (days: number): (number | null)[] => bandsOf(agesOf([], now), days).map(({ toDays }) => toDays);
  expect(edgesAt(90)).toEqual([7, 30, 90, 180, 365, null]);
  expect(edgesAt(1)).toEqual([1, 7, 30, 90, 180, 365, null]);
  expect(edgesAt(400)).toEqual([7, 30, 90, 180, 365, 400, null]);
});

test('an age on the edge is below it, and a connected system in no band', () => {
  const systems = [{ lastSeen: daysAgo(90) }, { lastSeen: daysAgo(91) }, { lastSeen: daysAgo(91), state: 'Connected' }];
  const counts = bandsOf(agesOf(systems.map(aSystem), now), 90).map(({ count }) => count);
  expect(counts).toEqual([0, 0, 1, 1, 0, 0]);
});
