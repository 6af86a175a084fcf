/** The rule of staleness; how many systems are stale at any threshold, and with which keys and tags. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import {
  findAged,
  type AgeGroup,
  ageIndexOf,
  ageOf,
  type Ages,
  agesOf,
  bandsOf,
  dayMs,
  countDisabled,
  hasUnknownAge,
  isConnected,
  isStale,
  mostStale,
  staleCount,
  staleIn,
  staleOf,
  sumOf,
  unknownAges,
  unreadTimeOf,
} from '../../../../src/state/fleet/staleness/staleness.ts';
import { aPage, aScan, aSystem, daysAgo, now } from '../../../support/make.ts';
import { anyFleet, anySystem } from '../filter/arbitraries.ts';
import { holds, property } from '../../../support/property.ts';

const anyDays = fc.integer({ min: 1, max: 600 });

/** As a list has them: in two pages. */
function halves(fleet: readonly System[]): readonly (readonly System[])[] {
  const half = Math.floor(fleet.length / 2);
  return [fleet.slice(0, half), fleet.slice(half)];
}

function pagesOf(fleet: readonly System[]): readonly Ages[] {
  return halves(fleet).map(agesOf);
}

property('every system is in one band, or connected, or of unknown age', [anyFleet, anyDays], (fleet, days) => {
  const pages = pagesOf(fleet);
  const counted = bandsOf(pages, days, now).reduce((sum, { count }) => sum + count, 0);
  const others = sumOf(pages, ({ connected }) => connected) + sumOf(pages, ({ unknown }) => unknown);
  expect(counted + others).toBe(fleet.length);
});

test('systems of unknown age are counted among those that are still there, with a time of theirs', () => {
  holds([anyFleet, fc.nat(60)], (fleet, at) => {
    const gone = new Set(fleet.slice(at, at + 3).map(({ systemId }) => systemId));
    const living = fleet.filter(({ systemId }) => !gone.has(systemId));
    const unknown = living.filter(hasUnknownAge);
    const found = unknownAges({ pages: [fleet.slice(0, at), fleet.slice(at)], gone });
    if (unknown.length === 0) expect(found).toBeNull();
    else {
      const [example = null] = unknown.flatMap((system) => unreadTimeOf(system) ?? []);
      expect(found).toEqual({ count: unknown.length, of: living.length, example });
    }
  });
});

property(
  'a band holds what is older than its one edge and no older than its other',
  [anyFleet, anyDays],
  (fleet, days) => {
    const old = fleet.filter((system) => !isConnected(system)).map((system) => ageOf(system, now));
    for (const { fromDays, toDays, count } of bandsOf(pagesOf(fleet), days, now)) {
      const inside = old.filter(
        (age) =>
          'ms' in age && (fromDays === 0 || age.ms > fromDays * dayMs) && (toDays === null || age.ms <= toDays * dayMs),
      );
      expect(count).toBe(inside.length);
    }
  },
);

test('the stale ones, and the disabled ones of them, are counted as they are marked, at any threshold and time', () => {
  holds([anyFleet, anyDays, fc.integer({ min: -500, max: 500 })], (fleet, days, later) => {
    const moment = now + later * dayMs;
    const stale = fleet.filter((system) => isStale(system, days, moment));
    expect(staleIn(pagesOf(fleet), days, moment)).toBe(stale.length);
    const disabled = stale.filter(({ isEnabled }) => isEnabled === false).length;
    expect(countDisabled(pagesOf(fleet), days, moment)).toBe(disabled);
  });
});

property('a higher threshold never makes more of them stale', [anyFleet, anyDays], (fleet, days) => {
  expect(staleIn(pagesOf(fleet), days + 1, now)).toBeLessThanOrEqual(staleIn(pagesOf(fleet), days, now));
});

test('the threshold is always an edge between two bands', () => {
  const edgesAt = (days: number): (number | null)[] => bandsOf([], days, now).map(({ toDays }) => toDays);
  expect(edgesAt(90)).toEqual([7, 30, 90, 180, 365, null]);
  expect(edgesAt(1)).toEqual([1, 7, 30, 90, 180, 365, null]);
  expect(edgesAt(400)).toEqual([7, 30, 90, 180, 365, 400, null]);
});

test('an age on the edge is below it, and a connected system in no band', () => {
  const systems = [{ lastSeen: daysAgo(90) }, { lastSeen: daysAgo(91) }, { lastSeen: daysAgo(91), state: 'Connected' }];
  const counts = bandsOf(pagesOf(systems.map(aSystem)), 90, now).map(({ count }) => count);
  expect(counts).toEqual([0, 0, 1, 1, 0, 0]);
});

property('every group counts its systems and the stale ones among them', [anyFleet, anyDays], (fleet, days) => {
  const { keys, tags } = ageIndexOf(halves(fleet));
  const carries = (system: System, name: string): boolean =>
    system.tags.some((tag) => tag.toLowerCase() === name.toLowerCase());
  for (const group of tags) {
    const own = fleet.filter((system) => carries(system, group.name ?? ''));
    expect(group.systems).toBe(own.length);
    expect(staleOf(group, days, now)).toBe(own.filter((system) => isStale(system, days, now)).length);
  }
  const sum = (count: (group: AgeGroup) => number): number => keys.reduce((all, key) => all + count(key), 0);
  expect(sum(({ systems }) => systems)).toBe(fleet.length);
  expect(sum((group) => staleOf(group, days, now))).toBe(fleet.filter((system) => isStale(system, days, now)).length);
});

test('the keys with the most stale systems are found without looking at all', () => {
  holds([anyFleet, anyDays, fc.integer({ min: 1, max: 5 })], (fleet, days, max) => {
    const { tags } = ageIndexOf(halves(fleet));
    const all = tags.map((group) => staleOf(group, days, now)).filter((stale) => stale > 0);
    const best = mostStale(tags, { days, now, max }).map(({ stale }) => stale);
    expect(best).toEqual(all.sort((a, b) => b - a).slice(0, max));
  });
});

test('systems between two ages come with the oldest first', () => {
  const { byAge } = ageIndexOf([[10, 200, 90, 91, 400].map((days) => aSystem({ lastSeen: daysAgo(days) }))]);
  const ages = findAged(byAge, { fromDays: 90, toDays: 365 }, now).map((system) => ageOf(system, now));
  expect(ages.map((age) => ('ms' in age ? age.ms / 86_400_000 : null))).toEqual([200, 91]);
});

test('names that differ only in capitals are one, and systems without a key are together', () => {
  const keys = ['Retail', 'retail', null, ''].map((enrolmentKeyDescription) => aSystem({ enrolmentKeyDescription }));
  expect(ageIndexOf([keys]).keys.map(({ name, systems }) => [name, systems])).toEqual([
    ['Retail', 2],
    [null, 2],
  ]);
});

test('the stale systems are counted for the given threshold and moment', () => {
  const scan = aScan([aPage([aSystem({ lastSeen: daysAgo(89) }), aSystem({ lastSeen: daysAgo(200) })])]);
  const counts = [staleCount(scan, 90, now), staleCount(scan, 300, now), staleCount(scan, 90, now + 2 * dayMs)];
  expect(counts).toEqual([1, 0, 2]);
});

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
  holds([anySystem, fc.integer({ min: 1 }), fc.double({ noNaN: true })], (system, days, clock) => {
    expect(isStale({ ...system, state: 'Connected' }, days, clock)).toBe(false);
  });
});

test('a higher threshold never makes a system stale, and a later clock never makes one fresh', () => {
  holds([anySystem, fc.integer({ min: 1, max: 400 }), fc.nat({ max: 400 })], (system, days, more) => {
    const stale = isStale(system, days, now);
    if (!stale) expect(isStale(system, days + more, now)).toBe(false);
    else expect(isStale(system, days, now + more * dayMs)).toBe(true);
  });
});
