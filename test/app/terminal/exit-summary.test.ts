/** What is printed at exit. */
import { expect, test } from 'vitest';
import { exitSummary } from '../../../src/app/terminal/exit-summary.ts';
import { describing, type KeyCreation } from '../../../src/state/enrolment-keys/feature.ts';
import { aKey, aState, now, refused } from '../../support/make.ts';

const failed = { kind: 'describing', typed: ' laptops 2 ', says: null, askedAt: now } as const;
const created = {
  kind: 'created',
  typed: 'laptops 2',
  key: aKey({ id: 107, key: 'abc-def' }),
  isRevealed: false,
  wasRevealed: false,
  isCopied: false,
  isWarned: true,
} as const;

function summaryFor(creation: KeyCreation, isLeaving = false): string {
  return exitSummary(aState({ screen: { kind: 'newKey', creation }, isLeaving }));
}

test('nothing where nothing was deleted or created', () => {
  expect(exitSummary(aState())).toBe('');
  expect(summaryFor({ ...describing, typed: 'laptops 2' })).toBe('');
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

test('what became of a key that was waited for is said in any case', () => {
  expect(summaryFor({ ...created, key: aKey({ id: 107 }) }, true)).toBe('The key "laptops 2" was created.\n');
  expect(summaryFor({ ...failed, problem: refused(403) }, true)).toMatch(
    /^The key "laptops 2" was not created\. .+\n$/,
  );
  expect(summaryFor({ ...failed, problem: refused(403) })).toBe('');
});
