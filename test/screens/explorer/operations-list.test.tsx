/** The list of operations: what the one under the cursor does stands whole below it. */
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { gallery } from '../gallery.ts';
import { withLongTexts } from '../long-texts.ts';
import { painterOf } from '../looks.tsx';

const purpose = 'Gets the account of the caller, and tells in many more words what else it does for those who call it';

const paint = painterOf(() => {
  const make = gallery['operations'];
  if (make === undefined) throw new Error('The gallery has no operations.');
  return withLongTexts(make());
});

test.each([
  [40, 24, 3],
  [80, 24, 2],
  [110, 30, 1],
  [160, 45, 1],
])('in %i columns', (columns, rows, lines) => {
  const drawn = stripVTControlCharacters(paint({ columns, rows })).split('\n');
  const told = drawn.slice(-1 - lines, -1).map((line) => line.trim());
  expect(told.join(' ')).toBe(purpose);
  expect(drawn.filter((line) => line.startsWith('▌'))).toHaveLength(1);
});
