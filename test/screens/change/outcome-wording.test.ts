/** Words and counts of outcomes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  barParts,
  briefReason,
  checkedSentence,
  countsLine,
  reasonFor,
  signedCounts,
} from '../../../src/screens/change/outcome-wording.ts';
import { width } from '../../../src/screens/text/fit.ts';
import { keptSentence } from '../../../src/screens/removal/deletion-wording.tsx';
import { noCounts, type Outcome, outcomeKinds } from '../../../src/state/change/outcome.ts';
import type { Run } from '../../../src/state/change/run.ts';
import type { RunKind } from '../../../src/state/change/run-kinds.ts';
import type { SignOfLife } from '../../../src/state/fleet/protection/guards.ts';
import { aNewRun, aReviewOf, aSystem, refused, systemsOf } from '../../support/make.ts';
import { property } from '../../support/property.ts';

function aRun(isPreview: boolean) {
  return aNewRun(aReviewOf(systemsOf(120)), isPreview);
}

test('kinds that did not occur are left out of the counts', () => {
  const run = aRun(false);
  expect(countsLine(run)).toBe('0 deleted · 120 waiting');
  const settled = run.planned.map((system) => ({ system, outcome: { kind: 'done' } as const }));
  const over = { ...run, settled, counts: { ...run.counts, done: 117, kept: 1, unknown: 2 } };
  expect(countsLine(over)).toBe('117 deleted · 1 kept · 2 unknown');
  expect(countsLine(aRun(true))).toBe('0 would be deleted · 120 waiting');
});

test.each<[Outcome, string]>([
  [{ kind: 'done', found: { description: 'rack four' } }, 'changed to "rack four", not as sent'],
  [{ kind: 'done', found: { place: null, rack: 4 } }, 'changed to 4, not as sent; place cleared'],
  [{ kind: 'done', found: { password: 'hunter22' } }, 'changed to "•••", not as sent'],
  [{ kind: 'done', found: { tags: [{ tag: 'a' }] }, isAsSent: true }, ''],
  [{ kind: 'kept', why: 'connected' }, 'kept: reconnected'],
  [{ kind: 'kept', why: 'seenSince' }, 'kept: seen since the review'],
  [{ kind: 'kept', why: 'changed', field: 'connectedFrom' }, 'kept: connectedFrom changed since the review'],
  [{ kind: 'kept', why: 'changed' }, 'kept: changed since the review'],
  [{ kind: 'kept', why: 'protected', field: 'connectedAt' }, 'kept: protected (connectedAt)'],
  [{ kind: 'unknown', problem: null, doubt: 'accepted' }, 'accepted (202), and still exists'],
  [{ kind: 'unknown', problem: refused(500), doubt: 'accepted' }, 'accepted (202), and asked again: 500'],
  [{ kind: 'unknown', problem: null, doubt: 'cutOff' }, 'the session ended before the answer was saved'],
  [{ kind: 'unknown', problem: null }, 'its record may say why'],
  [
    { kind: 'unknown', problem: { operation: 'delete system', kind: 'timedOut', seconds: 20 } },
    'rollcall stopped waiting after 20 s: no answer',
  ],
  [{ kind: 'notAttempted', problem: null }, 'not reached before the deletion ended'],
  [
    { kind: 'notAttempted', problem: { operation: 'read system', kind: 'cached', ageMs: 3_540_000 } },
    'kept: a cache on the way answered, 59 min old',
  ],
  [{ kind: 'failed', problem: null }, 'no answer was received; the system still exists'],
  [
    { kind: 'failed', problem: refused(503, { title: 'Busy' }) },
    '503 "Busy" from the service; the system still exists',
  ],
  [
    { kind: 'failed', problem: { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' } },
    'no answer was received (ECONNRESET); the system still exists',
  ],
  [
    { kind: 'failed', problem: { operation: 'delete system', kind: 'timedOut', seconds: 20 } },
    'no answer was received in 20 s; the system still exists',
  ],
  [
    { kind: 'failed', problem: { operation: 'delete system', kind: 'wrongShape', path: 'success: false' } },
    'the service answered success: false; the system still exists',
  ],
  [{ kind: 'refused', problem: refused(409, { title: 'Gateway is used by a policy' }) }, 'Gateway is used by a policy'],
])('%j', (outcome, words) => {
  expect(reasonFor(outcome, 'delete')).toContain(words);
});

test.each<[RunKind, Outcome, string, string]>([
  ['disable', { kind: 'done' }, '', ''],
  ['disable', { kind: 'already' }, 'it was disabled before anything was sent', ''],
  ['enable', { kind: 'already' }, 'it was enabled before anything was sent', ''],
  [
    'disable',
    { kind: 'failed', problem: refused(503) },
    '503 from the service; the system is still enabled',
    '503; still enabled',
  ],
  [
    'enable',
    { kind: 'failed', problem: refused(503) },
    '503 from the service; the system is still disabled',
    '503; still disabled',
  ],
  [
    'disable',
    { kind: 'failed', problem: null, was: 'done' },
    'the service said that it was disabled; the system is still enabled',
    'still enabled',
  ],
  [
    'disable',
    { kind: 'unknown', problem: null, doubt: 'cutOff' },
    'the session ended before the answer was saved',
    'no answer was saved; may be disabled',
  ],
  [
    'enable',
    { kind: 'unknown', problem: null, doubt: 'accepted' },
    'accepted (202), and still disabled',
    'accepted (202); may be enabled',
  ],
  [
    'disable',
    { kind: 'unknown', problem: null, doubt: 'unsaid' },
    'the service does not say whether it is enabled',
    'the service does not say; may be disabled',
  ],
  ['disable', { kind: 'notAttempted', problem: null }, 'not reached before disabling ended', 'not reached'],
])('a run that is to %s: %j', (does, outcome, whole, short) => {
  expect([reasonFor(outcome, does), briefReason(outcome, does)]).toEqual([whole, short === '' ? whole : short]);
});

test('the kept systems are counted by what kept them', () => {
  const told = (...kept: readonly SignOfLife['why'][]) => {
    const systems = systemsOf(kept.length);
    const settled = kept.map((why, at) => ({
      system: systems[at] ?? aSystem(),
      outcome: { kind: 'kept', why } as const,
    }));
    return keptSentence({ ...aRun(false), settled }, true);
  };
  expect(told()).toBeNull();
  expect(told('connected')).toBe('The kept system reconnected; the list shows it as connected, unmarked.');
  expect(told('connected', 'connected')).toBe(
    'The 2 kept systems reconnected; the list shows them as connected, unmarked.',
  );
  expect(told('connected', 'seenSince', 'seenSince', 'changed', 'protected', 'protected')).toBe(
    '6 kept: 1 reconnected, 2 seen since the review, 1 changed since the review, 2 protected. Systems that came back are unmarked.',
  );
});

test('a run names what it is for in its counts, also where that did not occur', () => {
  expect(countsLine({ ...aRun(false), kind: 'disable' })).toBe('0 disabled · 120 waiting');
  expect(countsLine({ ...aRun(true), kind: 'enable' })).toBe('0 would be enabled · 120 waiting');
});

test('counts with their signs have each outcome that occurred, failures before what needs nothing', () => {
  const run: Run = {
    ...aRun(false),
    ...{ kind: 'disable', planned: [] },
    counts: { ...noCounts, done: 36, already: 6, gone: 1, refused: 6 },
  };
  const line = signedCounts(run).map(({ text }) => text);
  expect(line.join('')).toBe('✓ 36 disabled   ✗ 6 refused   ○ 5 already disabled   ○ 1 already gone');
});

test.each<[Run['checked'], string | null]>([
  [null, null],
  [{ at: '2026-11-20T16:05:00Z' }, 'Checked against a fresh list at 16:05 UTC.'],
  [
    { reason: 'incomplete', problem: null },
    'Partly checked: the fresh list changed while it was read, or is incomplete.',
  ],
  [{ reason: 'unreadable', problem: refused(418) }, 'Not checked: the list could not be read (418).'],
  [{ reason: 'stopped', problem: null }, 'Not checked: stopped.'],
])('how the check of a run ended is said: %j', (checked, sentence) => {
  expect(checkedSentence({ checked })).toBe(sentence);
});

property(
  'the bar of a run fills its cells: each outcome that occurred has one where there is room, the others have none',
  [fc.array(fc.nat(40), { minLength: 8, maxLength: 8 }), fc.nat(60), fc.integer({ min: 10, max: 120 })],
  (numbers, waiting, cells) => {
    const counts = { ...noCounts, ...Object.fromEntries(outcomeKinds.map((kind, at) => [kind, numbers[at] ?? 0])) };
    const known = outcomeKinds.map((kind) => counts[kind]);
    const total = known.reduce((sum, n) => sum + n, waiting);
    const sizes = barParts(counts, total, cells).map(({ text }) => width(text));
    expect(sizes.reduce((sum, n) => sum + n, 0)).toBe(total === 0 ? 0 : cells);
    [...known, waiting].forEach((n, at) => {
      expect((sizes[at] ?? 0) > 0).toBe(n > 0);
    });
  },
);
