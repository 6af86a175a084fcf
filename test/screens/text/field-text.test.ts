/** Words for a value of an undocumented shape. */
import { expect, test } from 'vitest';
import { aSystem } from '../../support/make.ts';
import { fieldText, jsonWords, keyOf } from '../../../src/screens/text/clean.ts';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  [null, '–'],
  [[], '–'],
  [['site-1', 'prod'], 'site-1 prod'],
  [{ name: 'x', more: [] }, '{ "name": "x", "more": [] }'],
  [['a\n b', 2], '[ "a\\n b", 2 ]'],
])('%j is written %s', (value, words) => {
  expect(jsonWords(value)).toBe(words);
});

test.each([
  ['enrolmentKeyDescription', {}, 'laptops'],
  ['enrolmentKeyDescription', { enrolmentKeyDescription: null }, null],
  ['enrolmentKeyDescription', { enrolmentKeyDescription: null, odd: { enrolmentKeyDescription: '7' } }, '⟨not text⟩'],
  ['tags', { tags: ['a'], odd: { tags: '[{"tag":"a"},"b"]' } }, 'a ⟨unreadable⟩'],
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
