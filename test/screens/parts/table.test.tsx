import { stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import { render } from 'ink-testing-library';
import stringWidth from 'string-width';
import { describe, expect, test, vi } from 'vitest';
import type { Column } from '../../../src/screens/parts/columns.ts';
import { type SignOf, Table } from '../../../src/screens/parts/table.tsx';
import { PlainContext } from '../../../src/screens/parts/root-context.ts';
import { clean } from '../../../src/screens/text/clean.ts';
import { drawn } from './drawn.ts';

// Read once, when Ink is loaded: without it nothing is coloured outside a terminal.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});

interface Item {
  readonly name: string;
  readonly age: string;
  readonly isMarked?: boolean;
}

const columns: readonly Column<Item>[] = [
  { title: clean('NAME'), min: 8, ideal: 20, priority: 2, cell: ({ name }) => clean(name) },
  { title: clean('LAST SEEN'), min: 9, ideal: 9, align: 'right', priority: 1, cell: ({ age }) => clean(age) },
];

const signs: readonly SignOf<Item>[] = [
  ({ isMarked }) => (isMarked === true ? { text: clean('✓'), tone: 'accent', message: 'marked' } : undefined),
];

const items: readonly Item[] = [
  { name: 'pos-0412.retail', age: '612 d' },
  { name: 'laptop-anna', age: '533 d', isMarked: true },
  { name: 'edge-gw-東京', age: '–' },
];

test('a header, then a line for each item, with its signs', () => {
  expect(drawn(<Table items={items} columns={columns} width={40} cursorIndex={1} signs={signs} />, 40)).toEqual([
    '   NAME             LAST SEEN',
    '   pos-0412.retail      612 d',
    '▌✓ laptop-anna          533 d           ',
    '   edge-gw-東京             –',
  ]);
});

test('without signs the gutter has room for the cursor only', () => {
  expect(drawn(<Table items={items} columns={columns} width={40} cursorIndex={0} />, 40).slice(0, 2)).toEqual([
    '  NAME             LAST SEEN',
    '▌ pos-0412.retail      612 d            ',
  ]);
});

test('no items leave the header', () => {
  expect(drawn(<Table items={[]} columns={columns} width={40} />, 40)).toEqual(['  NAME  LAST SEEN']);
});

test('to a screen reader a sign is a word', () => {
  const plainTable = (
    <PlainContext value={{ position: clean('') }}>
      <Table items={items} columns={columns} width={60} cursorIndex={1} signs={signs} />
    </PlainContext>
  );
  expect(drawn(plainTable, 60)[2]?.trimEnd()).toBe('▌marked   laptop-anna          533 d');
});

test('rows that were in view keep their columns wide, until it is another list', () => {
  const short = items.slice(1, 2);
  const app = (list: string, rows: readonly Item[]) => <Table items={rows} columns={columns} width={40} list={list} />;
  const { lastFrame, rerender, unmount } = render(app('one', items));
  const header = (): string => stripVTControlCharacters(lastFrame() ?? '').split('\n')[0] ?? '';
  expect(header()).toBe('  NAME             LAST SEEN');
  rerender(app('one', short));
  expect(header()).toBe('  NAME             LAST SEEN');
  rerender(app('another', short));
  expect(header()).toBe('  NAME         LAST SEEN');
  unmount();
});

test('the cursor is a bar over its whole row, in one tone; other rows have the tones of their cells', () => {
  const toned = columns.map((column, at): Column<Item> => ({ ...column, tone: () => (at === 0 ? 'warning' : 'dim') }));
  const [, first, second] = renderToString(<Table items={items} columns={toned} width={40} cursorIndex={0} />, {
    columns: 40,
  }).split('\n');
  expect(first).toBe(`\u001b[7m▌ pos-0412.retail${' '.repeat(6)}612 d${' '.repeat(12)}\u001b[27m`);
  expect(second).toContain('\u001b[33m');
  expect(second).toContain('\u001b[2m');
  expect(second).not.toContain('\u001b[7m');
});

describe('hostile items', () => {
  const hostile: readonly Item[] = [
    { name: '\u001b[2J\u001b]52;c;YQ==\u0007', age: '1 d' },
    { name: 'Z' + '\u0301'.repeat(1000), age: '\n\n\n' },
    { name: '東'.repeat(1000), age: '\u202e' },
    { name: 'x'.repeat(1_000_000), age: '👨‍👩‍👧‍👦'.repeat(9) },
    { name: 'क्'.repeat(1000), age: '' },
  ];

  test.each([20, 26, 40, 80, 120])('stay one line each in %i columns', (width) => {
    const lines = drawn(<Table items={hostile} columns={columns} width={width} cursorIndex={2} signs={signs} />, width);
    expect(lines).toHaveLength(hostile.length + 1);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });

  test('leave the next column where it is', () => {
    const [, ...lines] = drawn(
      <Table items={hostile.map(({ name }) => ({ name, age: 'seen' }))} columns={columns} width={40} />,
      40,
    );
    expect(lines.map((line) => stringWidth(line.slice(0, line.lastIndexOf('seen'))))).toEqual([36, 36, 36, 36, 36]);
  });
});
