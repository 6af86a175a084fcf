/** A field goes where its name stands, and is never guessed. */
import { expect, test } from 'vitest';
import { knownOperation } from '../../../../src/app/commands/api/known-operation.ts';
import { planOf } from '../../../../src/app/commands/api/plan.ts';
import { readWords } from '../../../../src/app/commands/api/words.ts';
import type { Json } from '../../../../src/api/exact-json.ts';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import { aDefinition } from '../../../support/definition.ts';

const baseUrl = 'https://api.example.com/v1';
const text = { type: 'string' };
const schema = {
  ...{ type: 'object', required: ['id', 'name'], additionalProperties: false },
  properties: { id: { type: 'integer' }, name: text, session: text, 'kind@path': text },
};
const content = { 'application/json': { schema } };
const definition = aDefinition({
  'PUT /things/{id}': {
    operationId: 'putThing',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'name', in: 'query', schema: text },
      { name: 'session', in: 'cookie', schema: text },
      { name: 'X-Trace', in: 'header', schema: text },
      { name: 'page', in: 'query', schema: text },
    ],
    requestBody: { required: true, content },
  },
  'PUT /hosts/{ids}/{file}.json': {
    parameters: [
      { name: 'ids', in: 'path', required: true, schema: { type: 'array', items: text } },
      { name: 'file', in: 'path', required: true, schema: text },
    ],
  },
  'PUT /org/{orgId}/tags/{tag}': { operationId: 'tags/put' },
  'POST /items/': { operationId: 'twice' },
  'POST /items': {
    operationId: 'twice',
    parameters: [{ name: 'mode', in: 'query', required: true, schema: text }],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { code: { anyOf: [text, { type: 'integer' }] }, pin: { type: ['string', 'integer'] } },
          },
        },
      },
    },
  },
});

function sentBy(words: readonly string[], input?: Json): string {
  const read = readWords(words, baseUrl);
  if (!read.ok) return read.message;
  const known = knownOperation(definition, read.words);
  if (known === null) return 'not described';
  const made = planOf({ baseUrl, words: read.words, known, input });
  if (!made.ok) return made.message;
  const built = buildCall({ ...made.plan, orgId: made.orgId ?? 'N1' });
  if (!built.ok) return built.faults.map(({ message }) => message).join(' ');
  const { method, url, headers, body } = built.value;
  const own = Object.entries(headers).flatMap(([name, value]) =>
    name === 'Content-Type' ? [] : [`${name}: ${value}`],
  );
  return [`${method} ${url.slice(baseUrl.length)}`, ...own, ...(body === null ? [] : [body])].join(' ');
}

test.each([
  [
    'PUT /things/{id} id=7 name=x',
    '"id" is in the path and in the body. Set it in the program, where each has its line.',
  ],
  [
    'PUT /things/7 id=7 name=x',
    '"name" is in the query and in the body. Set it in the program, where each has its line.',
  ],
  ['PUT /things/7?name=a id=8 name=b', 'PUT /things/7?name=a {"id":8,"name":"b"}'],
  ['PUT /things/7?name=a id=8 name=b x-trace=t', 'PUT /things/7?name=a X-Trace: t {"id":8,"name":"b"}'],
  [
    'PUT /things/7?name=a id=8 name=b session=s kind@path=k',
    'PUT /things/7?name=a {"id":8,"name":"b","session":"s","kind@path":"k"}',
  ],
  ['PUT /things/7?name=a name=b', '"id" must be set in the body.'],
  ['PUT /things/7?name=a nme=b', 'There is no field "nme". Did you mean name?'],
  ['PUT /things/7?name=a id:=8 name=b=c', 'PUT /things/7?name=a {"id":8,"name":"b=c"}'],
])('%s: %s', (words, sent) => {
  expect(sentBy(words.split(' '))).toBe(sent);
});

test('a body from a file leaves its names to the parameters', () => {
  const input = { id: 8, name: 'b' };
  expect(sentBy(['PUT', '/things/{id}', 'id=7', 'name=a'], input)).toBe('PUT /things/7?name=a {"id":8,"name":"b"}');
  expect(sentBy(['PUT', '/things/7', 'kind@path=s'], input)).toBe('--input has the whole body: set no field of it.');
});

test.each([
  ['PUT /org/T2/tags/a%2Fb', 'PUT /org/T2/tags/a%2Fb'],
  ['PUT org/{orgId}/tags/a', 'PUT /org/N1/tags/a'],
  ['PUT /org/{org}/tags/%61%20b', 'PUT /org/N1/tags/a%20b'],
  ['tags/put tag=a', 'PUT /org/N1/tags/a'],
  ['putThing id:=7', '"id" is in the path and in the body. Set it in the program, where each has its line.'],
  ['PUT /hosts/a,b%2Cc/d.json', 'PUT /hosts/a,b%2Cc/d.json'],
  ['POST /items?mode=a code=1e5 pin=12345678', 'POST /items?mode=a {"code":"1e5","pin":"12345678"}'],
  ['POST /items/', 'POST /items/'],
  ['twice', 'not described'],
  ['PUT /hosts/a/d.txt', 'not described'],
  ['PUT /hosts/a/.json', 'not described'],
  ['PUT /org//tags/a', 'not described'],
  ['PUT /org/N1/tags/%zz', 'not described'],
  ['PUT /org/N1/tags/..', '"tag" cannot be "..": that leads to another address.'],
  ['PUT /org/N1/tags/%2e%2E', '"tag" cannot be "..": that leads to another address.'],
  ['PUT /org/N1/tags/a;b', '"tag" cannot contain "/", "\\", "%" or ";".'],
])('a change is sent at the address of its operation, filled in: %s', (words, sent) => {
  expect(sentBy(words.split(' '))).toBe(sent);
});

const odd = aDefinition({
  'PATCH /odd': {
    parameters: [
      { name: 'page', in: 'query', schema: { type: 'integer' } },
      { name: 'ids', in: 'query', schema: { type: 'array', items: text } },
    ],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { n: { type: 'integer' }, on: { type: 'boolean' }, e: { type: 'string', enum: ['x', 'y'] } },
          },
        },
      },
    },
  },
});

test.each<[string, readonly string[]]>([
  ['n=7 on=true e=x page=2 ids=a', []],
  ['n=abc', ['"n" does not fit: not a number. n:=JSON sends it as it is.']],
  ['on=flase', ['"on" does not fit: not true or false. on:=JSON sends it as it is.']],
  [
    'e=z page=two',
    [
      '"e" does not fit: not one of its values. e:=JSON sends it as it is.',
      '"page" does not fit: not a number. page:=JSON sends it as it is.',
    ],
  ],
  ['n:="abc" on:=0', []],
])('texts that do not fit their fields are named, and JSON is taken as it is: %s', (words, misfits) => {
  const read = readWords(['PATCH', '/odd', ...words.split(' ')], baseUrl);
  if (!read.ok) return expect.fail();
  const known = knownOperation(odd, read.words);
  const made = planOf({ baseUrl, words: read.words, known, input: undefined });
  expect(made.ok && made.misfits.toSorted()).toEqual(misfits.toSorted());
});
