import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import {
  type HelpGroup,
  helpGroups,
  helpHeight,
  HelpOverlay,
  layoutHelp,
} from '../../../../src/screens/shell/help-screens.tsx';
import { clean } from '../../../../src/screens/text/clean.ts';
import { drawn } from '../../parts/drawn.ts';
import { keyGroups } from '../../../../src/screens/screens.ts';
import { aReview, aRun } from '../../../state/removal/deletion/story.ts';
import { refusalBeneath, refusalFor } from '../../../../src/screens/screen-definition.ts';
import { play } from '../../../state/root/play.ts';
import { gallery } from '../../gallery.ts';
import { aState } from '../../../support/make.ts';

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

test.each([30, 40, 76, 80, 120])('no line is wider than %i columns, and nothing is cut', (columns) => {
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
  expect(lines.join('\n')).not.toContain('…');
});

test.each([
  ['the list', aState()],
  ['the review', aReview(2)],
  ['a run', aRun(2)],
])('in %s each key has one meaning: that of the binding which hears it', (_, state) => {
  const bound = keyGroups(state).filter(({ bindings }) => bindings.length > 0);
  const keys = helpGroups(null, state, bound).flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.keys.split(' ')),
  );
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('in the review ! includes a protected system, g and G lead to its ends, h nowhere, and no pages are spoken of', () => {
  const state = aReview(2);
  const entries = helpGroups(null, state, keyGroups(state)).flatMap((group) => group.entries);
  const wordsFor = (keys: string): string | undefined => entries.find((entry) => entry.keys === keys)?.does;
  expect(wordsFor('!')).toBe('include a protected system, or not');
  expect(wordsFor('g Home')).toBe('to the first row');
  expect(wordsFor('esc ←')).toBe('go back one level');
  expect(wordsFor('G End')).toBe('to the last row');
});

const aGroup = (title: string, entries: number): HelpGroup => ({
  title: clean(title),
  entries: Array.from({ length: entries }, (_, index) => ({ keys: clean(String(index)), does: clean('do it') })),
});

const titles = (groups: readonly HelpGroup[], width: number): string[] =>
  layoutHelp(groups, { columns: width }).map((lines) =>
    lines.flatMap((line) => (line.kind === 'title' ? [line.text] : [])).join(),
  );

const numbered = [aGroup('move', 5), aGroup('mark', 2), aGroup('go', 1), aGroup('all', 1)];

test('there are as many columns as fit with every word in full, and no more than groups', () => {
  expect(titles(numbered, 8)).toEqual(['move,mark,go,all']);
  expect(titles(numbered, 19)).toEqual(['move,mark,go,all']);
  expect(titles(numbered, 20)).toEqual(['move,all', 'mark,go']);
  expect(titles(numbered, 1000)).toEqual(['move', 'mark', 'go', 'all']);
});

test('a blank line parts two groups of a column', () => {
  expect(layoutHelp([aGroup('go', 1), aGroup('all', 1)], { columns: 19 })[0]?.map(({ kind }) => kind)).toEqual([
    'title',
    'key',
    'blank',
    'title',
    'key',
  ]);
});

test('a key that cannot be used says why on a line of its own', () => {
  const refused = { keys: clean('d'), does: clean('delete'), refusal: clean('nothing is marked') };
  expect(layoutHelp([{ title: clean('mark'), entries: [refused] }], { columns: 40 })).toMatchObject([
    [
      { kind: 'title', text: 'mark' },
      { kind: 'key', keys: 'd', does: 'delete', usable: false },
      { kind: 'more', text: 'nothing is marked' },
    ],
  ]);
});

test('the height is that of the longest column', () => {
  expect(helpHeight(numbered, { columns: 19 })).toBe(6 + 1 + 3 + 1 + 2 + 1 + 2);
  expect(helpHeight(numbered, { columns: 1000 })).toBe(6);
  expect(helpHeight([], { columns: 80 })).toBe(0);
});

test.each(['stale of all', 'organisations, counted', 'review', 'history, of all kinds', 'operations'])(
  'on the screen "%s" the help and the commands give each key the meaning that it has there',
  (name) => {
    const state = gallery[name]?.() ?? aState();
    const over = play(state, { kind: 'helpOpened' }).state;
    const bindings = keyGroups(state).flatMap((group) => group.bindings);
    expect(bindings.map((one) => refusalBeneath(one, over))).toEqual(bindings.map((one) => refusalFor(one, state)));
    const told = helpGroups(null, over, keyGroups(state)).flatMap(({ entries }) => entries);
    expect(told.filter(({ refusal }) => /no list|nothing is listed/.test(refusal ?? ''))).toEqual([]);
  },
);
