/** Text wraps into lines. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clean } from '../../../src/screens/text/clean.ts';
import { width } from '../../../src/screens/text/fit.ts';
import { wrapped } from '../../../src/screens/text/wrap.ts';

test.each([
  ['', 8, ['']],
  ['short', 8, ['short']],
  ['one two three', 8, ['one two', 'three']],
  ['unbreakable', 5, ['unbre', 'akabl', 'e']],
  ['東京オフィス', 5, ['東京', 'オフ', 'ィス']],
])('%j in lines of %i cells', (text, cells, lines) => {
  expect(wrapped(clean(text), cells)).toEqual(lines);
});

test('no line is wider than the width, and nothing but spaces at line ends is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 12, max: 80 }), (typed, cells) => {
      const text = clean(typed);
      const lines = wrapped(text, cells);
      expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(cells);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});
