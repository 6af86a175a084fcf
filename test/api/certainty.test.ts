import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certaintyOf, isSystemNotFound, type Problem } from '../../src/api/problem.ts';
import { failures } from '../support/failures.ts';
import { refused, systemNotFound } from '../support/make.ts';
import { holds } from '../support/property.ts';

describe('the failure of a change says of the change', () => {
  test.each(failures)('%j: %s', (problem, expected) => {
    expect(certaintyOf(problem)).toBe(expected);
  });

  test('of every status it says the same, whatever its body says beside the type; nothing that was sent is "not sent"', () => {
    const text = fc.option(fc.string(), { nil: null });
    holds([fc.integer({ min: 100, max: 599 }), text, text], (status, title, detail) => {
      const said = certaintyOf(refused(status, { title, detail, retryAfter: 5, traceId: 't' }));
      expect(said).toBe(certaintyOf(refused(status)));
      expect(said).not.toBe('notSent');
    });
  });
});

test.each<[string, Problem, boolean]>([
  ['404 of that type', systemNotFound, true],
  ['404 without a type', refused(404), false],
  ['404 of another type', refused(404, { slug: 'resource-not-found' }), false],
  ['another status of that type', refused(410, { slug: 'system-not-found' }), false],
  ['another kind of problem', { operation: 'read system', kind: 'oddId' }, false],
])('a system is not found where the status and the type say so: %s', (_, problem, isSo) => {
  expect(isSystemNotFound(problem)).toBe(isSo);
});
