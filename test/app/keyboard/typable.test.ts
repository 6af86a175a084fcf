import { expect, test } from 'vitest';
import { typable } from '../../../src/app/keyboard/typable.ts';

test.each([
  ['web-01 東京 Łódź', 'web-01 東京 Łódź'],
  ['a\nb\r\nc', 'a b c'],
  ['a\u001b[2Jb', 'a [2Jb'],
  ['a\u202eb\u200bc', 'a b c'],
  ['a\ud800b', 'a b'],
  ['a\u2028b', 'a b'],
])('%j', (text, shown) => {
  expect(typable(text)).toBe(shown);
});
