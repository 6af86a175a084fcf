import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { ageOf, dayMs, isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';
import { anySystem } from '../filter/arbitraries.ts';

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
