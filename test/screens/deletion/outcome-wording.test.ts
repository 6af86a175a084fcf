/** Words and counts of outcomes. */
import { expect, test } from 'vitest';
import { countsLine, reasonFor } from '../../../src/screens/deletion/outcome-wording.ts';
import type { Outcome } from '../../../src/state/deletion/outcome.ts';
import { aNewRun, aReviewOf, refused, systemsOf } from '../../support/make.ts';

function aRun(isPreview: boolean) {
  return aNewRun(aReviewOf(systemsOf(120)), isPreview);
}

test('kinds that did not occur are left out of the counts', () => {
  const run = aRun(false);
  expect(countsLine(run)).toBe('0 deleted · 120 waiting');
  const settled = run.planned.map((system) => ({ system, outcome: { kind: 'deleted' } as const }));
  const over = { ...run, settled, counts: { ...run.counts, deleted: 117, skipped: 1, unknown: 2 } };
  expect(countsLine(over)).toBe('117 deleted · 1 kept · 2 unknown');
  expect(countsLine(aRun(true))).toBe('0 would be deleted · 120 waiting');
});

test.each<[Outcome, string]>([
  [{ kind: 'skipped', why: 'connected' }, 'kept: reconnected'],
  [{ kind: 'skipped', why: 'seenSince' }, 'kept: seen since the review'],
  [{ kind: 'skipped', why: 'changed', field: 'connectedFrom' }, 'kept: connectedFrom changed since the review'],
  [{ kind: 'skipped', why: 'changed' }, 'kept: changed since the review'],
  [{ kind: 'skipped', why: 'protected', field: 'connectedAt' }, 'kept: protected (connectedAt)'],
  [{ kind: 'unknown', problem: null, doubt: 'accepted' }, 'accepted (202), and still there'],
  [{ kind: 'unknown', problem: refused(500), doubt: 'accepted' }, 'accepted (202), and asked again: 500'],
  [{ kind: 'unknown', problem: null, doubt: 'cutOff' }, 'the session ended before the answer was saved'],
  [{ kind: 'unknown', problem: null }, 'its record may say why'],
  [
    { kind: 'unknown', problem: { operation: 'delete system', kind: 'timedOut', seconds: 20 } },
    'rollcall stopped waiting after 20 s: no answer',
  ],
  [{ kind: 'notAttempted', problem: null }, 'not reached before the deletion ended'],
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
    'The answer to DELETE system is not what the specification says (success: false); the system still exists',
  ],
  [{ kind: 'refused', problem: refused(409, { title: 'Gateway is used by a policy' }) }, 'Gateway is used by a policy'],
])('%j', (outcome, words) => {
  expect(reasonFor(outcome)).toContain(words);
});
