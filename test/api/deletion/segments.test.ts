import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainSegments, readPath, segmentFault } from '../../../src/api/deletion/segments.ts';
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
])('%j as a segment: %s', (segment, says) => {
  expect(segmentFault(segment)).toBe(says);
});
