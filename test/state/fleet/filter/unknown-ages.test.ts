/** A filter of systems whose times cannot be read: for certain, perhaps, and not at all. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { matches, readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import { aSystem, daysAgo } from '../../../support/make.ts';
import { aContext, anySystem } from './arbitraries.ts';
import { holds, property } from '../../../support/property.ts';

const words = [
  ...['is:stale', 'seen:>90d', 'seen:<30d', 'seen:<2026-01-31', 'seen:never', 'offline:>90d', 'offline:<=400d'],
  ...['enrolled:>1y', 'enrolled:<2w', 'is:connected', 'web', 'tag:prod', 'is:protected'],
];

const anyWord = fc
  .tuple(fc.boolean(), fc.constantFrom(...words))
  .map(([isNegated, word]) => (isNegated ? '-' : '') + word);

const anyFilter = fc.array(fc.array(anyWord, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

function answers(text: string, system: System): { certain: boolean; usual: boolean; possible: boolean } {
  const filter = readFilter(text);
  const [certain = false, possible = false] = [false, true].map((unknownAge) =>
    matches(filter, system, { ...aContext, unknownAge }),
  );
  return { certain, usual: matches(filter, system, aContext), possible };
}

/** The system as it might be: every time that cannot be read is one that can. */
function read(system: System, [seen, enrolled]: readonly [number, number]): System {
  const { lastSeen, lastSeenMs, enrolledAtMs } = system;
  return {
    ...system,
    ...(lastSeen !== null && lastSeenMs === null && aSystemSeen(seen)),
    ...(enrolledAtMs === null && { enrolledAt: daysAgo(enrolled), enrolledAtMs: Date.parse(daysAgo(enrolled)) }),
  };
}

function aSystemSeen(days: number): Pick<System, 'lastSeen' | 'lastSeenMs'> {
  return { lastSeen: daysAgo(days), lastSeenMs: Date.parse(daysAgo(days)) };
}

test('whatever an unreadable time might be, what matches for certain matches, and what matches may match', () => {
  const anyDays = fc.integer({ min: 0, max: 900 });
  let inDoubt = 0;
  holds([anyFilter, anySystem, fc.tuple(anyDays, anyDays)], { numRuns: 20_000 }, (alternatives, system, days) => {
    const text = alternatives.map((all) => all.join(' ')).join(' or ');
    const { certain, possible } = answers(text, system);
    const { usual: isMatch } = answers(text, read(system, days));
    if (certain) expect(isMatch, text).toBe(true);
    if (isMatch) expect(possible, text).toBe(true);
    if (certain !== possible) inDoubt++;
  });
  expect(inDoubt).toBeGreaterThan(500);
});

property('where every time can be read, nothing is in doubt', [anyFilter, anySystem], (alternatives, system) => {
  const known = read(system, [3, 300]);
  const { certain, usual, possible } = answers(alternatives.map((all) => all.join(' ')).join(' or '), known);
  expect([certain, possible]).toEqual([usual, usual]);
});

const unread = { lastSeen: '01.08.2026 10h', state: 'Disconnected', tags: ['prod'] };

test.each([
  ['is:stale', unread, 'in doubt'],
  ['-is:stale', unread, 'in doubt'],
  ['is:stale tag:retail', unread, 'no'],
  ['is:stale or tag:prod', unread, 'yes'],
  ['seen:>30d seen:<90d', unread, 'in doubt'],
  ['is:stale', { ...unread, state: 'Connected' }, 'no'],
  ['seen:>90d', { ...unread, state: 'Connected' }, 'in doubt'],
  ['seen:>90d', { ...unread, lastSeen: null }, 'no'],
  ['seen:never', unread, 'no'],
  ['is:stale', { ...unread, lastSeen: null, enrolledAt: 'x' }, 'in doubt'],
  ['is:stale', { ...unread, lastSeen: null, enrolledAt: null }, 'in doubt'],
  ['is:stale', { ...unread, lastSeen: daysAgo(200), enrolledAt: 'x' }, 'yes'],
  ['enrolled:>1y', { ...unread, enrolledAt: 'x' }, 'in doubt'],
  // A person who asks for them by name knows of them.
  ['offline:unknown', unread, 'yes'],
  ['is:stale -offline:unknown', unread, 'no'],
] as const)('%s of %j: %s', (text, about, expected) => {
  const { certain, possible } = answers(text, aSystem(about));
  expect(certain === possible ? (certain ? 'yes' : 'no') : 'in doubt').toBe(expected);
});
