/** How are outcomes said and counted? */
import { expect, test } from 'vitest';
import { countsLine, reasonFor } from '../../../src/screens/deletion/outcome-wording.ts';
import { withMarked } from '../../../src/state/marks.ts';
import { newReview } from '../../../src/state/review.ts';
import { newRun, type Outcome } from '../../../src/state/run.ts';
import { anOrganisation, now, refused, systemsOf } from '../../support/make.ts';

function aRun(isPreview: boolean) {
  const marks = withMarked(new Map(), systemsOf(120));
  return newRun(
    1,
    newReview(anOrganisation(), marks.values(), {
      total: 999,
      days: 90,
      now,
      isIncomplete: false,
      gap: null,
      isClockUnverified: false,
    }),
    isPreview,
  );
}

test('kinds that did not occur are left out of the counts', () => {
  const run = aRun(false);
  expect(countsLine(run)).toBe('0 deleted · 120 to go');
  const settled = run.planned.map((system) => ({ system, outcome: { kind: 'deleted' } as const }));
  const over = { ...run, settled, counts: { ...run.counts, deleted: 117, skipped: 1, unknown: 2 } };
  expect(countsLine(over)).toBe('117 deleted · 1 skipped: came back · 2 unknown');
  expect(countsLine(aRun(true))).toBe('0 would be deleted · 120 to go');
});

test.each<[Outcome, string]>([
  [{ kind: 'skipped', why: 'connected' }, 'it is connected again'],
  [{ kind: 'skipped', why: 'seenSince' }, 'it was seen again since the review'],
  [{ kind: 'notAttempted', problem: null }, 'the run was stopped before it'],
  [{ kind: 'refused', problem: refused(409, { title: 'Gateway is used by a policy' }) }, 'Gateway is used by a policy'],
])('%j', (outcome, words) => {
  expect(reasonFor(outcome)).toContain(words);
});
