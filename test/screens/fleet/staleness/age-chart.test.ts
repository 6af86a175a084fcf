/** The bars of the stale screen, and the line of the threshold between them. */
import { expect, test } from 'vitest';
import { chartLines } from '../../../../src/screens/fleet/stale-lines.ts';
import { clean } from '../../../../src/screens/text/clean.ts';
import { width } from '../../../../src/screens/text/fit.ts';
import type { StaleRow } from '../../../../src/state/fleet/staleness/rows.ts';

function band(fromDays: number, toDays: number | null, count: number): StaleRow {
  return { kind: 'band', fromDays, toDays, count, isStale: fromDays >= 90 };
}

const rows: readonly StaleRow[] = [
  band(0, 7, 6904),
  band(7, 30, 988),
  band(30, 90, 1),
  { kind: 'threshold', count: 1953 },
  band(90, 91, 1953),
  band(91, null, 0),
  { kind: 'connected', count: 12 },
];
const share = { stale: 1953, systems: 5000 };

function chart(cells: number, shown = rows): string[] {
  return chartLines(shown, share, cells).map(({ parts }) =>
    parts
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
}

test('labels, counts and bars in columns, the longest bar to the edge, the threshold where it belongs', () => {
  expect(chart(60)).toEqual([
    'last seen      systems',
    `0–7 d            6,904  ${'█'.repeat(36)}`,
    `8–30 d             988  ${'█'.repeat(5)}▏`,
    '31–90 d              1  ▏',
    `──────── stale ${'─'.repeat(29)} 1,953 (39 %) ──`,
    `91 d             1,953  ${'█'.repeat(10)}▏`,
    'over 91 d            0',
    'connected now       12  never stale',
  ]);
});

test('no systems, no bars', () => {
  const none = rows.map((row) => ({ ...row, count: 0 }));
  expect(chart(60, none).join('')).not.toMatch(/[█▏▎▍▌▋▊▉]/);
});

test.each([28, 38, 58, 78, 118, 198])('no line is wider than %i cells', (cells) => {
  const lines = chart(cells);
  expect(lines).toHaveLength(rows.length + 1);
  expect(Math.max(...lines.map((line) => width(clean(line))))).toBeLessThanOrEqual(cells);
});
