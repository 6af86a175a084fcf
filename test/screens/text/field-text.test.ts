/** Words for a value of an undocumented shape. */
import { expect, test } from 'vitest';
import { ExactNumber } from '../../../src/api/exact-json.ts';
import { aSystem } from '../../support/make.ts';
import { dnsWords, fieldText, jsonWords, keyOf } from '../../../src/screens/text/clean.ts';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  [null, '–'],
  [[], '–'],
  [['site-1', 'prod'], 'site-1 prod'],
  [{}, '–'],
  [{ name: 'x', more: [] }, 'name=x more=–'],
  [{ 'a b': 'c=d', on: true, none: null, size: new ExactNumber('1e400') }, '"a b"="c=d" on=true none=– size=1e400'],
  [{ at: { floor: 2, racks: ['a', 'b'] } }, 'at=(floor=2 racks=(a, b))'],
  [['a\n b', 2], '"a\\n b", 2'],
  [[{ ip: '::1' }, 'x'], '(ip=::1), x'],
])('%j is written %s', (value, words) => {
  expect(jsonWords(value)).toBe(words);
});

test.each([
  ['[{"tag":"prod"},{"env":"prod"}]', 'prod env=prod'],
  ['[{"key":"env","value":"prod"},"edge"]', 'env=prod edge'],
  ['[{"name":"env","value":"two words"}]', 'env="two words"'],
  ['[{"tag":"a","source":"Key"},{"env":"prod"}]', 'a source=Key, env=prod'],
  ['[{"name":"env"},{"value":{"deep":1}},{},null,7]', 'env value=(deep=1) – – 7'],
  ['[{"tag":"a","password":"hunter2-hunter2"}]', 'a password=•••'],
  ['[{"tag":"a"…', '[{"tag":"a"…'],
])('the tags %s are written %s', (json, words) => {
  expect(fieldText(aSystem({ odd: { tags: json } }), 'tags')).toBe(words);
});

test.each([
  ['10.0.0.53', '10.0.0.53'],
  [{ name: 'db', type: 'A', value: 'x.internal' }, 'db A · x.internal'],
  [{ hostname: 'till.example', address: 'fd00::53', ttl: 300 }, 'till.example · fd00::53 ttl=300'],
  [{ fqdn: 'x.example', servers: ['::1', '::2'] }, 'x.example servers=(::1, ::2)'],
  [{ ip: '::1' }, '::1'],
  [{ a: 1 }, 'a=1'],
])('the DNS entry %j is written %s', (entry, words) => {
  expect(dnsWords(entry)).toBe(words);
});

test.each([
  ['enrolmentKeyDescription', {}, 'laptops'],
  ['enrolmentKeyDescription', { enrolmentKeyDescription: null }, null],
  ['enrolmentKeyDescription', { enrolmentKeyDescription: null, odd: { enrolmentKeyDescription: '7' } }, '⟨not text⟩'],
  ['tags', { tags: ['a'], odd: { tags: '[{"tag":"a"},"b"]' } }, 'a b'],
  ['isEnabled', { isEnabled: null, odd: { isEnabled: '"no"' } }, '⟨unreadable⟩'],
  ['isEnabled', { isEnabled: null }, null],
] as const)('%s of %j is written %s', (field, about, text) => {
  expect(fieldText(aSystem(about), field)).toBe(text);
});

test.each([
  [{}, 'laptops'],
  [{ enrolmentKeyDescription: null }, '1'],
  [{ enrolmentKeyDescription: null, enrolmentKeyId: null }, null],
  [{ enrolmentKeyDescription: null, odd: { enrolmentKeyDescription: '7' } }, '1'],
  [{ enrolmentKeyDescription: null, enrolmentKeyId: null, odd: { enrolmentKeyDescription: '7' } }, '⟨not text⟩'],
  [{ enrolmentKeyDescription: null, enrolmentKeyId: null, odd: { enrolmentKeyId: '"7"' } }, '⟨unreadable⟩'],
])('the key of %j is called %s', (about, key) => {
  expect(keyOf(aSystem(about))).toBe(key);
});

test('a value that is nested too deep does not stop the program', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
  expect(jsonWords(deep)).toBe('⟨too deep to show⟩');
});
