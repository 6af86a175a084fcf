import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { type Bar, BarChart, type Separator } from '../../../src/screens/parts/bar-chart.tsx';
import { clean } from '../../../src/screens/text/clean.ts';
import { drawn } from './drawn.ts';

const bars: readonly Bar[] = [
  { label: clean('today – 7 d'), amount: 6904 },
  { label: clean('8 – 30 d'), amount: 988 },
  { label: clean('31 – 90 d'), amount: 1 },
  { label: clean('91 – 180 d'), amount: 0, tone: 'warning' },
  { label: clean('never connected'), amount: clean('in the rows above, by their enrolment') },
];

const chart = (columns: number, separator?: Separator): readonly string[] =>
  drawn(
    <BarChart columns={columns} titles={[clean('last seen'), clean('systems')]} bars={bars} separator={separator} />,
    columns,
  );

test('labels, counts and bars in columns, the longest bar to the edge', () => {
  expect(chart(60)).toEqual([
    'last seen        systems',
    `today – 7 d        6,904  ${'█'.repeat(34)}`,
    `8 – 30 d             988  ${'█'.repeat(4)}▉`,
    '31 – 90 d              1  ▏',
    '91 – 180 d             0',
    'never connected        —  in the rows above, by their enrol…',
  ]);
});

test('a line across the chart stands below its row', () => {
  const lines = chart(60, { after: 3, text: clean('90 d: 3,908 are stale') });
  expect(lines[4]).toBe(`${'─'.repeat(24)} 90 d: 3,908 are stale ${'─'.repeat(13)}`);
  expect(lines[3]).toContain('31 – 90 d');
});

test('a long label leaves half the line to its count and bar', () => {
  const long = [{ label: clean('more than a year, or never'.repeat(3)), amount: 5 }];
  const lines = drawn(<BarChart columns={40} titles={[clean('last seen'), clean('systems')]} bars={long} />, 40);
  expect(lines[1]).toBe(`more than a year, o…        5  ${'█'.repeat(9)}`);
});

test('no systems, no bars', () => {
  const empty = bars.map(({ label }) => ({ label, amount: 0 }));
  const lines = drawn(<BarChart columns={60} titles={[clean('last seen'), clean('systems')]} bars={empty} />, 60);
  expect(lines.join('')).not.toMatch(/[█▏▎▍▌▋▊▉]/);
});

describe('no line is wider than', () => {
  test.each([20, 24, 30, 40, 80, 120])('%i columns', (columns) => {
    const lines = chart(columns, { after: 1, text: clean('90 d: 3,908 are stale') });
    expect(lines).toHaveLength(bars.length + 2);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  });
});
