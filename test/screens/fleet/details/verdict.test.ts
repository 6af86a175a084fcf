/** The verdict on a system: its signs, and why. */
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { type Judging, verdictOf } from '../../../../src/screens/fleet/details/verdict.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';

const judging: Judging = {
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

function signsOf(about: Partial<System>, by: Partial<Judging> = {}): string {
  const { signs } = verdictOf(aSystem(about), { ...judging, ...by });
  return signs.map(({ text, tone }) => `${text} (${tone})`).join(', ');
}

function reasonsOf(about: Partial<System>, by: Partial<Judging> = {}): readonly string[] {
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
  expect(signsOf(old, { mark: { system: old, by: 'rule' } })).toContain('✓ marked (accent)');
  const young = aSystem();
  expect(signsOf(young, { mark: { system: young, by: 'hand' } })).toContain('✓ marked by hand (accent)');
});

test('the verdict names its protection, and the changes since its mark', () => {
  const marked = aSystem({ hostname: 'web' });
  const reasons = reasonsOf(
    { ...marked, hostname: 'web-2' },
    { guard: { kind: 'tag', tag: 'protect' }, isProtected: true, mark: { system: marked, by: 'hand' } },
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

test('earlier deletions are told, the newest three', () => {
  const does = 'delete';
  const kept = {
    at: Date.parse('2026-11-02T10:00:00Z'),
    does,
    outcome: { kind: 'kept', why: 'connected' },
  } as const;
  const failed = { at: Date.parse('2026-10-01T10:00:00Z'), does, outcome: { kind: 'failed', problem: null } } as const;
  const reasons = reasonsOf({}, { earlier: [kept, failed, kept, kept, kept] });
  expect(reasons.slice(1)).toEqual([
    'EARLIER: 2026-11-02 kept: reconnected',
    ': 2026-10-01 failed: no answer was received; the system still exists',
    ': 2026-11-02 kept: reconnected',
    ': 2 more in the history (E)',
  ]);
});

test('an earlier disabling that failed is told as that', () => {
  const at = Date.parse('2026-11-02T10:00:00Z');
  const failed = { at, does: 'disable', outcome: { kind: 'refused', problem: null } } as const;
  expect(reasonsOf({}, { earlier: [failed] }).slice(1)).toEqual([
    'EARLIER: 2026-11-02 disabling failed: its record says why',
  ]);
});
