import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import type { HelpGroup } from '../../../src/screens/help/help-layout.ts';
import { HelpOverlay } from '../../../src/screens/help/help-screens.tsx';
import { clean } from '../../../src/screens/text/clean.ts';
import { drawn } from '../parts/drawn.ts';

const groups: readonly HelpGroup[] = [
  {
    title: clean('Move'),
    entries: [
      { keys: clean('j ↓'), does: clean('down') },
      { keys: clean('k ↑'), does: clean('up') },
    ],
  },
  {
    title: clean('Delete'),
    entries: [{ keys: clean('d'), does: clean('review and delete'), refusal: clean('nothing is marked') }],
  },
];

const help = (columns: number, rows: number, offset: number): readonly string[] =>
  drawn(<HelpOverlay groups={groups} columns={columns} rows={rows} offset={offset} />, columns);

test('one column where no two fit', () => {
  expect(help(40, 20, 0)).toEqual([
    'Move',
    'j ↓  down',
    'k ↑  up',
    '',
    'Delete',
    'd    review and delete',
    '     nothing is marked',
  ]);
});

test('two columns side by side', () => {
  expect(help(80, 20, 0)).toEqual([
    'Move                                      Delete',
    'j ↓  down                                 d    review and delete',
    'k ↑  up                                        nothing is marked',
  ]);
});

test('taller than the body, it is scrolled, no further than its last line', () => {
  expect(help(40, 3, 0)).toEqual(['Move', 'j ↓  down', 'k ↑  up']);
  expect(help(40, 3, 1)).toEqual(['j ↓  down', 'k ↑  up', '']);
  expect(help(40, 3, 4)).toEqual(help(40, 3, 99));
  expect(help(40, 3, 99).at(-1)).toBe('     nothing is marked');
});

test('long keys leave half the line to what they do', () => {
  const long = [{ title: clean('Move'), entries: [{ keys: clean('j ↓ ctrl-n '.repeat(9)), does: clean('down') }] }];
  const lines = drawn(<HelpOverlay groups={long} columns={40} rows={9} offset={0} />, 40);
  expect(lines[1]).toBe('j ↓ ctrl-n j ↓ ctrl…  down');
});

test.each([30, 40, 76, 80, 120])('no line is wider than %i columns', (columns) => {
  const long = groups.map(({ title, entries }) => ({
    title,
    entries: entries.map(({ keys }) => ({
      keys,
      does: clean('long '.repeat(50)),
      refusal: clean('wide 東'.repeat(50)),
    })),
  }));
  const lines = drawn(<HelpOverlay groups={long} columns={columns} rows={50} offset={0} />, columns);
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  expect(lines.join('\n')).toContain('…');
});
