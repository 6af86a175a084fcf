import { describe, expect, test } from 'vitest';
import { readResponse } from '../../../src/api/http/response.ts';
import type { Body } from '../../../src/api/http/body.ts';

const json = { 'content-type': 'application/json' };

/** What an answer with this body says. */
function said(status: number, headers: Record<string, string>, body: string | Body) {
  return readResponse(
    new Response(null, { status, headers }),
    typeof body === 'string' ? { ok: true, text: body } : body,
  );
}

describe('a success', () => {
  test.each([200, 201, 202, 204, 299])('%i with JSON', (status) => {
    expect(said(status, json, '{"a": 1}')).toEqual({ ok: true, value: { status, json: { a: 1 } } });
  });

  test.each(['', ' \n'])('without a body, whatever its type: %j', (body) => {
    expect(said(200, { 'content-type': 'text/html' }, body)).toMatchObject({ ok: true, value: { json: undefined } });
  });
});

describe('an answer that is not the API’s', () => {
  test.each([
    ['content type', 'text/html', '<html>Proxy login</html>'],
    ['content type', 'application/problem+json', '{"title":"Not so"}'],
    ['content type', '', '{"a": 1}'],
    ['not json', 'application/json', '{"a": 1'],
    ['not json', 'application/json', '<html>'],
    ['too large', 'application/json', { ok: false, reason: 'too large' }],
    ['cut off', 'application/json', { ok: false, reason: 'cut off' }],
  ] as const)('%s: %s', (reason, contentType, body) => {
    const failure = { kind: 'notTheApi', status: 200, reason, contentType, title: null };
    expect(said(200, { 'content-type': contentType }, body)).toEqual({ ok: false, failure });
  });
});

test('a page of HTML is reported by its title', () => {
  const body = '<html><title> Proxy login </title>';
  expect(said(200, { 'content-type': 'text/html' }, body)).toMatchObject({ failure: { title: 'Proxy login' } });
});

test.each([
  [301, { location: 'https://elsewhere.example/' }, 'https://elsewhere.example/'],
  [300, {}, null],
  [304, {}, null],
  [399, json, null],
])('%i is a redirect', (status, headers, location) => {
  expect(said(status, headers, '')).toEqual({ ok: false, failure: { kind: 'redirected', status, location } });
});

describe('a refusal', () => {
  test.each([400, 401, 407, 418, 500, 599])('%i says what its body says', (status) => {
    expect(said(status, json, '{"title": "No"}')).toMatchObject({ failure: { kind: 'refused', status, title: 'No' } });
  });

  test.each(['cut off', 'too large'] as const)('is one even where its body is %s', (reason) => {
    const failure = { kind: 'refused', status: 401, title: null };
    expect(said(401, json, { ok: false, reason })).toMatchObject({ failure });
  });
});
