import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf, plainSegments, plainWord, readPath, segmentFault } from '../../../src/api/deletion/segments.ts';
import { holds } from '../../support/property.ts';

test('a path is read however often its letters are encoded', () => {
  const spelled = (text: string): fc.Arbitrary<string> =>
    fc
      .tuple(...text.split('').map((letter) => fc.nat(3).map((times) => encodedTimes(letter, times))))
      .map((letters) => letters.join(''));
  holds([spelled('org'), spelled('Systems')], (org, systems) => {
    expect(plainSegments(`/${org}/N1/${systems}/S1`)).toEqual(['org', 'n1', 'systems', 's1']);
  });
});

function encodedTimes(letter: string, times: number): string {
  let text = letter;
  for (let time = 0; time < times; time++) {
    text = time === 0 ? `%${letter.charCodeAt(0).toString(16)}` : text.replaceAll('%', '%25');
  }
  return text;
}

test('a path is ambiguous where a service may split it elsewhere, or go up by one', () => {
  for (const path of ['/a/b', '/a/b/', '/a%20b/c', '/%E6%9D%B1/%3Fx', '/a..b/c.', '/', '']) {
    expect(readPath(path).isAmbiguous, path).toBe(false);
  }
  for (const path of [
    '/a//b /a;b /a%3Bb /a%2Fb /a\\b /a%5cb /a/..;/b /a/%2e/b /a/%252e/b /a%00 /a/%20/b /a/\u{FF0E}\u{FF0E}/b',
    '/a/.../b /a/%zz /a/%c0%af',
  ].flatMap((line) => line.split(' '))) {
    expect(readPath(path).isAmbiguous, path).toBe(true);
  }
});

test.each([
  ['', 'must not be empty.'],
  ['..', 'cannot be "..": that leads to another address.'],
  ['. ', 'must not begin or end with a blank.'],
  ['...', 'cannot be "...": that leads to another address.'],
  ['\u{FF0E}', 'cannot be "\u{FF0E}": that leads to another address.'],
  ['a;b', 'cannot contain "/", "\\", "%" or ";".'],
  ['a\u0000', 'contains a hidden character.'],
  [' a', 'must not begin or end with a blank.'],
  ['a.b', null],
  ['a b', null],
])('%j as a segment: %s', (segment, message) => {
  expect(segmentFault(segment)).toBe(message);
});

test.each<[string, readonly (readonly string[])[]]>([
  ['/', [[]]],
  ['', [[]]],
  ['/a/b/', [['a', 'b']]],
  ['a/%62', [['a', 'b']]],
  // Only once: a service that decodes more often is one of the ambiguous ways.
  ['/a/%2562', [['a', '%62']]],
  ['/a/%u0062%U0063', [['a', 'bc']]],
  ['/a/%zz%41%', [['a', '%zzA%']]],
  ['/a/%E6%9D%B1', [['a', '東']]],
  ['/a/%c1%a1%e0%81%a2%41', [['a', 'abA']]],
  ['/a/%ff%41', [['a', '\u00ffA']]],
  [
    '/a%2Fb/c',
    [
      ['a/b', 'c'],
      ['a', 'b', 'c'],
    ],
  ],
  ['/a\u{FF0F}b', [['a\u{FF0F}b'], ['a', 'b']]],
  ['/a\\b', [['a\\b'], ['a', 'b']]],
  [
    '/a/b%3Fc/d',
    [
      ['a', 'b?c', 'd'],
      ['a', 'b'],
    ],
  ],
  [
    '/a/%23b\n/%3Fd',
    [
      ['a', '#b\n', '?d'],
      ['a', ''],
    ],
  ],
  ['/%3Fa', [['?a'], ['']]],
])('%j is read as %j', (path, readings) => {
  expect(readPath(path).readings).toEqual(readings);
});

test.each<[string, readonly string[]]>([
  ['/a/B', ['a', 'B']],
  ['//a;b=c,d&e?f#g\\h=/', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ['/a/./..', ['a']],
  ['/%2561%252Fb', ['a', 'b', 'a', 'b']],
  ['/\u{FF41}\u{FF0F}b', ['a', 'b', 'a', 'b']],
  ['/a\u0000b', ['a', 'b', 'ab']],
])('the pieces of %j are %j', (path, pieces) => {
  expect(piecesOf(path)).toEqual(pieces);
});

test.each([
  ['a-b_0', 'a-b_0'],
  ['A', 'a'],
  [' \t+a b. +', 'a b'],
  ['.a', '.a'],
  ['a.+b', 'a.+b'],
  ['\u{FF33}y\u200Bs\u0332\u2800\u115F', 'sys'],
  ['. +', ''],
])('%j is the plain word %j', (text, word) => {
  expect(plainWord(text)).toBe(word);
});

test('plain segments have no parameters, and none is empty', () => {
  expect(plainSegments('//A;b\n;c/%5Cd/;e/ /f%253Bg')).toEqual(['a', 'd', 'f']);
  // Somewhere decoding ends: so much is nobody's spelling.
  const eight = `%${'25'.repeat(8)}61`;
  expect([plainSegments(`/${eight.replace('2525', '25')}`), plainSegments(`/${eight}`)]).toEqual([['a'], ['%61']]);
});
