/** The lines of a pane: exactly as many as it has rows, and none wider than it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { paneLines } from '../../../../src/screens/fleet/details/system-lines.ts';
import { verdictOf } from '../../../../src/screens/fleet/details/verdict.ts';
import { clean } from '../../../../src/screens/text/clean.ts';
import { width as cellsOf } from '../../../../src/screens/text/fit.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';

function linesOf(about: Parameters<typeof aSystem>[0], width: number, rows: number, foot?: string): string[] {
  const system = aSystem(about);
  const judging = {
    days: 90,
    now,
    isUnverified: false,
    mark: undefined,
    guard: null,
    isProtected: false,
    earlier: [],
    disabledAt: null,
    isGone: false,
  };
  const size = { width, rows, now, listedTwice: undefined, foot: foot === undefined ? undefined : clean(foot) };
  return paneLines(system, verdictOf(system, judging), size).map((parts) => parts.map(({ text }) => text).join(''));
}

test('the name, the verdict and why come first, then every field', () => {
  const lines = linesOf({ systemId: 'OLD12', hostname: 'lab-012', lastSeen: daysAgo(200) }, 44, 30);
  expect(lines.slice(0, 5)).toEqual([
    'lab-012                                OLD12',
    '● stale by 110 d',
    'WHY             Last seen 200 d ago: over',
    '                the limit of 90 d.',
    ' ',
  ]);
  expect(lines.join('\n')).toMatch(/state +Disconnected[^]*platform +Linux[^]*custom DNS +–/);
});

test('lines that do not fit are named by their key, and the freshness stays', () => {
  const lines = linesOf({}, 44, 12, 'As listed.');
  expect(lines).toHaveLength(12);
  expect(lines.slice(-3)).toEqual(['… enter shows the rest', ' ', 'As listed.']);
});

test('no line is wider than the pane, and there are as many as it has rows', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 80 });
  fc.assert(
    fc.property(
      fc.record({ hostname: text, description: text, serviceVersion: text, tags: fc.array(text, { maxLength: 5 }) }),
      fc.integer({ min: 24, max: 90 }),
      fc.integer({ min: 1, max: 60 }),
      (about, width, rows) => {
        const lines = linesOf(about, width, rows);
        expect(lines).toHaveLength(rows);
        for (const line of lines) expect(cellsOf(clean(line))).toBeLessThanOrEqual(width);
      },
    ),
  );
});
