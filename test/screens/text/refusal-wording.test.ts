import { expect, test } from 'vitest';
import type { Operation } from '../../../src/api/operations.ts';
import type { Problem, Refused } from '../../../src/api/problem.ts';
import { refusalSentence } from '../../../src/screens/text/refusal-wording.ts';

const aRefusal = (status: number, said: Partial<Refused> = {}, operation: Operation = 'delete system') =>
  ({
    operation,
    kind: 'refused',
    status,
    slug: null,
    title: null,
    detail: null,
    traceId: null,
    retryAfter: null,
    errors: {},
    ...said,
  }) satisfies Problem;

test.each([
  [aRefusal(401), 'The token is not accepted (401).'],
  [aRefusal(403), 'This token may not delete the system: 403.'],
  [aRefusal(429, {}, 'list systems'), 'The service asks for a slower pace: 429.'],
  [aRefusal(400, {}, 'create enrolment key'), 'The service refused to create the enrolment key: 400.'],
  [aRefusal(500, {}, 'list organisations'), 'The service failed to list the organisations: 500.'],
  [aRefusal(404, {}, 'read system'), 'The service refused to read the system: 404.'],
  [
    aRefusal(404, { slug: 'system-not-found', title: 'System cannot be found' }),
    'There is no such system, or this token may not see it: 404 "System cannot be found".',
  ],
  [
    aRefusal(404, { slug: 'system-not-found' }, 'list systems'),
    'There is no such organisation, or this token may not see it: 404.',
  ],
])('%j is told as %j', (refusal, sentence) => {
  expect(refusalSentence(refusal)).toBe(sentence);
});

test('what the service said is quoted, with the trace', () => {
  const refusal = aRefusal(409, { title: 'Conflict', detail: 'Gateway is used by a policy', traceId: '4f2a' });
  expect(refusalSentence(refusal)).toBe(
    'The service refused to delete the system: 409 "Conflict" "Gateway is used by a policy" (trace 4f2a).',
  );
});

test('the faults of single fields are quoted too', () => {
  const refusal = aRefusal(422, { errors: { description: ['is required', 'is empty'], size: ['is odd'] } });
  expect(refusalSentence(refusal)).toContain('422 "description: is required description: is empty size: is odd".');
});

test('nothing the service said reaches the terminal raw', () => {
  const hostile = '\u001b]52;c;\u0007\n';
  const refusal = aRefusal(409, {
    title: hostile,
    detail: hostile,
    traceId: hostile,
    errors: { [hostile]: [hostile] },
  });
  expect(refusalSentence(refusal)).not.toMatch(/\p{C}/u);
});
