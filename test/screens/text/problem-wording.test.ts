import { describe, expect, test } from 'vitest';
import type { LinkFault, Problem, Refused } from '../../../src/api/problem.ts';
import { problemSentence, refusalSentence } from '../../../src/screens/text/problem-wording.ts';
import type { Operation } from '../../../src/api/operations.ts';
import { refused } from '../../support/make.ts';

const read = { operation: 'list systems' } as const;
const write = { operation: 'delete system' } as const;

test.each<[Problem, string]>([
  [{ ...read, kind: 'timedOut', seconds: 30 }, 'rollcall stopped waiting after 30 s: no answer (GET systems).'],
  [{ ...read, kind: 'lost', code: 'ECONNRESET' }, 'The connection was lost after sending GET systems (ECONNRESET).'],
  [
    { ...read, kind: 'lost', code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
    'The service asks for a client certificate, and rollcall has none to send (GET systems, ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED).',
  ],
  [
    { ...read, kind: 'redirected', status: 302, location: 'https://else.example/' },
    'The service redirected GET systems (302 to "https://else.example/"): not followed.',
  ],
  [
    { ...read, kind: 'notTheApi', status: 200, reason: 'content type', contentType: 'text/html', title: null },
    'The answer did not come from the API (GET systems, 200 "text/html").',
  ],
  [
    {
      ...read,
      kind: 'notTheApi',
      status: 200,
      reason: 'content type',
      contentType: 'text/html',
      title: 'Sign\u001b in',
    },
    'The answer did not come from the API (GET systems, 200 "text/html", a page titled "Sign␛ in").',
  ],
  [
    { ...read, kind: 'notTheApi', status: 200, reason: 'cut off', contentType: 'application/json', title: null },
    'The answer was cut off (GET systems, 200 "application/json").',
  ],
  [
    { ...read, kind: 'cached', ageMs: 3_540_000 },
    'Not checked (GET systems): a cache on the way answered, 59 min old.',
  ],
  [{ ...read, kind: 'cached', ageMs: 2001 }, 'Not checked (GET systems): a cache on the way answered, 2 s old.'],
  [{ ...read, kind: 'cached', ageMs: null }, 'Not checked (GET systems): a cache on the way answered, of unknown age.'],
  [
    { ...read, kind: 'wrongShape', path: 'items[3].systemId: expected string' },
    'The service answered unreadably, at items[3].systemId: expected string (GET systems).',
  ],
  [{ ...read, kind: 'wrongShape', path: 'success: false' }, 'The service answered success: false (GET systems).'],
  [
    { ...read, kind: 'wrongShape', path: 'data.systemId: "E0CDDAZ"' },
    'The service answered about another system (E0CDDAZ) (GET systems).',
  ],
  [{ ...write, kind: 'oddId' }, 'The id of this system does not fit into an address. Nothing was sent.'],
  [
    { ...write, kind: 'withheld', mode: 'preview' },
    'This is a preview session: the request to delete the system was not sent.',
  ],
  [{ ...read, kind: 'aborted' }, 'Stopped before the answer came (GET systems).'],
])('each problem has its sentence: %j', (problem, sentence) => {
  expect(problemSentence(problem)).toBe(sentence);
});

test.each([
  ['ECONNREFUSED', 'No connection to api.example (ECONNREFUSED). Nothing was sent.'],
  ['ENOTFOUND', 'The name api.example was not found (ENOTFOUND). Nothing was sent.'],
  ['NOT_THIS_COMPUTER', 'api.example is another computer: use https. Nothing was sent.'],
  [
    'CERT_HAS_EXPIRED',
    'The certificate of api.example is not valid at this time (CERT_HAS_EXPIRED). Nothing was sent.',
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'The certificate of api.example is for another name (ERR_TLS_CERT_ALTNAME_INVALID). Nothing was sent.',
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'The certificate of api.example is not trusted (SELF_SIGNED_CERT_IN_CHAIN). Nothing was sent. See NODE_EXTRA_CA_CERTS.',
  ],
])('no connection: %s', (code, sentence) => {
  expect(problemSentence({ ...read, kind: 'unreachable', host: 'api.example', code })).toBe(sentence);
});

test.each<[LinkFault, string]>([
  ['another address', 'pointed to a different address (else.example). Nothing was sent there.'],
  ['not encrypted', 'pointed to an address that is not encrypted (else.example). Nothing was sent there.'],
  [
    'carries user info',
    'pointed to an address with a user name or password in it (else.example). Nothing was sent there.',
  ],
  ['another path', 'pointed to another path ("http://a@else.example/x"). Nothing was sent there.'],
  ['another list', 'changed the search or filter of the list ("http://a@else.example/x"). Nothing was sent there.'],
  ['seen before', 'repeated a page. The loaded systems stay.'],
  ['not forward', 'sent a page that does not come after the one before. The loaded systems stay.'],
  ['too many pages', 'pointed to more pages than it says there are. The loaded systems stay.'],
  ['not named', 'names no next page, but sends "http://a@else.example/x". The loaded systems stay.'],
  ['not a link', 'pointed to something that is no address ("http://a@else.example/x"). The loaded systems stay.'],
])('a link that is refused because of "%s"', (reason, words) => {
  const link = 'http://a@else.example/x';
  expect(problemSentence({ ...read, kind: 'untrustedLink', link, reason, page: 3 })).toBe(
    `Stopped at page 3: the service ${words}`,
  );
});

test('a sentence about a link speaks of what the list is of', () => {
  const about = { kind: 'untrustedLink', link: '', reason: 'not named', page: 1 } as const;
  const sentences = (['list systems', 'send request'] as const).map((operation) =>
    problemSentence({ ...about, operation }),
  );
  expect(sentences).toEqual(
    ['systems', 'rows'].map((rows) => `Stopped at page 1: the service names no next page. The loaded ${rows} stay.`),
  );
});

describe('after a write, a sentence says that the outcome is not known', () => {
  const unknown = 'Whether the system was deleted is not known.';
  test.each<Problem>([
    { ...write, kind: 'lost', code: 'ECONNRESET' },
    { ...write, kind: 'timedOut', seconds: 20 },
    { ...write, kind: 'notTheApi', status: 200, reason: 'not json', contentType: 'text/plain', title: null },
    { ...write, kind: 'wrongShape', path: 'systemId: expected string' },
    refused(502),
    refused(404),
    { ...write, kind: 'redirected', status: 307, location: null },
  ])('%j', (problem) => {
    expect(problemSentence(problem)).toContain(` ${unknown}`);
    expect(problemSentence({ ...problem, operation: 'create enrolment key' })).toMatch(
      /key was created is not known\.$/,
    );
    expect(problemSentence({ ...problem, ...read })).not.toContain('not known');
  });

  test.each<Problem>([
    { ...write, kind: 'unreachable', host: 'api.example', code: 'ECONNREFUSED' },
    { ...write, kind: 'oddId' },
    { ...write, kind: 'withheld', mode: 'read-only' },
    refused(409),
    refused(501),
    refused(404, { slug: 'policy-not-found' }),
  ])('but not where it is known: %j', (problem) => {
    expect(problemSentence(problem)).not.toContain('not known');
  });
});

test('text from outside is safe and short', () => {
  const hostile = `\u001b]0;x\u0007${'long '.repeat(1000)}`;
  const problems: Problem[] = [
    { ...read, kind: 'unreachable', host: hostile, code: hostile },
    { ...read, kind: 'lost', code: hostile },
    { ...read, kind: 'redirected', status: 302, location: hostile },
    { ...read, kind: 'notTheApi', status: 200, reason: 'content type', contentType: hostile, title: null },
    { ...read, kind: 'wrongShape', path: hostile },
    { ...read, kind: 'untrustedLink', link: hostile, reason: 'not a link', page: null },
  ];
  for (const sentence of problems.map(problemSentence)) {
    expect(sentence).toContain('␛]0;x␇long');
    expect(sentence).not.toMatch(/\p{Cc}/u);
    expect(sentence.length).toBeLessThan(350);
  }
});

const aRefusal = (status: number, said: Partial<Refused> = {}, operation: Operation = 'delete system') => ({
  ...refused(status, said),
  operation,
});

test.each([
  [aRefusal(401), 'The token is not accepted (401).'],
  [aRefusal(403), 'This token may not delete the system: 403.'],
  [aRefusal(429, {}, 'list systems'), 'The service asks for a slower pace: 429.'],
  [aRefusal(400, {}, 'create enrolment key'), 'The service refused to create the enrolment key: 400.'],
  [aRefusal(500, {}, 'list organisations'), 'The service failed to list the organisations: 500.'],
  [aRefusal(404, {}, 'read system'), 'The service refused to read the system: 404.'],
  [
    aRefusal(404, { title: 'Not Found' }, 'list organisations'),
    'There is no list of organisations at this address: 404 "Not Found". It must be the base address of the API.',
  ],
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

test('the words of the service are quoted, with the trace', () => {
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
