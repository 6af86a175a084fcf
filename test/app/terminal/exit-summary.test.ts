/** Summary printed at exit. */
import { expect, test } from 'vitest';
import { exitSummary, leftRunSummary } from '../../../src/app/terminal/exit-summary.ts';
import { describing, type KeyCreation } from '../../../src/state/account/enrolment-keys/feature.ts';
import { withSettled } from '../../../src/state/change/run.ts';
import { aKey, aNewRun, aReviewOf, aState, now, refused, systemsOf } from '../../support/make.ts';

const failed = { kind: 'describing', typed: ' laptops 2 ', message: null, askedAt: now } as const;
const created = {
  kind: 'created',
  ...{ typed: 'laptops 2', key: aKey({ id: 107, key: 'abc-def' }) },
  ...{ isRevealed: false, wasRevealed: false, isCopied: false, isWarned: true },
} as const;

function summaryFor(creation: KeyCreation, isLeaving = false): string {
  return exitSummary(aState({ screen: { kind: 'newKey', creation }, isLeaving }));
}

test('nothing where nothing was deleted or created', () => {
  expect(exitSummary(aState())).toBe('');
  expect(summaryFor({ ...describing, typed: 'laptops 2' })).toBe('');
});

test.each([
  ['disable', 'Disabling, Northwind: 1 disabled · 1 already disabled · 1 failed', 'is still enabled'],
  ['enable', 'Enabling, Northwind: 1 enabled · 1 already enabled · 1 failed', 'is still disabled'],
] as const)('a run that is to %s systems is told as what it is', (does, counts, still) => {
  const run = { ...aNewRun(aReviewOf([])), kind: does, finishedAt: now };
  const [one, two, three] = systemsOf(3);
  if (one === undefined || two === undefined || three === undefined) throw new Error('there are three');
  const over = withSettled(run, [
    { system: one, outcome: { kind: 'done' } },
    { system: two, outcome: { kind: 'already' } },
    { system: three, outcome: { kind: 'failed', problem: refused(503) } },
  ]);
  const told = exitSummary({ ...aState(), deletion: over });
  expect(told.split('\n')[0]).toBe(counts);
  expect(told).toContain(still);
  expect(told).not.toMatch(/delet/i);
  expect(exitSummary({ ...aState(), deletion: { ...run, isPreview: true } })).toContain(
    `Preview, nothing was ${does}d`,
  );
});

test('each run of the session is named with its record, whose path begins at the home folder', () => {
  const [system] = systemsOf(1);
  if (system === undefined) throw new Error('there is one');
  const runAt = (id: number, journalPath: string, finishedAt: number | null = now) => {
    const ended = withSettled(aNewRun(aReviewOf([system])), [{ system, outcome: { kind: 'done' } }]);
    return { ...aState(), deletion: { ...ended, id, journalPath, finishedAt } };
  };
  const long = `/elsewhere/${'very-long-folder/'.repeat(12)}one.jsonl`;
  const [first, second] = [runAt(1, '/home/sam/one.jsonl'), runAt(2, long)];
  const earlier = leftRunSummary(first, second);
  expect(exitSummary(second, earlier)).toBe(
    `Deletion, Northwind: 1 deleted\nRecords: ~/one.jsonl\nDeletion, Northwind: 1 deleted\nRecords: ${long}\n`,
  );
  expect(leftRunSummary(first, { ...first, deletion: null })).toBe(earlier);
  for (const same of [first, aState()]) expect(leftRunSummary(same, first)).toBe('');
  // A run that never began, and one of an earlier session, are none of this session's results.
  expect(leftRunSummary(runAt(1, '/one', null), aState())).toBe('');
  expect(leftRunSummary({ ...first, deletion: { ...first.deletion, isEarlier: true } }, second)).toBe('');
});

test('a key that the service has not answered for may be there', () => {
  const creation: KeyCreation = { kind: 'creating', typed: 'laptops 2', attempt: 1, askedAt: now };
  const words = 'A key "laptops 2" may have been created at 2026-11-20 12:00 UTC: look in the portal.\n';
  expect(summaryFor(creation)).toBe(words);
  expect(summaryFor({ ...failed, problem: refused(502) })).toBe(words);
});

test('a key whose secret was never shown is named, and its secret is not', () => {
  const words = summaryFor(created);
  expect(words).toBe(
    'The key "laptops 2" was created: look in the portal.\nIts secret was neither shown nor copied.\n',
  );
  expect(words).not.toContain('abc-def');
  expect(summaryFor({ ...created, wasRevealed: true })).toBe('');
  expect(summaryFor({ ...created, isCopied: true })).toBe('');
});

test('the result of a key that was waited for is said in any case', () => {
  expect(summaryFor({ ...created, key: aKey({ id: 107 }) }, true)).toBe('The key "laptops 2" was created.\n');
  expect(summaryFor({ ...failed, problem: refused(403) }, true)).toMatch(
    /^The key "laptops 2" was not created\. .+\n$/,
  );
  expect(summaryFor({ ...failed, problem: refused(403) })).toBe('');
});
