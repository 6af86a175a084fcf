/** Does the cursor look alike in every list? */
import { renderToString } from 'ink';
import { expect, test, vi } from 'vitest';
import { Screen } from '../../src/screens/screen.tsx';
import { gallery } from './gallery.ts';

// Read once, when Ink is loaded: without it nothing is bold or inverse outside a terminal.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});

/** What a person reads of the row under the cursor, and what of it is the bar. */
function cursorOf(name: string): string {
  const state = gallery[name]?.();
  if (state === undefined) throw new Error(`There is no ${name}.`);
  const lines = renderToString(<Screen state={state} />, { columns: 80 }).split('\n');
  return lines.find((line) => line.includes('▸ ')) ?? '';
}

test.each([
  ['organisations, some', /^▸ Northwind Traders +$/, /Owner +N1/],
  ['systems, marked', /^▸ {5}web-01\.prod\.northwind…$/, /Connected/],
  ['review', /^▸ ✓ lab-bench-013 +$/, /OLD13 {2}last seen/],
  ['run, over', /^▸ refused {6} +lab-bench-012 *$/, /Conflict/],
  ['keys seen', /^▸ /, /\d/],
  ['palette', /^▸ space {2}mark and move down$/, /^$/],
  ['columns', /^▸ ✓ state$/, /^$/],
  ['copy', /^▸ name$/, /^$/],
  ['profiles', /^▸ default \(in use\)$/, /^$/],
  ['where to keep the token', /^▸ this session only +$/, /nothing is stored/],
])('in "%s" it is a bar over what names the row, and the rest is bold', (name, bar, rest) => {
  const [before, inBar = '', after = ''] = cursorOf(name).replace('\u{1B}[27m', '\u{1B}[7m').split('\u{1B}[7m');
  expect(before).toBe('');
  expect(inBar).toMatch(bar);
  expect(after.replace('\u{1B}[1m', '').replace('\u{1B}[22m', '')).toMatch(rest);
});
