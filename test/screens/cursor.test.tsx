/** The cursor is drawn alike in every list: a bar over the whole row, up to the pane beside it. */
import { stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import stringWidth from 'string-width';
import { expect, test, vi } from 'vitest';
import { Screen } from '../../src/screens/screen.tsx';
import { listLayout } from '../../src/screens/fleet/table-columns.ts';
import { listOf } from '../../src/state/root/navigation.ts';
import { gallery } from './gallery.ts';
import { oneOfEach } from './looks.tsx';

// Read once, when Ink is loaded: without it nothing is inverse outside a terminal.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});

/** The row under the cursor, as it is sent to the terminal. */
function cursorRow(name: string, columns: number): string {
  const state = gallery[name]?.();
  if (state === undefined) throw new Error(`There is no ${name}.`);
  const lines = renderToString(<Screen state={{ ...state, columns }} />, { columns }).split('\n');
  return lines.find((line) => line.includes('\u{1B}[7m▌')) ?? '';
}

const lists = [
  ['organisations, some', /Northwind Traders +Owner .* N1/],
  ['systems, marked', /web-01\.prod\.northwind.* online/],
  ['review', /✗ +lab-bench-013 .*733 d/],
  ['deletion, finished', /failed +srv-104\.example\.net +lab +503/],
  ['keys seen', /\d/],
  ['palette', /t {6}mark by filter/],
  ['columns', /✓ state/],
  ['copy', /name/],
  ['profiles', /default \(in use\)/],
  ['where to keep the token', /this session only +nothing is stored/],
] as const;

test.each(lists.flatMap(([name, row]) => [80, 120].map((columns) => ({ name, row, columns }))))(
  'in "$name" at $columns columns',
  ({ name, row, columns }) => {
    const [before, bar = '', after] = cursorRow(name, columns).replace('\u{1B}[27m', '\u{1B}[7m').split('\u{1B}[7m');
    const state = gallery[name]?.();
    const hasPane = ['systems, marked', 'review'].includes(name) && state !== undefined;
    const cells = hasPane ? listLayout({ ...state, columns }).list : columns;
    expect(before).toBe('');
    expect(cells === columns ? after : stripVTControlCharacters(after ?? '').replace(/^ │.*/, '')).toBe('');
    expect(bar).toMatch(row);
    expect(bar).not.toContain('\u{1B}');
    expect(stringWidth(bar)).toBe(cells);
  },
);

/** Nothing is listed there, or one of the rows is shown whole. */
const withoutRows = /nothing to|one opened|one result/;

test('every list has a cursor, and text that is scrolled has none', () => {
  const odd = oneOfEach().first.filter(([name, make]) => {
    const state = { ...make(), columns: 80 };
    const list = listOf(state);
    const isList = list !== null && list.isText !== true && list.extent?.length !== 0 && !withoutRows.test(name);
    return renderToString(<Screen state={state} />, { columns: 80 }).includes('▌') !== isList;
  });
  expect(odd.map(([name]) => name)).toEqual([]);
});
