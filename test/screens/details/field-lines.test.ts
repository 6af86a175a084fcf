/** Which fields of a system are shown, and how? */
import { expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import { systemFields } from '../../../src/screens/details/field-lines.ts';
import { aSystem, daysAgo, now } from '../../support/make.ts';

function field(name: string, about: Partial<System>): string | undefined {
  return systemFields(aSystem(about), 90, now).find((line) => line.name === name)?.value;
}

test('every field of the specification has its line', () => {
  const names = systemFields(aSystem(), 90, now).map(({ name }) => name);
  expect(names).toEqual([
    ...['name', 'system id', 'state', 'stale', 'last seen', 'enrolled at', 'enabled', 'description', 'connected from'],
    ...['enrolment key', 'platform', 'OS version', 'agent version', 'tags', 'custom DNS'],
  ]);
});

test.each<[string, Partial<System>, string]>([
  ['stale', { lastSeen: daysAgo(214) }, 'yes: last seen 214 d ago, threshold 90 d'],
  ['stale', { lastSeen: null, enrolledAt: daysAgo(30) }, 'no: never connected, enrolled 30 d ago, threshold 90 d'],
  ['stale', { state: 'Connected', lastSeen: daysAgo(214) }, 'no: it is connected, whatever "last seen" says'],
  ['stale', { lastSeen: 'yesterday' }, 'not known: its time cannot be read'],
  ['stale', { lastSeen: null, enrolledAt: null }, 'not known: there is no time'],
  ['last seen', { lastSeen: '1763640000' }, 'not a time: 1763640000'],
  ['tags', { tags: ['a'], odd: { tags: '["a",{"b":1}]' } }, '["a",{"b":1}]'],
  [
    'connectedAt',
    { otherTimes: [{ field: 'connectedAt', text: daysAgo(2), ms: Date.parse(daysAgo(2)) }] },
    '2026-11-18 12:00 UTC, 2 d ago',
  ],
  ['state', { state: 'Away' }, 'Away (not understood: a review protects it)'],
  ['state', { state: null }, 'none (not understood: a review protects it)'],
  ['last seen', { lastSeen: daysAgo(2) }, '2026-11-18 12:00 UTC, 2 d ago'],
  ['last seen', { lastSeen: daysAgo(-1) }, '2026-11-21 12:00 UTC, in the future'],
  ['last seen', { lastSeen: null }, 'never connected'],
  ['last seen', { lastSeen: 'soon' }, 'not a time: soon'],
  ['enrolment key', { enrolmentKeyId: 7, enrolmentKeyDescription: 'lab' }, 'lab (7)'],
  ['enrolment key', { enrolmentKeyId: 7, enrolmentKeyDescription: null }, '7'],
  ['custom DNS', { customDns: ['10.0.0.1', { name: 'x' }, null] }, '10.0.0.1, {"name":"x"}, null'],
  ['tags', { tags: [] }, '–'],
  ['note', { hostname: 'db\u202E01' }, 'contains hidden characters, shown as signs: U+202E'],
  [
    'note',
    { tags: ['a\u200b'], serviceVersion: '1\u202e' },
    'contains hidden characters, shown as signs: U+202E, U+200B',
  ],
  ['platform', { platformType: null, faults: ['items[0].platformType: expected string'] }, '⟨not text⟩'],
  ['name', { hostname: 'db\u202E01' }, 'db‹U+202E›01'],
  ['not readable', { faults: ['tags: expected array'] }, 'tags: expected array'],
])('%s of %j', (name, about, shown) => {
  expect(field(name, about)).toBe(shown);
});
