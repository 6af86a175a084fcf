import { expect, test } from 'vitest';
import { keysSeen, secretOf } from '../../../../src/state/account/enrolment-keys/feature.ts';
import { isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aKey, aSystem, daysAgo, now } from '../../../support/make.ts';
import { anyFleet } from '../../fleet/filter/arbitraries.ts';
import { property } from '../../../support/property.ts';

test('the keys of most systems come first, with their stale ones, and systems without a key together', () => {
  const laptop = { enrolmentKeyId: 7, enrolmentKeyDescription: 'laptops' };
  const systems = [
    { enrolmentKeyId: null, enrolmentKeyDescription: null },
    { ...laptop, lastSeen: daysAgo(91) },
    { ...laptop, lastSeen: daysAgo(91), state: 'Connected' },
    { ...laptop, lastSeen: 'soon' },
    { ...laptop, lastSeen: 'soon', state: 'Connected' },
  ];
  expect(keysSeen(systems.map(aSystem), 90, now)).toEqual([
    { id: 7, description: 'laptops', systems: 4, stale: 1, unknown: 1 },
    { id: null, description: null, systems: 1, stale: 0, unknown: 0 },
  ]);
});

property('every system is counted under one key', [anyFleet], (fleet) => {
  const seen = keysSeen(fleet, 90, now);
  const sum = (of: 'systems' | 'stale'): number => seen.reduce((all, key) => all + key[of], 0);
  expect(sum('systems')).toBe(fleet.length);
  expect(sum('stale')).toBe(fleet.filter((system) => isStale(system, 90, now)).length);
});

const long = 'x9'.repeat(16);

test.each<[string, Record<string, unknown>, string | null]>([
  ['a field named for it', { id: 107, key: 'abc', description: 'laptops' }, 'key'],
  ['a name that ends so', { enrolmentKey: 'abc', note: long }, 'enrolmentKey'],
  ['a token', { accessToken: 'abc' }, 'accessToken'],
  ['the longest word, where no name tells', { a: 'y'.repeat(20), b: long, text: `${long} ${long}` }, 'b'],
  ['no field that is empty', { key: '', value: long }, 'value'],
  ['no field that is not text', { key: 12, secret: null, token: { a: long } }, null],
  [
    'no id, time, address or name',
    { keyId: long, at: '2026-11-20T12:00:00.000Z', href: `https://${long}`, hostname: long },
    null,
  ],
  ['no description, however long', { description: long }, null],
  ['no short word', { value: 'abc' }, null],
  ['nothing in an empty answer', {}, null],
])('the secret is %s', (_, fields, name) => {
  expect(secretOf(aKey(fields))?.name ?? null).toBe(name);
});

test('its value is exactly what was sent', () => {
  expect(secretOf(aKey({ key: ' \u001B[2Jabc ' }))).toEqual({ name: 'key', value: ' \u001B[2Jabc ' });
});
