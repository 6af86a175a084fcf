/** The verdict on a system: its signs, and why; and the lines of its pane, none wider than that. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { paneLines } from '../../../../src/screens/fleet/details-screen.tsx';
import { type FactsContext, verdictOf } from '../../../../src/screens/fleet/system-facts.ts';
import { clean } from '../../../../src/screens/text/clean.ts';
import { width as cellsOf } from '../../../../src/screens/text/fit.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

const judging: FactsContext = {
  ...{ days: 90, now, isUnverified: false, mark: undefined, guard: null },
  ...{ isProtected: false, told: [], disabledAt: null, isGone: false },
};

function signsOf(about: Partial<System>, by: Partial<FactsContext> = {}): string {
  const { signs } = verdictOf(aSystem(about), { ...judging, ...by });
  return signs.map(({ text, tone }) => `${text} (${tone})`).join(', ');
}

function reasonsOf(about: Partial<System>, by: Partial<FactsContext> = {}): readonly string[] {
  return verdictOf(aSystem(about), { ...judging, ...by }).reasons.map(({ name, value }) => `${name}: ${value}`);
}

test.each<[Partial<System>, string, string]>([
  [{ lastSeen: daysAgo(214) }, '● stale by 124 d (warning)', 'Last seen 214 d ago: over the limit of 90 d.'],
  [{ lastSeen: daysAgo(90) }, 'not stale (plain)', 'Last seen 90 d ago: within the limit of 90 d.'],
  [
    { lastSeen: null, enrolledAt: daysAgo(230) },
    '● stale by 140 d (warning)',
    'Never connected, enrolled 230 d ago: over the limit of 90 d.',
  ],
  [
    { lastSeen: null, enrolledAt: daysAgo(30) },
    'not stale (plain)',
    'Never connected, enrolled 30 d ago: within the limit of 90 d.',
  ],
  [
    { state: 'Connected', lastSeen: daysAgo(214) },
    'connected (good)',
    'Connected now: never stale, whatever "last seen" says.',
  ],
  [{ lastSeen: 'yesterday' }, 'age unreadable (warning)', 'Its time cannot be read: no rule calls it stale.'],
  [{ lastSeen: null, enrolledAt: null }, 'age unknown (warning)', 'No time to count from: no rule calls it stale.'],
])('%j is %s', (about, signs, why) => {
  expect(signsOf(about)).toBe(signs);
  expect(reasonsOf(about)).toEqual([`WHY: ${why}`]);
});

test('a mark by hand of what is not stale says so', () => {
  const old = aSystem({ lastSeen: daysAgo(200) });
  expect(signsOf(old, { mark: { system: old, why: { by: 'rule' } } })).toContain('✓ marked (accent)');
  const young = aSystem();
  expect(signsOf(young, { mark: { system: young, why: { by: 'hand' } } })).toContain('✓ marked by hand (accent)');
});

test('the verdict names its protection, and the changes since its mark', () => {
  const marked = aSystem({ hostname: 'web' });
  const reasons = reasonsOf(
    { ...marked, hostname: 'web-2' },
    { guard: { kind: 'tag', tag: 'protect' }, isProtected: true, mark: { system: marked, why: { by: 'hand' } } },
  );
  expect(reasons.slice(1)).toEqual(['PROTECTED: tag "protect"', 'CHANGED: hostname has changed since the mark.']);
  expect(signsOf(marked, { guard: { kind: 'tag', tag: 'protect' }, isProtected: true })).toContain('◆ protected');
  const passing = { guard: { kind: 'connected' } } as const;
  expect(signsOf(marked, passing)).not.toContain('◆');
  expect(reasonsOf(marked, passing)).toContain('KEPT: connected now, so a review keeps it.');
});

test('ages that nothing confirms are told as such', () => {
  expect(signsOf({ lastSeen: daysAgo(200) }, { isUnverified: true })).toBe('○ stale by 110 d (warning)');
  expect(reasonsOf({}, { isUnverified: true })).toContain('AGES: Unverified: the service sent no reliable time.');
});

function linesOf(about: Partial<System>, width: number, rows: number, foot?: string): string[] {
  const system = aSystem(about);
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
  holds(
    [
      fc.record({ hostname: text, description: text, serviceVersion: text, tags: fc.array(text, { maxLength: 5 }) }),
      fc.integer({ min: 24, max: 90 }),
      fc.integer({ min: 1, max: 60 }),
    ],
    (about, width, rows) => {
      const lines = linesOf(about, width, rows);
      expect(lines).toHaveLength(rows);
      for (const line of lines) expect(cellsOf(clean(line))).toBeLessThanOrEqual(width);
    },
  );
});
