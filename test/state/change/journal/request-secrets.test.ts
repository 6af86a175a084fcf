/** The record of a request has no secret in it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, parseExactly, writeExactly } from '../../../../src/api/exact-json.ts';
import type { Call } from '../../../../src/api/calls/call.ts';
import { recordOf } from '../../../../src/state/change/journal/requests.ts';
import { mask } from '../../../../src/api/secrets.ts';
import { holds } from '../../../support/property.ts';

const token = 'aB3'.repeat(21);

const call: Call = {
  method: 'PUT',
  url: 'https://api.example/org/N1/keys/12?note=plain',
  headers: { 'Content-Type': 'application/json' },
  body: '{"description":"build agents","quota":9223372036854775807}',
  orgId: 'N1',
  operation: 'PUT /org/{orgId}/keys/{keyId}',
  secrets: [],
};

const at = '2026-11-22T16:02:00.000Z';
const about = {
  ...({ mode: 'run', profile: 'default', baseUrl: 'https://api.example', orgName: 'Northwind Traders' } as const),
};

/** Everything of it as one text. */
function textOf(changed: Partial<Call>, before: Json | null = null): string {
  const { header, was, sent } = recordOf({ ...call, ...changed }, about, at, before);
  return writeExactly({ header, was, sent } as unknown as Json);
}

test('a record has the method, the template, the address and the body, with every digit', () => {
  const record = recordOf(call, about, at, null);
  expect(record.header).toMatchObject({
    ...{ ...about, at },
    method: 'PUT',
    template: '/org/{orgId}/keys/{keyId}',
    address: 'https://api.example/org/N1/keys/12?note=plain',
    orgId: 'N1',
  });
  expect(writeExactly(record.sent)).toBe(call.body);
  expect(recordOf({ ...call, body: null }, about, at, null).sent).toBeNull();
});

test('texts that were typed as secrets are masked: in the body, the path, the query and what was read before', () => {
  const secret = 'open sesame 1';
  const text = textOf(
    {
      secrets: [secret, 'ab'],
      url: 'https://api.example/org/N1/keys/open%20sesame%201?a=open+sesame+1&b=ab&c=label',
      body: JSON.stringify({ note: `it is ${secret}`, list: ['ab', 'label'] }),
    },
    { old: secret, [secret]: 1 },
  );
  expect(text).not.toMatch(/sesame|"ab"|=ab/);
  expect(text).toContain('/keys/•••?a=•••&b=•••&c=label');
  expect(text).toContain('["•••","label"]');
});

test('secrets by their names are masked, and words of other fields are not', () => {
  const value = {
    apiKey: 'sk_live_12345678',
    password: 'abc',
    nested: [{ clientSecret: 'x y', keyCode: 'enter', description: 'build agents' }],
    recoveryCodes: ['12345678', 'abcdefgh'],
  };
  expect(mask(value)).toEqual({
    apiKey: '•••',
    password: '•••',
    nested: [{ clientSecret: '•••', keyCode: 'enter', description: 'build agents' }],
    recoveryCodes: ['•••', '•••'],
  });
});

test('the token is never in a record, wherever it was put', () => {
  const anywhere: Partial<Call> = {
    url: `https://api.example/org/N1/${token}?a=${token}&b=x${encodeURIComponent(` ${token}`)}`,
    body: JSON.stringify({ a: token, b: `line\n${token}`, [token]: 1, list: [[token]] }),
  };
  expect(textOf(anywhere, { deep: [{ note: `Bearer ${token}` }] })).not.toContain(token);
  expect(textOf({ body: `no JSON: ${token}` })).not.toContain(token);
});

test('a body that is nested very deep is not kept, and nothing overflows', () => {
  const deep = parseExactly(`${'['.repeat(20_000)}1${']'.repeat(20_000)}`);
  const text = textOf({ body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` }, deep);
  expect(text).toContain('(nested deeper than 200 levels)');
});

test('whatever the body, a secret in it is not in the record', () => {
  const anyBody = fc.jsonValue({ maxDepth: 5 });
  holds([anyBody, fc.stringMatching(/^[a-z]{9}$/)], (value, secret) => {
    const body = { plain: value, hidden: [secret, { deeper: `<${secret}>`, [secret]: 1 }] } as Json;
    expect(writeExactly(mask(body, { secrets: [secret] }))).not.toContain(secret);
  });
});

test('numbers, yes and no, null and plain texts stay as they are', () => {
  expect(writeExactly(mask({ a: [1, null, true, 'text'] }, { secrets: ['a secret'] }))).toBe(
    '{"a":[1,null,true,"text"]}',
  );
});
