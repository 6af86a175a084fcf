import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import type { Call } from '../../../../src/api/calls/call.ts';
import { formFieldsIn } from '../../../../src/api/openapi/form-writing.ts';
import { curlOf, curlTemplateOf, leftOutWords } from '../../../../src/state/explorer/curl.ts';
import { shellWord } from '../../../../src/state/kernel/spelling.ts';
import { baseUrl, built, jsonBody, operation, orgId, parameter } from '../../../api/calls/plans.ts';
import { holds } from '../../../support/property.ts';

/** Printed by a builtin of the shell, the token is no argument. */
const piped = String.raw`printf 'header = "Authorization: Bearer %s"' "$ROLLCALL_TOKEN" | curl -K -`;

const search = { parameters: [parameter('search', 'query'), parameter('X-Why', 'header')] };

test('a read is a line for curl', () => {
  const call = built('GET /org/{orgId}/systems', { search: "it's", 'X-Why': 'a "b"' }, search);
  const path = `/org/${orgId}/systems?search=it%27s`;
  expect(curlOf(call)).toBe(`${piped} '${baseUrl}${path}' -H 'X-Why: a "b"'`);
  expect(curlOf(built('HEAD /a'))).toMatch(/ \| curl -K - -I https:/);
});

test('a body is written as it is sent', () => {
  const send = (bodyValue: Json) => built('PATCH /a', {}, { body: jsonBody, bodyValue });
  const call = send({ name: "it's", count: 3, on: '3', tags: ['a'] });
  expect(curlOf(call)).toContain(
    String.raw`-X PATCH ${baseUrl}/a -H 'Content-Type: application/json' --data-raw '{"name":"it'\''s","count":3,"on":"3","tags":["a"]}'`,
  );
  // Escaped, so that it does not act when pasted.
  expect(curlOf(send('\u009b\u202E'))).toContain(String.raw`'"'\\'u009b'\\'u202e"'`);
});

test('a secret is never in such a line', () => {
  const parameters = [parameter('key', 'query'), parameter('X-Key', 'header'), parameter('k', 'path')];
  const secret = 'p&ss "wörd"';
  const values = { key: secret, 'X-Key': 'abcdefgh', k: 'abcdefgh' };
  const secrets = [secret, 'abcdefgh'];
  const call = built('POST /a/{k}', values, { parameters, secrets, body: jsonBody, bodyValue: { a: [secret], b: 1 } });
  expect(call.body).toContain('wörd');
  expect(curlOf(call)).toContain('/a/SECRET?key=SECRET');
  expect(curlOf(call)).not.toMatch(/abcdefgh|w(ö|%C3%B6)rd/);
});

test('a line says what was left out of it, by its names alone', () => {
  const parameters = [parameter('key', 'query'), parameter('X-Key', 'header'), parameter('k', 'path')];
  const values = { key: 'first-secret', 'X-Key': 'first-secret', k: 'first-secret' };
  const bodyValue = { a: ['first-secret'], 'first-secret': 1, b: { c: 'second-secret' }, d: 'plain' };
  const secrets = ['first-secret', 'second-secret'];
  const call = built('POST /a/{k}', values, { parameters, secrets, body: jsonBody, bodyValue });
  expect(leftOutWords(call, 9)).toBe(
    'a part of the path, "key", "X-Key", "a", a name in the body, "c": SECRET stands for them',
  );
  expect(leftOutWords(call)).toBe('a part of the path and 5 more: SECRET stands for them');
  expect(leftOutWords(built('PUT /a', {}, { secrets, body: jsonBody, bodyValue: 'first-secret' }))).toBe(
    'the body: SECRET stands for it',
  );
  const ofForm = { ...call, url: `${baseUrl}/a`, headers: {}, body: 'a=first-secret&b=plain&c=second-secret' };
  expect(leftOutWords(ofForm, 9)).toBe('"a", "c": SECRET stands for them');
  const long = { ['n'.repeat(99)]: 'first-secret' };
  expect(leftOutWords(built('PUT /a', {}, { secrets, body: jsonBody, bodyValue: long }))).toBe(
    `"${'n'.repeat(29)}…": SECRET stands for it`,
  );
  expect(leftOutWords(built('PUT /a', {}, { secrets, body: jsonBody, bodyValue: { d: 'plain' } }))).toBeUndefined();
});

test('an operation that cannot be filled in has a line with names in the places of values', () => {
  const schema = { properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } } };
  const body = { ...jsonBody, type: 'multipart/form-data', schema };
  const post = operation('POST', '/org/{orgId}/systems/import');

  expect(curlTemplateOf(post, baseUrl, { body })).toBe(
    `${piped} -g -X POST '${baseUrl}/org/{orgId}/systems/import' -F file=@FILE -F 'note={note}'`,
  );
  expect(curlTemplateOf(post, baseUrl, { body: { ...body, schema: {} } })).toContain('-F file=@FILE');
  const parameters = [parameter('search', 'query', { isRequired: true }), parameter('page', 'query')];
  expect(curlTemplateOf(operation('GET', '/a'), baseUrl, { parameters })).toBe(
    `${piped} -g '${baseUrl}/a?search={search}'`,
  );
  expect(curlTemplateOf(operation('GET', '/a\u001b[201~\u202E'), baseUrl)).toContain("/a%1B[201~%E2%80%AE'");
});

test('an operation shows what it requires alone, and how its body is sent', () => {
  const parameters = [
    parameter('X-Why', 'header', { isRequired: true }),
    parameter('X-No', 'header', { isRequired: true, unusable: 'rollcall sets it.' }),
    parameter('X-May', 'header'),
    ...[parameter('a b', 'query', { isRequired: true }), parameter('c', 'query', { isRequired: true })],
  ];
  const lineOf = (type: string, schema: Json = {}): string =>
    curlTemplateOf(operation('PUT', '/a'), baseUrl, { body: { ...jsonBody, type, schema } });
  expect(curlTemplateOf(operation('PUT', '/a'), baseUrl, { parameters })).toBe(
    `${piped} -g -X PUT '${baseUrl}/a?a%20b={a b}&c={c}' -H 'X-Why: {X-Why}'`,
  );
  expect(curlTemplateOf(operation('PUT', '/a'), baseUrl)).toBe(`${piped} -X PUT ${baseUrl}/a`);
  expect(lineOf('application/merge-patch+json')).toContain(
    `-H 'Content-Type: application/merge-patch+json' --data-raw '{}'`,
  );
  expect(lineOf('text/csv')).toContain(`-H 'Content-Type: text/csv' --data-binary @FILE`);
  const fields = {
    many: { type: 'array', items: { type: 'string', format: 'binary' } },
    old: { contentMediaType: 'application/octet-stream' },
    rows: { type: 'array', items: [{ format: 'binary' }] },
    any: true,
  };
  expect(lineOf('multipart/mixed', { properties: fields })).toMatch(
    / -F many=@FILE -F old=@FILE -F 'rows=\{rows\}' -F 'any=\{any\}'$/,
  );
  const named = { body: { ...jsonBody, type: 'multipart/form-data' }, bodySchema: { properties: { b: {} } } };
  expect(curlTemplateOf(operation('PUT', '/a'), baseUrl, named)).toMatch(/ -F 'b=\{b\}'$/);
});

test('a form with parts is written part by part, its files by their names and its secrets by a sign', () => {
  const part = (head: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${head}\r\n\r\n${value}\r\n`;
  const body = [
    part('note"', `it's @a`),
    part('key"', 'first-secret'),
    part('about"\r\nContent-Type: application/json', '{"a":"\\u0001"}'),
    part('file"; filename="x"\r\nContent-Type: text/csv', 'a,b'),
    part('plain"; filename="y"', 'c'),
    '--b--\r\n',
  ].join('');
  const at = (place: number): number => formFieldsIn(body)?.[place]?.at ?? -1;
  const files = [
    { at: at(3), path: '/tmp/a "b" \\c.csv', length: 3 },
    { at: at(4), path: '/tmp/d', length: 1 },
  ];
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'X-Why': 'a' };
  const call: Call = { ...built('POST /a'), headers, body, secrets: ['first-secret'], files };
  expect(curlOf(call)).toBe(
    [
      `${piped} -X POST ${baseUrl}/a -H 'X-Why: a'`,
      String.raw`--form-string 'note=it'\''s @a' --form-string key=SECRET`,
      `-F ${shellWord(String.raw`about="{\"a\":\"\\u0001\"}";type=application/json`)}`,
      `-F ${shellWord(String.raw`file=@"/tmp/a \"b\" \\c.csv";type=text/csv`)} -F 'plain=@"/tmp/d"'`,
    ].join(' '),
  );
  // Any other body is one text.
  expect(curlOf({ ...call, headers: {} })).toContain('--data-raw');
  expect(curlOf({ ...call, body: null })).toContain(`-H 'Content-Type: multipart/form-data; boundary=b' -H 'X-Why`);
});

test('a shell reads every word as it is meant', () => {
  const word = fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', ' ', 'a', '!', '*', '~', '=', 'é') });
  holds([fc.array(word, { minLength: 60, maxLength: 60 })], { numRuns: 10 }, (words) => {
    const line = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
    expect(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })).toBe(words.map((one) => `${one}\0`).join(''));
  });
});
