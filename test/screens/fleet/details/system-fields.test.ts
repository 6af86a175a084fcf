/** The fields of a system as lines. */
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { systemFields } from '../../../../src/screens/fleet/system-facts.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';

function field(name: string, about: Partial<System>): string | undefined {
  return systemFields(aSystem(about), now).find((line) => line.name === name)?.value;
}

function otherField(name: string, value: unknown): Partial<System> {
  return { others: { names: [name], values: JSON.stringify([value]) } };
}

test('every field of the specification has its line', () => {
  const names = systemFields(aSystem(), now).map(({ name }) => name);
  expect(names).toEqual([
    ...['name', 'system id', 'state', 'last seen', 'enrolled at', 'enabled', 'description', 'connected from'],
    ...['enrolment key', 'platform', 'OS version', 'agent version', 'tags', 'custom DNS'],
  ]);
});

test.each<[string, Partial<System>, string | undefined]>([
  ['last seen', { lastSeen: '1763640000' }, 'not a time: 1763640000'],
  ['tags', { tags: ['a'], odd: { tags: '["a",{"b":1}]' } }, 'a b=1'],
  [
    'connectedAt',
    { otherTimes: [{ field: 'connectedAt', text: daysAgo(2), ms: Date.parse(daysAgo(2)) }] },
    '2026-11-18 12:00 UTC, 2 d ago',
  ],
  ['state', { state: 'Away' }, 'Away (not understood: a review protects it)'],
  ['state', { state: null }, 'none (not understood: a review protects it)'],
  ['state', { state: '' }, 'none (not understood: a review protects it)'],
  ['last seen', { lastSeen: daysAgo(2) }, '2026-11-18 12:00 UTC, 2 d ago'],
  ['last seen', { lastSeen: daysAgo(-1) }, '2026-11-21 12:00 UTC, in the future'],
  ['last seen', { lastSeen: null }, 'never connected'],
  ['last seen', { lastSeen: 'soon' }, 'not a time: soon'],
  ['enrolment key', { enrolmentKeyId: 7, enrolmentKeyDescription: 'lab' }, 'lab (7)'],
  ['enrolment key', { enrolmentKeyId: 7, enrolmentKeyDescription: null }, '7'],
  ['custom DNS', { customDns: ['10.0.0.1', { name: 'x' }, null] }, '10.0.0.1, x, –'],
  ['tags', { tags: [] }, '–'],
  ['note', { hostname: 'db\u202E01' }, 'Contains hidden characters, shown as signs: U+202E'],
  [
    'note',
    { tags: ['a\u200b'], serviceVersion: '1\u202e' },
    'Contains hidden characters, shown as signs: U+202E, U+200B',
  ],
  ['gatewayId', otherField('gatewayId', 'gw-ams-1'), 'gw-ams-1'],
  ['uptime', otherField('uptime', { days: 3, since: [null] }), 'days=3 since=(–)'],
  ['vpn', otherField('vpn', false), 'false'],
  ['none', otherField('none', null), '–'],
  ['empty', otherField('empty', ''), '""'],
  ['notes', otherField('notes', 'x'.repeat(1500)), `${'x'.repeat(1000)}… 500 more characters`],
  ['huge', otherField('huge', { cut: '"abc', moreCharacters: 65_536 }), '"abc… 65,536 more characters'],
  ['deep', otherField('deep', { cut: '', moreCharacters: null }), 'nested too deep to keep'],
  ['a\u202eb', otherField('a\u202eb', 1), undefined],
  ['a‹U+202E›b', otherField('a\u202eb', '\u001B[2J'), '␛[2J'],
  ['note', otherField('a\u202eb', ['\u200b']), 'Contains hidden characters, shown as signs: U+202E, U+200B'],
  ['platform', { platformType: null, unread: ['platformType'] }, '⟨not text⟩'],
  ['enabled', { isEnabled: null, unread: ['isEnabled'] }, '⟨unreadable⟩'],
  ['custom DNS', { unread: ['customDns'] }, '⟨unreadable⟩'],
  ['name', { hostname: 'db\u202E01' }, 'db‹U+202E›01'],
  ['not readable', { faults: ['tags: expected array'] }, 'tags: expected array'],
])('%s of %j', (name, about, shown) => {
  expect(field(name, about)).toBe(shown);
});

test('a time in an undocumented field has one line', () => {
  const at = daysAgo(2);
  const others = { names: ['connectedAt', 'site'], values: JSON.stringify([at, 'A']) };
  const otherTimes = [{ field: 'connectedAt', text: at, ms: Date.parse(at) }];
  const lines = systemFields(aSystem({ others, otherTimes }), now).slice(14);
  expect(lines.map(({ name }) => name)).toEqual(['connectedAt', 'site']);
});

test('the first of thousands of fields are shown, and the others counted', () => {
  const others = {
    names: Array.from({ length: 5000 }, (_, at) => `f${at}`),
    values: JSON.stringify(Array(5000).fill(0)),
  };
  const lines = systemFields(aSystem({ others }), now);
  expect(lines.length).toBeLessThan(220);
  expect(lines.at(-1)).toMatchObject({ name: '…', value: '4,800 more fields' });
});
