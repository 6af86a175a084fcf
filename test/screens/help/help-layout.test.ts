import { expect, test } from 'vitest';
import { type HelpGroup, helpHeight, layoutHelp } from '../../../src/screens/help/help-layout.ts';
import { clean } from '../../../src/screens/text/clean.ts';

const aGroup = (title: string, entries: number): HelpGroup => ({
  title: clean(title),
  entries: Array.from({ length: entries }, (_, index) => ({ keys: clean(String(index)), does: clean('do it') })),
});

const titles = (groups: readonly HelpGroup[], width: number): string[] =>
  layoutHelp(groups, width).map((lines) => lines.flatMap((line) => (line.kind === 'title' ? [line.text] : [])).join());

const groups = [aGroup('move', 5), aGroup('mark', 2), aGroup('go', 1), aGroup('all', 1)];

test('there are as many columns as fit with every word in full, and no more than groups', () => {
  expect(titles(groups, 8)).toEqual(['move,mark,go,all']);
  expect(titles(groups, 19)).toEqual(['move,mark,go,all']);
  expect(titles(groups, 20)).toEqual(['move,all', 'mark,go']);
  expect(titles(groups, 1000)).toEqual(['move', 'mark', 'go', 'all']);
});

test('a blank line parts two groups of a column', () => {
  expect(layoutHelp([aGroup('go', 1), aGroup('all', 1)], 19)[0]?.map(({ kind }) => kind)).toEqual([
    'title',
    'key',
    'blank',
    'title',
    'key',
  ]);
});

test('a key that cannot be used says why on a line of its own', () => {
  const refused = { keys: clean('d'), does: clean('delete'), refusal: clean('nothing is marked') };
  expect(layoutHelp([{ title: clean('mark'), entries: [refused] }], 40)).toEqual([
    [
      { kind: 'title', text: 'mark' },
      { kind: 'key', keys: 'd', does: 'delete', usable: false },
      { kind: 'refusal', text: 'nothing is marked' },
    ],
  ]);
});

test('the height is that of the longest column', () => {
  expect(helpHeight(groups, 19)).toBe(6 + 1 + 3 + 1 + 2 + 1 + 2);
  expect(helpHeight(groups, 1000)).toBe(6);
  expect(helpHeight([], 80)).toBe(0);
});
