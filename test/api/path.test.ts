import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPathId } from '../../src/api/path.ts';
import { anyText } from './any-text.ts';

test.each([
  'S1',
  'a',
  '0',
  'n7Kq2wTd',
  'a.b',
  '...',
  '.a',
  '-',
  '_',
  '~',
  'a:b',
  'a@b',
  'a;b',
  'a+b',
  'a&b=c',
  'ü',
  '東京',
  '😀',
  'x'.repeat(200),
])('%j can stand in a path', (id) => {
  expect(isPathId(id)).toBe(true);
});

test.each([
  ['empty', ''],
  ['this folder', '.'],
  ['the folder above', '..'],
  ['a slash', 'a/b'],
  ['a slash in front', '/a'],
  ['a backslash', 'a\\b'],
  ['a question mark', 'a?b'],
  ['a number sign', 'a#b'],
  ['a percent sign', 'a%2Fb'],
  ['an encoded dot', '%2e'],
  ['a space', 'a b'],
  ['only a space', ' '],
  ['a tab', 'a\tb'],
  ['a line break', 'a\n'],
  ['a no-break space', 'a\u00A0b'],
  ['a line separator', 'a\u2028b'],
  ['an escape character', 'a\u001Bb'],
  ['NUL', '\u0000'],
  ['DEL', 'a\u007F'],
  ['a C1 control', 'a\u009Bb'],
  ['a zero-width space', 'a\u200Bb'],
  ['a direction mark', 'a\u202Eb'],
  ['a byte order mark', '\uFEFFa'],
  ['a tag character', 'a\u{E0041}'],
  ['half a surrogate pair', 'a\uD800'],
  ['201 characters', 'x'.repeat(201)],
])('an id with %s cannot', (_, id) => {
  expect(isPathId(id)).toBe(false);
});

describe('any id that can stand in a path', () => {
  test('is one segment of its address, and comes back from it unchanged', () => {
    const id = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom('.', '%', '2', 'e', '/', '\\', 'a', '?') }));
    fc.assert(
      fc.property(id.filter(isPathId), (given) => {
        const segments = new URL(`https://api.example/org/N1/systems/${encodeURIComponent(given)}`).pathname.split('/');
        expect(segments.map(decodeURIComponent)).toEqual(['', 'org', 'N1', 'systems', given]);
      }),
      { numRuns: 1000 },
    );
  });
});
