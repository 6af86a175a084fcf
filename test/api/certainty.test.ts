import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Certainty, certainty, type Failure, isSystemNotFound, type Problem } from '../../src/api/problem.ts';
import { refused, systemNotFound } from '../support/make.ts';
import { holds } from '../support/property.ts';

const page = { status: 200, contentType: 'text/html', title: null } as const;

/** A problem of each kind but the refusals; a new kind does not compile before somebody has decided it. */
const kinds: Readonly<Record<Exclude<Failure['kind'], 'refused'>, readonly [Failure, Certainty]>> = {
  unreachable: [{ kind: 'unreachable', host: 'h', code: 'ECONNREFUSED' }, 'notSent'],
  untrustedLink: [{ kind: 'untrustedLink', link: '', reason: 'another address', page: null }, 'notSent'],
  oddId: [{ kind: 'oddId' }, 'notSent'],
  withheld: [{ kind: 'withheld', mode: 'preview' }, 'notSent'],
  outdated: [{ kind: 'outdated' }, 'notSent'],
  notReviewed: [{ kind: 'notReviewed' }, 'notSent'],
  fileUnread: [{ kind: 'fileUnread', path: 'logo.png', code: 'missing' }, 'notSent'],
  misleading: [{ kind: 'misleading', header: 'X-HTTP-Method-Override' }, 'notSent'],
  redirected: [{ kind: 'redirected', status: 302, location: null }, 'unknown'],
  lost: [{ kind: 'lost', code: 'ECONNRESET' }, 'unknown'],
  timedOut: [{ kind: 'timedOut', seconds: 20 }, 'unknown'],
  notTheApi: [{ kind: 'notTheApi', reason: 'cut off', ...page }, 'unknown'],
  cached: [{ kind: 'cached', ageMs: null }, 'unknown'],
  wrongShape: [{ kind: 'wrongShape', path: '' }, 'unknown'],
  aborted: [{ kind: 'aborted' }, 'unknown'],
};

describe('the failure of a change says of the change', () => {
  test.each(Object.values(kinds))('%j: %s', (failure, expected) => {
    expect(certainty({ ...failure, operation: 'delete system' })).toBe(expected);
  });

  test.each<[number, string | null, Certainty]>([
    [101, null, 'unknown'],
    [400, null, 'refused'],
    [401, null, 'refused'],
    [403, null, 'refused'],
    [404, null, 'unknown'],
    [404, 'about:blank', 'unknown'],
    [404, 'system-not-found', 'refused'],
    [404, 'policy-not-found', 'refused'],
    [408, null, 'unknown'],
    [408, 'timeout', 'unknown'],
    [409, null, 'refused'],
    [429, null, 'refused'],
    [500, null, 'unknown'],
    [501, null, 'refused'],
    [502, null, 'unknown'],
    [503, 'busy', 'unknown'],
    [504, null, 'unknown'],
  ])('%i of the type %s: %s', (status, slug, expected) => {
    expect(certainty(refused(status, { slug }))).toBe(expected);
  });

  test('of every status it says the same, whatever its body says beside the type; nothing that was sent is "not sent"', () => {
    const text = fc.option(fc.string(), { nil: null });
    holds([fc.integer({ min: 100, max: 599 }), text, text], (status, title, detail) => {
      const said = certainty(refused(status, { title, detail, retryAfter: 5, traceId: 't' }));
      expect(said).toBe(certainty(refused(status)));
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
