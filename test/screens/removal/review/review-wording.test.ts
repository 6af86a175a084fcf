/** The words of the review: its bar, its summary and warnings, and why a system is in its group. */
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import type { OtherTime } from '../../../../src/api/timestamp.ts';
import { reviewLayout } from '../../../../src/screens/removal/review-table.ts';
import {
  barOf,
  emptyWords,
  fittingLines,
  noteOf,
  reasonOf,
  warningsOf,
  whyOf,
} from '../../../../src/screens/removal/review-wording.ts';
import { groupWord, summaryOf } from '../../../../src/screens/removal/review-summary.ts';
import { width } from '../../../../src/screens/text/fit.ts';
import { wholeView } from '../../../../src/state/kernel/list-view.ts';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import { withReread } from '../../../../src/state/removal/review/check.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { type Review, turnReview, withToggled } from '../../../../src/state/removal/review/review.ts';
import { aReviewer, aReviewOf, aState, aSystem, daysAgo, now, systemNotFound } from '../../../support/make.ts';

const old = { lastSeen: daysAgo(200) };

function reviewOf(...systems: readonly Partial<System>[]): Review {
  return aReviewOf(systems.map((about, at) => aSystem({ systemId: `S${at}`, ...about })));
}

function warnings(review: Review, rows = 20): readonly string[] {
  return fittingLines(warningsOf(review), rows).map(({ text }) => text);
}

test.each([
  [1, 1000, '1 of 1,000 systems (under 1 %) will be PERMANENTLY DELETED: cannot be undone.'],
  [2, 3, '2 of 3 systems (67 %) will be PERMANENTLY DELETED: cannot be undone.'],
  [2, 2, '2 of 2 systems (100 %) will be PERMANENTLY DELETED: cannot be undone.'],
  [2, null, '2 systems will be PERMANENTLY DELETED: cannot be undone.'],
])('the bar for %i of %j', (n, total, message) => {
  const bar = barOf({ ...reviewOf(...Array.from({ length: n }, () => old)), total }, false);
  expect([bar.text, bar.tone]).toEqual([message, 'danger']);
});

test.each<[RunKind, string, string]>([
  ['delete', 'danger', '2 of 10 systems (20 %) will be PERMANENTLY DELETED: cannot be undone.'],
  ['disable', 'warning', '2 of 10 systems (20 %) will be DISABLED, and can be enabled again.'],
  ['enable', 'accent', '2 of 10 systems (20 %) will be enabled, and can connect again.'],
  ['change', 'warning', '2 of 10 systems (20 %) will be CHANGED.'],
  ['heavyChange', 'danger', '2 of 10 systems (20 %) will be CHANGED.'],
])('the bar of a review to %s says how many it is for, as gravely as it is: %s', (kind, tone, text) => {
  expect(barOf({ ...reviewOf(old, old), kind, total: 10 }, false)).toEqual({ text, tone });
});

test.each([
  [227, 1204, '227 of 1,204 systems (19 %) will be DISABLED, and can be enabled again.'],
  [1, 1204, '1 of 1,204 systems (under 1 %) will be DISABLED, and can be enabled again.'],
])('the bar for disabling %i of %j says that it can be undone, and is not red', (n, total, message) => {
  const review = reviewOf(...Array.from({ length: n }, () => old));
  const bar = barOf({ ...review, kind: 'disable', total }, false);
  expect([bar.text, bar.tone]).toEqual([message, 'warning']);
});

test.each(['disable', 'enable'] as const)('no word of a review to %s speaks of a deletion', (does) => {
  const review: Review = {
    ...reviewOf(old, { lastSeen: daysAgo(1) }, { tags: ['protect'] }),
    ...{ kind: does, reread: null, hidden: 2, isIncomplete: true },
  };
  const found = withReread({ ...review, reread: { of: [0, 1], sent: 1, answered: 0, list: null } }, 'S0', null, oddId);
  const groups = ['taken', 'reconnected', 'protected', 'excluded'] as const;
  const filtered = { ...review, view: { ...wholeView, filter: 'name:x' }, rows: [0] };
  const words = [
    barOf(review, false).text,
    barOf(review, true).text,
    barOf({ ...reviewOf(), kind: does }, false).text,
    summaryOf(review),
    ...warnings(review),
    ...[review, filtered, { ...review, reread: { of: [0, 1], sent: 0, answered: 0, list: null } }].map(
      (one) => noteOf(one).text,
    ),
    ...groups.flatMap((group) => [groupWord(review, group), emptyWords({ ...review, group })]),
    ...found.items.map((item) => whyOf(item, found)),
  ];
  expect(words.join('\n')).not.toMatch(/delet/i);
  expect(groupWord(review, 'taken')).toBe(does);
  expect(reviewLayout(aState(), review).phrase[0]).toContain(`To ${does}, type:  `);
});

test('a system to enable was marked by no rule: nothing warns of it', () => {
  const byHand = { ...reviewOf(old, { lastSeen: daysAgo(1) }), kind: 'enable' } as const;
  expect(warnings(byHand)).toEqual([]);
  expect(summaryOf(byHand)).toBe('2 to enable');
  expect(byHand.items.map((item) => whyOf(item, byHand))).toEqual(['', '']);
});

const oddId = { operation: 'read system', kind: 'oddId' } as const;

test('the bar of a preview is not red', () => {
  expect(barOf(reviewOf(old), true)).toMatchObject({
    text: expect.stringMatching(/would be deleted\. Nothing is changed\./) as string,
    tone: 'warning',
  });
  const enabling = barOf({ ...reviewOf(old), kind: 'enable' }, true);
  expect(enabling.text).toContain('would be enabled. Nothing is changed.');
});

test('where nothing is left to delete, the bar says what every system is', () => {
  const rules = { days: 90, now, guards: defaultGuards, address: null };
  const systems = [{ systemId: 'S0' }, { systemId: 'S1', tags: ['protect'] }, { systemId: 'S2' }];
  const review = aReviewOf(
    systems.map((about) => aSystem({ ...old, ...about })),
    { rules },
  );
  const without = withReread(withToggled(review, 0), 'S2', null, systemNotFound);
  expect(barOf(without, false).text).toBe('Nothing to delete: every system is already gone, protected or excluded.');
});

test('systems that only their connection keeps are not called protected', () => {
  const rules = { days: 90, now, guards: defaultGuards, address: null };
  const live = { ...old, state: 'Connected' };
  const reviewed = (...systems: readonly Partial<System>[]): Review =>
    aReviewOf(
      systems.map((about, at) => aSystem({ systemId: `S${at}`, ...about })),
      { rules },
    );
  const told = (review: Review): readonly string[] => [barOf(review, false).text, summaryOf(review)];
  expect(told(reviewed(live, live))).toEqual([
    'Nothing to delete: every system is connected now.',
    '2 kept: connected now',
  ]);
  expect(told(reviewed(live, { ...live, tags: ['protect'] }))).toEqual([
    'Nothing to delete: every system is protected.',
    '2 kept: 1 connected now, 1 protected',
  ]);
  expect(told(reviewed({ ...live, tags: ['protect'] }))).toEqual([
    'Nothing to delete: every system is protected.',
    '1 kept: protected',
  ]);
  expect(told(withToggled(reviewed(live, old), 1))[0]).toBe(
    'Nothing to delete: every system is connected now or excluded.',
  );
});

test('the summary adds up', () => {
  const review = withToggled(
    reviewOf(old, { ...old, isEnabled: false }, { lastSeen: null, enrolledAt: daysAgo(100) }, { lastSeen: daysAgo(1) }),
    0,
  );
  expect(summaryOf(review)).toBe(
    '1 stale over 90 d · 1 never connected · 1 marked by hand · 1 disabled · 1 kept: excluded',
  );
});

test('the summary is no wider than its line, and leaves out whole parts, those of what is kept last', () => {
  const review = withToggled(
    reviewOf(old, { ...old, isEnabled: false }, { lastSeen: null, enrolledAt: daysAgo(100) }, { lastSeen: daysAgo(1) }),
    0,
  );
  const parts = new Set(summaryOf(review).replace(': excluded', '').split(' · '));
  for (let cells = 20; cells <= 100; cells++) {
    const line = summaryOf(review, cells);
    expect(width(line)).toBeLessThanOrEqual(cells);
    expect(line).toContain('1 kept');
    for (const part of line.replace(': excluded', '').split(' · ')) expect(parts).toContain(part);
  }
});

test('the summary says why systems are kept, and counts apart those that are gone or so already', () => {
  const rules = { days: 90, now, guards: defaultGuards, address: null };
  const systems = Array.from({ length: 6 }, (_, at) => aSystem({ systemId: `S${at}`, ...old }));
  const protecting = aReviewOf(systems.with(5, aSystem({ systemId: 'S5', ...old, tags: ['protect'] })), { rules });
  const read = (review: Review, at: number, about: Partial<System> | null): Review =>
    about === null
      ? withReread(review, `S${at}`, null, systemNotFound)
      : withReread(review, `S${at}`, aSystem({ systemId: `S${at}`, ...old, ...about }), null);
  const gone = read(protecting, 1, null);
  expect(summaryOf(gone)).toBe('4 stale over 90 d · 1 already gone · 1 kept: protected');
  const changed = read(read(gone, 2, { state: 'Connected' }), 3, { hostname: 'new' });
  const whole = '2 stale over 90 d · 1 already gone · 3 kept: 1 reconnected, 1 changed, 1 protected';
  expect(summaryOf(changed, whole.length)).toBe(whole);
  expect(summaryOf(changed, whole.length - 1)).toBe('2 stale over 90 d · 1 already gone · 3 kept');
});

test('hidden marks are said, and that their page may not be loaded', () => {
  const hidden = '1 marked, in no row of the list: a filter or search hides them';
  expect(warnings({ ...reviewOf(old), hidden: 1 })).toEqual([hidden]);
  expect(warnings({ ...reviewOf(old), hidden: 1, isIncomplete: true })).toContain(
    `${hidden}, or their page was not loaded`,
  );
});

test('a fact that may let a wrong system in is red: ages that no clock confirms, a list that moved, connected systems', () => {
  const review: Review = {
    ...reviewOf({ ...old, state: 'Connected' }),
    isClockUnverified: true,
    incompleteness: { kind: 'moved', seen: 1, total: 2 },
  };
  const red = warningsOf(review).filter(({ tone }) => tone === 'danger');
  expect(red.map(({ text }) => text)).toEqual([
    'Ages are unverified: the service sent no reliable time. Check each system.',
    expect.stringContaining('connected now'),
    expect.stringContaining('Only loaded systems are here.'),
  ]);
});

test.each<RunKind>(['delete', 'disable', 'enable'])('a review to %s counts the fields that cannot be read', (kind) => {
  const [one, other] = [{ tags: '["a"]', description: '5' }, { tags: '5' }];
  const systems = [{ odd: one }, { odd: other }, {}].map((about) =>
    aSystem({ ...old, isEnabled: kind !== 'enable', ...about }),
  );
  const review = aReviewOf(systems, { kind });
  expect(warnings(review)).toContain('2 tags and 1 description cannot be read: check each');
});

test('where there is no room for all warnings, the gravest stay, and it is said that there are more', () => {
  const review = { ...reviewOf(old, { lastSeen: daysAgo(1) }), hidden: 1, isIncomplete: true, isClockUnverified: true };
  expect(warnings(review, 2)).toEqual([
    'Ages are unverified: the service sent no reliable time. Check each system.',
    '+3 more lines: enlarge the terminal',
  ]);
  expect(warnings(review, 1)).toEqual([expect.stringMatching(/^\+3 more lines: enlarge the terminal · Ages/)]);
});

test('a filter hides no system from the deletion, and the note says so', () => {
  const review = { ...reviewOf(old, old), reread: null };
  expect(noteOf({ ...review, view: wholeView }).text).toContain('each is checked and saved just before');
  expect(noteOf({ ...review, view: { ...wholeView, filter: 'name:x' }, rows: [0] }).text).toBe(
    'Filter "name:x": 1 of 2 shown; the deletion takes all 2.',
  );
});

test('a group is called reconnected only where all of its systems are', () => {
  const review = withReread(reviewOf(old, old), 'S0', aSystem({ systemId: 'S0', ...old, state: 'Connected' }), null);
  expect(groupWord(review, 'reconnected')).toBe('reconnected');
  expect(groupWord(withReread(review, 'S1', null, systemNotFound), 'reconnected')).toBe('kept');
});

test('a group whose systems need no request any more is called neither kept nor changed', () => {
  const review = reviewOf({ ...old, isEnabled: true }, { ...old, isEnabled: true });
  const gone = withReread(review, 'S0', null, systemNotFound);
  expect(groupWord(gone, 'reconnected')).toBe('already gone');
  const disabling = withReread(
    turnReview(gone, 'disable'),
    'S1',
    aSystem({ systemId: 'S1', ...old, isEnabled: false }),
    null,
  );
  expect(groupWord(disabling, 'reconnected')).toBe('gone or already disabled');
  expect(barOf(disabling, false).text).toBe('Nothing to disable: every system is gone or already disabled.');
  expect(summaryOf(disabling)).toBe('1 already gone · 1 already disabled');
});

test.each<[Partial<System>, string]>([
  [{ lastSeen: daysAgo(214) }, ''],
  [{ lastSeen: null, enrolledAt: daysAgo(120) }, ''],
  [{ lastSeen: daysAgo(1) }, 'by hand, seen 1 d ago'],
  [{ lastSeen: daysAgo(0.25) }, 'by hand, seen 6 h ago'],
  [{ lastSeen: daysAgo(400), state: 'Connected' }, 'by hand, connected now'],
  [{ lastSeen: 'never' }, 'by hand, age unreadable'],
  [{ lastSeen: null, enrolledAt: null }, 'by hand, age unknown'],
])('%j: "%s"', (about, words) => {
  const review = aReviewOf([aSystem(about)]);
  expect(review.items.map((item) => whyOf(item, review))).toEqual([words]);
});

test.each<[Partial<System>, string]>([
  [{ tags: ['env=protect'] }, 'tag "env=protect"'],
  [{ odd: { tags: '[…' } }, 'its tags cannot be read'],
  [{ enrolledAt: daysAgo(2) }, 'enrolled 2 d ago'],
  [{ otherTimes: [timeIn('connectedAt', daysAgo(0.002))] }, 'connectedAt 3 min ago'],
  [{ otherTimes: [timeIn('session.at', daysAgo(-1))] }, 'session.at in 24 h'],
  [{ state: 'Away' }, 'state not understood: "Away"'],
  [{ state: null }, 'no state'],
])('%j is protected: %s', (about, words) => {
  const rules = { days: 90, now, guards: defaultGuards, address: null };
  const review = aReviewOf([aSystem({ lastSeen: daysAgo(200), ...about })], { rules });
  expect(review.items.map((item) => whyOf(item, review))).toEqual([words]);
});

function timeIn(field: string, text: string): OtherTime {
  return { field, text, ms: Date.parse(text) };
}

const day = 86_400_000;

test.each<[number, string | null]>([
  [-11 * 60_000, "The review's time is in the future: ask when it was written."],
  [-9 * 60_000, null],
  [30 * day, null],
  [31 * day, 'The review is 31 d old: ask whether it still holds.'],
])("another person's review that is %i ms old says of that: %j", (ageMs, message) => {
  const [first, ...others] = warnings({ ...reviewOf(old), reviewer: aReviewer({ ageMs }) });
  expect(first).toMatch(/^Reviewed by anna, /);
  expect(others).toEqual(message === null ? [] : [message]);
});

test('a review that was confirmed on this computer before says so, by whom and when', () => {
  const confirmed = { by: 'ben', at: '2026-11-26T10:02:00.000Z' };
  const lines = warningsOf({ ...reviewOf(old), reviewer: aReviewer({ confirmed }) });
  expect(lines).toContainEqual({ text: 'Confirmed here before, by ben, 2026-11-26 10:02 UTC.', tone: 'danger' });
});

test.each(['delete', 'disable', 'enable', 'change'] as const)(
  'in a review to %s, nothing ends in a separator',
  (kind) => {
    const review: Review = {
      ...reviewOf(old, { lastSeen: null, enrolledAt: daysAgo(100) }, { lastSeen: daysAgo(1) }),
      kind,
    };
    for (const row of review.rows.keys()) {
      const at = { ...review, list: { ...review.list, row } };
      for (const columns of [60, 80, 120, 200]) {
        const { reason, summary, warnings: lines } = reviewLayout({ ...aState(), columns, rows: 40 }, at);
        for (const text of [reason ?? '', summary ?? '', ...lines.map((one) => one.text)])
          expect(text).not.toMatch(/[·:,]\s*$/);
      }
    }
    const told = review.items.map((item) => reasonOf(item, review));
    if (kind === 'delete' || kind === 'disable') for (const text of told) expect(text).not.toBe('');
  },
);
