/** Words for a value of an undocumented shape. */
import { expect, test } from 'vitest';
import { jsonWords } from '../../../src/screens/text/field-text.ts';

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

test('a value that is nested too deep does not stop the program', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
  expect(jsonWords(deep)).toBe('⟨too deep to show⟩');
});
