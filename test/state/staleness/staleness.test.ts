import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import {
  agesOf,
  ageOf,
  bandsOf,
  dayMs,
  isConnected,
  isStale,
  staleIn,
  staleTags,
} from '../../../src/state/staleness/staleness.ts';
import { aSystem, daysAgo, now } from '../../support/make.ts';
import { anyFleet, anySystem } from '../filter/arbitraries.ts';

const justOver = daysAgo(90, now - 1);

const cases: readonly (readonly [string, Partial<System>, boolean])[] = [
  ['seen exactly 90 days ago is not stale', { lastSeen: daysAgo(90) }, false],
  ['seen a millisecond before that is stale', { lastSeen: justOver }, true],
  ['connected is never stale', { lastSeen: daysAgo(900), state: 'Connected' }, false],
  ['connected in other letters is never stale', { lastSeen: daysAgo(900), state: 'CONNECTED' }, false],
  ['a state that contains "connect" is never stale', { lastSeen: justOver, state: 'Connected, degraded' }, false],
  ['an undocumented state proves nothing', { lastSeen: justOver, state: 'Suspended' }, true],
  ['no state proves nothing', { lastSeen: justOver, state: null }, true],
  ['never connected counts from its enrolment', { lastSeen: null, enrolledAt: justOver }, true],
  ['never connected, enrolled exactly 90 days ago, is not stale', { lastSeen: null, enrolledAt: daysAgo(90) }, false],
  ['an unreadable time is never stale, however old the enrolment', { lastSeen: 'long ago' }, false],
  ['without any time it is never stale', { lastSeen: null, enrolledAt: null }, false],
  ['seen in the future is not stale', { lastSeen: daysAgo(-3) }, false],
];

test.each(cases)('a system %s', (_, about, stale) => {
  expect(isStale(aSystem(about), 90, now)).toBe(stale);
});

test.each<[string, Partial<System>, ReturnType<typeof ageOf>]>([
  ['counts from when it was last seen', { lastSeen: daysAgo(2) }, { kind: 'seen', ms: 2 * dayMs }],
  [
    'says that it never connected',
    { lastSeen: null, enrolledAt: daysAgo(9) },
    { kind: 'neverConnected', ms: 9 * dayMs },
  ],
  ['is 0 for a time in the future', { lastSeen: daysAgo(-1) }, { kind: 'seen', ms: 0 }],
  [
    'is 0 for an enrolment in the future',
    { lastSeen: null, enrolledAt: daysAgo(-1) },
    { kind: 'neverConnected', ms: 0 },
  ],
  ['is unreadable where the time cannot be read', { lastSeen: 'never' }, { kind: 'unreadable' }],
  [
    'is unreadable where that of its enrolment cannot be read',
    { lastSeen: null, enrolledAt: '{}' },
    { kind: 'unreadable' },
  ],
  ['is unknown where there is none', { lastSeen: null, enrolledAt: null }, { kind: 'unknown' }],
])('an age %s', (_, about, age) => {
  expect(ageOf(aSystem(about), now)).toEqual(age);
});

test('whatever the clock and the threshold say, a connected system is never stale', () => {
  fc.assert(
    fc.property(anySystem, fc.integer({ min: 1 }), fc.double({ noNaN: true }), (system, days, clock) => {
      expect(isStale({ ...system, state: 'Connected' }, days, clock)).toBe(false);
    }),
  );
});

test('a higher threshold never makes a system stale, and a later clock never makes one fresh', () => {
  fc.assert(
    fc.property(anySystem, fc.integer({ min: 1, max: 400 }), fc.nat({ max: 400 }), (system, days, more) => {
      const stale = isStale(system, days, now);
      if (!stale) expect(isStale(system, days + more, now)).toBe(false);
      else expect(isStale(system, days, now + more * dayMs)).toBe(true);
    }),
  );
});

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

test('tags of stale systems are counted, each once a system, the most frequent first', () => {
  const old = { lastSeen: daysAgo(200) };
  const systems = [
    aSystem({ ...old, tags: ['till', 'site-1'] }),
    aSystem({ ...old, tags: ['site-1', 'site-1'] }),
    aSystem({ ...old }),
    aSystem({ tags: ['till', 'till'] }),
  ];
  expect(staleTags(systems, 90, now)).toEqual([
    { tag: 'site-1', stale: 2 },
    { tag: 'till', stale: 1 },
  ]);
});
