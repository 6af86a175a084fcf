/** The search of `rollcall docs WORD`: it finds headings and lines with their page, and every word counts. */
import { expect, test } from 'vitest';
import { linesWith } from '../../../src/app/commands/commands.ts';
import { property } from '../../support/property.ts';
import fc from 'fast-check';

const all = new Map([
  [
    'files',
    '# Find what is stored\n\nA keychain.\n\n## Know where the token is\n\nThe **Token** is in\nthe keychain.\n',
  ],
  ['keys', '# Look up a key\n\n<!-- token -->\n\n| Key   | Token |\n| ----- | ----- |\n| `X`   | sign  out |\n'],
]);

test('headings and lines are found in any case, each below its heading', () => {
  expect(linesWith(['TOKEN'], all)).toEqual([
    'files › Know where the token is',
    'files › Know where the token is: The **Token** is in the keychain.',
    'keys › Look up a key: | Key | Token |',
  ]);
});

test('every word must be in the line', () => {
  expect(linesWith(['keychain'], all)).toHaveLength(2);
  expect(linesWith(['keychain', 'token'], all)).toEqual([
    'files › Know where the token is: The **Token** is in the keychain.',
  ]);
  expect(linesWith(['keychain', 'proxy'], all)).toEqual([]);
});

test('a paragraph and an item of a list are one line each, and commands stay lines', () => {
  const text = '# T\n\nOne\ntwo.\n\n- one\n  two\n- two\n\n1. One\n   two\n2. two\n\n    one\n    two\n';
  expect(linesWith(['one'], new Map([['p', text]]))).toEqual(
    ['One two.', '- one two', '1. One two', 'one'].map((line) => `p › T: ${line}`),
  );
});

property(
  'each result has every word',
  [fc.constantFrom('key', 'TO', 'a', '|', '['), fc.constantFrom('e', 'sign', '(')],
  (...words) => {
    const found = linesWith(words, all).map((line) => line.toLowerCase());
    for (const word of words) expect(found.filter((line) => !line.includes(word.toLowerCase()))).toEqual([]);
  },
);
