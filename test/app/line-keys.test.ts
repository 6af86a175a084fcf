/** What does ctrl-w leave of a line? */
import { expect, test } from 'vitest';
import { withoutLastWord } from '../../src/app/line-keys.ts';

test.each([
  ['', ''],
  ['one', ''],
  ['one two', 'one '],
  ['one two  ', 'one '],
])('%j becomes %j', (line, rest) => {
  expect(withoutLastWord(line)).toBe(rest);
});
