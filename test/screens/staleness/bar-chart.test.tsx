import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { type Bar, BarChart } from '../../../src/screens/staleness/staleness-screen.tsx';
import { clean } from '../../../src/screens/text/clean.ts';
import { drawn } from '../parts/drawn.ts';

const bars: readonly Bar[] = [
  { label: clean('today – 7 d'), amount: 6904 },
  { label: clean('8 – 30 d'), amount: 988 },
  { label: clean('31 – 90 d'), amount: 1 },
  { label: clean('91 – 180 d'), amount: 0, tone: 'warning' },
  { label: clean('connected now'), amount: 12 },
];

const titles = [clean('last seen'), clean('systems')] as const;
const separator = { after: 3, text: clean('90 d: 3,908 are stale') };

const chart = (columns: number, shown = bars): readonly string[] =>
  drawn(<BarChart columns={columns} titles={titles} bars={shown} separator={separator} />, columns);

test('labels, counts and bars in columns, the longest bar to the edge', () => {
  expect(chart(60).toSpliced(4, 1)).toEqual([
    'last seen      systems',
    `today – 7 d      6,904  ${'█'.repeat(36)}`,
    `8 – 30 d           988  ${'█'.repeat(5)}▏`,
    '31 – 90 d            1  ▏',
    '91 – 180 d           0',
    'connected now       12  ▏',
  ]);
});

test('a line across the chart stands below its row', () => {
  const lines = chart(60);
  expect(lines[4]).toBe(`${'─'.repeat(22)} 90 d: 3,908 are stale ${'─'.repeat(15)}`);
  expect(lines[3]).toContain('31 – 90 d');
});

test('a long label leaves half the line to its count and bar', () => {
  const long = [{ label: clean('more than a year, or never'.repeat(3)), amount: 5 }];
  const lines = chart(40, long);
  expect(lines[1]).toBe(`more than a year, o…        5  ${'█'.repeat(9)}`);
});

test('no systems, no bars', () => {
  const lines = chart(
    60,
    bars.map(({ label }) => ({ label, amount: 0 })),
  );
  expect(lines.join('')).not.toMatch(/[█▏▎▍▌▋▊▉]/);
});

describe('no line is wider than', () => {
  test.each([20, 24, 30, 40, 80, 120])('%i columns', (columns) => {
    const lines = chart(columns);
    expect(lines).toHaveLength(bars.length + 2);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  });
});
