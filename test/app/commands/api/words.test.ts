import { expect, test } from 'vitest';
import type { Definition } from '../../../../src/api/openapi/definition.ts';
import { knownOperation, operationMeant } from '../../../../src/app/commands/api/known-operation.ts';
import { planOf } from '../../../../src/app/commands/api/plan.ts';
import { readWords } from '../../../../src/app/commands/api/words.ts';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import { operation } from '../../../api/calls/plans.ts';
import { aDefinition } from '../../../support/definition.ts';

const baseUrl = 'https://api.example.com/v1';

function read(...words: string[]) {
  const made = readWords(words, baseUrl);
  if (!made.ok) throw new Error(made.message);
  return made.words;
}

test('the words are a method, a path and fields', () => {
  expect(read('/a')).toEqual({ method: 'GET', path: '/a', query: [], operationId: null, fields: [] });
  expect(read('delete', 'a')).toMatchObject({ method: 'DELETE', path: '/a', operationId: null });
  expect(read('listTags')).toMatchObject({ method: 'GET', path: '/listTags', operationId: 'listTags' });
  // An encoded comma and a plain one may mean two things to a service.
  expect(read(`${baseUrl}/org/{orgId}?a=1&&a=%20&b=c,d%2C`)).toMatchObject({
    path: '/org/{orgId}',
    query: [
      { encoded: 'a=1', meant: ['a', '1'] },
      { encoded: 'a=%20', meant: ['a', ' '] },
      { encoded: 'b=c,d%2C', meant: ['b', 'c,d,'] },
    ],
  });
  expect(read('/a', 'b=c=d', 'e:f=', 'g:={"h":[1.0]}')).toMatchObject({
    query: [],
    fields: [
      { name: 'b', isText: true, value: 'c=d' },
      { name: 'e:f', isText: true, value: '' },
      { name: 'g', isText: false, value: { h: [1] } },
    ],
  });
});

test.each(
  [
    [],
    ['GET'],
    ['TRACE', '/a'],
    ['//evil.example/a'],
    [String.raw`\\evil.example\a`],
    [String.raw`/\evil.example`],
    ['https://evil.example/v1/a'],
    ['https://api.example.com/v2/a'],
    ['https://api.example.com/v1'],
    ['https://user@api.example.com/v1/a'],
    ['http://api.example.com/v1/a'],
    ['javascript:alert(1)'],
    ['C:/Program Files/Git/org/N1'],
    ['/a#b'],
    ['/a', 'b'],
    ['/a', '=c'],
    ['/a', ':=1'],
    ['/a', 'b:=c'],
    ['/a', 'b==c'],
  ].map((words) => [words]),
)('refused: %j', (words) => {
  expect(readWords(words, baseUrl)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/[.…]$|orgs$/) as string,
  });
});

test('an operation is meant by its template, or by an address as it is sent', () => {
  const operations = [
    ...['/org/{orgId}/systems', '/org/{orgId}/systems/{systemId}', '/org/{orgId}/systems/import', '/a/{x}/b'],
    ...['/a/b/{y}', '/logs/'],
  ].map((path) => operation('GET', path));
  const meant = (path: string, method = 'GET') => operationMeant(operations, { method, path })?.path;
  expect(meant('/org/{orgId}/systems')).toBe('/org/{orgId}/systems');
  expect(meant('/org/N1/systems/')).toBe('/org/{orgId}/systems');
  expect(meant('/org/N1/systems/import')).toBe('/org/{orgId}/systems/import');
  expect(meant('/org/N1/systems/K3F9Q')).toBe('/org/{orgId}/systems/{systemId}');
  expect(meant('/org/{id}/systems/K3F9Q')).toBe('/org/{orgId}/systems/{systemId}');
  expect(meant('/logs')).toBe('/logs/');
  expect(meant('/org/N1/systems', 'POST')).toBeUndefined();
  expect(meant('/org//systems')).toBeUndefined();
  expect(meant('/org/N1')).toBeUndefined();
});

const logs = aDefinition({
  'GET /org/{orgId}/logs/{logId}': {
    parameters: [
      { name: 'search', in: 'query' },
      { name: 'tags', in: 'query', explode: false },
      { name: 'If-None-Match', in: 'header' },
    ],
  },
});

function urlOf(definition: Definition | null, ...words: string[]): string {
  const meant = read(...words);
  const known = definition && knownOperation(definition, meant);
  const made = planOf({ baseUrl, words: meant, known, input: undefined });
  if (!made.ok) return made.message;
  const call = buildCall({ ...made.plan, orgId: 'N1' });
  if (!call.ok) return call.faults.map(({ message }) => message).join(' ');
  const { method, url, headers, body } = call.value;
  return [method, url.slice(baseUrl.length), ...Object.entries(headers).flat(), ...(body === null ? [] : [body])].join(
    ' ',
  );
}

test('a field goes where its name stands, and without a definition anything may be one', () => {
  const path = '/org/{orgId}/logs/{logId}';
  expect(urlOf(logs, path, 'logId=7', 'search=x', 'tags=a', 'tags=b,c')).toBe(
    'GET /org/N1/logs/7?search=x&tags=a,b%2Cc',
  );
  expect(urlOf(logs, '/org/N1/logs/7', 'If-None-Match="1"')).toBe('GET /org/N1/logs/7 If-None-Match "1"');
  expect(urlOf(logs, `${path}?x=y`, 'logId:=7', 'tags:=["a"]')).toBe('GET /org/N1/logs/7?x=y&tags=a');
  expect(urlOf(logs, path, 'logId=7', 'serach=x')).toBe('There is no parameter "serach". Did you mean search?');
  expect(urlOf(logs, path)).toBe('"logId" must be set.');
  expect(urlOf(logs, `${path}?search=y`, 'logId=7', 'search=x')).toContain('There is no parameter "search"');
  expect(urlOf(null, '/a?c=1,2%2C3&d', 'c=4,5')).toBe('GET /a?c=1,2%2C3&d&c=4%2C5');
  expect(urlOf(null, '/a/{b}?c=1', 'b=2', 'd=3', 'd=4')).toBe('GET /a/2?c=1&d=3&d=4');
  expect(urlOf(null, '/a/{b}/{b}', 'b=2')).toBe('GET /a/2/2');
});

/** A change with a body of this schema. */
function posting(schema: object, isRequired = false): Definition {
  const content = { 'application/json': { schema: { type: 'object', ...schema } } };
  const parameters = [{ name: 'dryRun', in: 'query' }];
  return aDefinition({ 'POST /a': { parameters, requestBody: { required: isRequired, content } } });
}

test('fields of a change are its body, by the types that the definition names', () => {
  const text = { type: 'string' };
  const properties = { count: { type: 'integer' }, note: text };
  const post = posting({ properties });
  expect(urlOf(post, 'POST', '/a', 'count=3', 'note=3', 'dryRun=yes')).toBe(
    'POST /a?dryRun=yes Content-Type application/json {"count":3,"note":"3"}',
  );
  expect(urlOf(post, 'POST', '/a', 'note:=null')).toContain('{"note":null}');
  expect(urlOf(post, 'POST', '/a')).toBe('POST /a');
  expect(urlOf(post, 'POST', '/a', 'nope=1')).toBe('There is no field "nope". Did you mean note?');
  // Required fields are named, where it is sent at all.
  const more = { required: ['count', 'name'], properties: { ...properties, name: text } };
  const strict = posting(more);
  expect(urlOf(strict, 'POST', '/a', 'note=3', 'name=x')).toBe('"count" must be set in the body.');
  expect(urlOf(strict, 'POST', '/a')).toBe('POST /a');
  const must = posting(more, true);
  expect(urlOf(must, 'POST', '/a')).toBe('"count" must be set in the body. "name" must be set in the body.');
  expect(urlOf(must, 'POST', '/a', 'count=1', 'name:=null')).toBe('"name" must be set in the body.');
});
