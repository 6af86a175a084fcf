import { expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import { asksForPatience, pauseBefore } from '../../../../src/state/session/backoff/feature.ts';
import { refused } from '../../../support/make.ts';

const operation = 'list systems';
const unreachable = (code: string): Problem => ({ operation, kind: 'unreachable', host: 'api.example', code });
const notTheApi = (reason: 'cut off' | 'not json' | 'content type' | 'too large'): Problem => ({
  ...{ operation, kind: 'notTheApi', status: 200, reason, contentType: 'application/json', title: null },
});

/** The pauses before each repetition, until there is none. */
function pauses(problem: Problem): number[] {
  const found: number[] = [];
  for (let failures = 0; failures < 9; failures++) {
    const seconds = pauseBefore(problem, failures);
    if (seconds === null) break;
    found.push(seconds);
  }
  return found;
}

test.each<[string, Problem]>([
  ['500', refused(500)],
  ['502', refused(502)],
  ['503 that names no time', refused(503)],
  ['504', refused(504)],
  ['a connection that was lost', { operation, kind: 'lost', code: 'ECONNRESET' }],
  ['a body that was cut off', notTheApi('cut off')],
  ['half of a JSON', notTheApi('not json')],
  ['a port without a listener', unreachable('ECONNREFUSED')],
  ['a host that cannot be reached', unreachable('EHOSTUNREACH')],
  ['a name server that is busy', unreachable('EAI_AGAIN')],
])('%s is tried twice more, the second time after a longer pause', (_, problem) => {
  expect(pauses(problem)).toEqual([1, 2]);
});

test.each<[string, Problem]>([
  ['400', refused(400)],
  ['401', refused(401)],
  ['403', refused(403)],
  ['404', refused(404)],
  ['409', refused(409)],
  ['a name that is not known', unreachable('ENOTFOUND')],
  ['a certificate', unreachable('SELF_SIGNED_CERT_IN_CHAIN')],
  ['a page of another server', notTheApi('content type')],
  ['a body that is too large', notTheApi('too large')],
  ['no answer in time', { operation, kind: 'timedOut', seconds: 30 }],
  ['a redirect', { operation, kind: 'redirected', status: 302, location: 'https://else.example' }],
  ['a cache on the way', { operation, kind: 'cached', ageMs: 3_540_000 }],
  ['another shape', { operation, kind: 'wrongShape', path: 'items' }],
  ['an id that cannot stand in a path', { operation, kind: 'oddId' }],
  ['an abort', { operation, kind: 'aborted' }],
])('%s is not tried again', (_, problem) => {
  expect(pauses(problem)).toEqual([]);
});

test.each([
  ['429', refused(429, { retryAfter: 30 })],
  ['503', refused(503, { retryAfter: 30 })],
])('%s waits as long as it is asked to, as often as it is asked', (_, problem) => {
  expect(pauses(problem)).toEqual(Array.from({ length: 9 }, () => 30));
});

test('429 without a time waits longer each time, and never longer than a minute', () => {
  expect(pauses(refused(429))).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('ten minutes are waited for, and no second more', () => {
  expect(pauseBefore(refused(429, { retryAfter: 600 }), 0)).toBe(600);
  expect(pauseBefore(refused(429, { retryAfter: 601 }), 0)).toBeNull();
  expect(pauseBefore(refused(503, { retryAfter: 1e9 }), 0)).toBeNull();
});

test('only a service that says so asks for patience', () => {
  expect(asksForPatience(refused(429))).toBe(true);
  expect(asksForPatience(refused(503, { retryAfter: 1 }))).toBe(true);
  expect(asksForPatience(refused(503))).toBe(false);
  expect(asksForPatience(refused(500, { retryAfter: 1 }))).toBe(false);
});
