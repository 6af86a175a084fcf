import { expect, test } from 'vitest';
import { withoutFences } from '../../../src/app/terminal/small-frames.ts';

const begins = '\u001B[?2026h';
const ends = '\u001B[?2026l';
const large = 'x'.repeat(513);
const wide = '─'.repeat(200);

/** What is written of these writes. */
function written(...texts: readonly string[]): string {
  return texts.map(withoutFences((text) => text)).join('|');
}

test.each([
  ['a small frame', [begins, 'small', ends], '|small|'],
  ['a large one', [begins, large, ends], `|${begins}${large}|${ends}`],
  ['one of few characters and many bytes', [begins, wide, ends], `|${begins}${wide}|${ends}`],
  ['one after the other', [begins, large, ends, begins, 'small', ends], `|${begins}${large}|${ends}||small|`],
  ['a frame of nothing', [begins, ends], '|'],
  ['a frame in parts, the first of them large', [begins, large, 'small', ends], `|${begins}${large}|small|${ends}`],
  ['a frame that is never ended', [begins, 'small', 'last words'], '|small|last words'],
  ['what is no frame', ['small', large], `small|${large}`],
])('%s', (_, texts, all) => {
  expect(written(...texts)).toBe(all);
});
