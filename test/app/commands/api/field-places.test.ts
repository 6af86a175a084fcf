/** A name that stands in several places goes where the words say, and is never guessed. */
import { expect, test } from 'vitest';
import { knownOperation } from '../../../../src/app/commands/api/known-operation.ts';
import { operationText } from '../../../../src/app/commands/api/listing.ts';
import { planOf } from '../../../../src/app/commands/api/plan.ts';
import { readWords } from '../../../../src/app/commands/api/words.ts';
import type { Json } from '../../../../src/api/exact-json.ts';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import type { Call } from '../../../../src/api/calls/call.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';

const baseUrl = 'https://api.example.com/v1';
const text = { type: 'string' };
const schema = {
  ...{ type: 'object', required: ['id', 'name'], additionalProperties: false },
  properties: { id: { type: 'integer' }, name: text, session: text, 'kind@path': text, 'X-Trace': text },
};
const id = 'PUT /things/{id}';
const definition = aDefinition({
  [id]: {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'name', in: 'query', schema: text },
      { name: 'session', in: 'cookie', schema: text },
      { name: 'X-Trace', in: 'header', schema: text },
      { name: 'X-Trace', in: 'query', schema: text },
    ],
    requestBody: { required: true, content: { 'application/json': { schema } } },
  },
});
const operation = operationIn(definition, id);

function callOf(words: readonly string[], { isKnown = true, input }: { isKnown?: boolean; input?: Json } = {}) {
  const read = readWords(words, baseUrl);
  if (!read.ok) return read.says;
  const known = isKnown ? knownOperation(definition, read.words) : null;
  const made = planOf({ baseUrl, words: read.words, known, input });
  if (!made.ok) return made.says;
  const built = buildCall({ ...made.plan, orgId: null });
  return built.ok ? built.value : built.faults.map(({ says }) => says).join(' ');
}

function sentBy(...words: readonly string[]): string {
  return shown(callOf(words));
}

function shown(call: Call | string): string {
  if (typeof call === 'string') return call;
  const { method, url, headers, body } = call;
  const own = Object.entries(headers).flatMap(([name, value]) =>
    name === 'Content-Type' ? [] : [`${name}: ${value}`],
  );
  return [`${method} ${url.slice(baseUrl.length)}`, ...own, ...(body === null ? [] : [body])].join(' ');
}

const put = ['PUT', '/things/{id}'] as const;

test('a name of several places is refused, and the sentence says how each is written', () => {
  expect(sentBy(...put, 'id=7', 'name=x')).toBe('"id" is in the path and in the body: id@path=… or id@body=…');
  expect(sentBy(...put, 'id@path=7', 'id@body=7', 'name=x')).toBe(
    '"name" is in the query and in the body: name@query=… or name@body=…',
  );
  expect(sentBy('PUT', '/things/7', 'id=7', 'name@body=x', 'X-Trace=1')).toBe(
    '"X-Trace" is in the headers, in the query and in the body: X-Trace@header=…, X-Trace@query=… or X-Trace@body=…',
  );
});

test('each place has its value, with every sign', () => {
  expect(sentBy(...put, 'id@path=7', 'id@body=8', 'name@query=a', 'name@body=b')).toBe(
    'PUT /things/7?name=a {"id":8,"name":"b"}',
  );
  expect(sentBy(...put, 'id@path:="7"', 'id@body:=8', 'name@query==a=b', 'name@body=b@query=c')).toBe(
    'PUT /things/7?name=a%3Db {"id":8,"name":"b@query=c"}',
  );
  expect(sentBy('PUT', '/things/7?name=a', 'id=8', 'name@body=b', 'X-Trace@header=t', 'X-Trace@body=u')).toBe(
    'PUT /things/7?name=a X-Trace: t {"id":8,"name":"b","X-Trace":"u"}',
  );
  // A value of the path that is written out leaves one place for the name, and so does a body from a file.
  expect(sentBy('PUT', '/things/7', 'id=8', 'name@body=b')).toBe('PUT /things/7 {"id":8,"name":"b"}');
  expect(shown(callOf([...put, 'id=7', 'name=a'], { input: { id: 8, name: 'b' } }))).toBe(
    'PUT /things/7?name=a {"id":8,"name":"b"}',
  );
});

test('a name with one place needs none, and a place without the name is refused', () => {
  const rest = ['id@path=7', 'id@body=8', 'name@body=b'];
  // No cookie is sent, so that "session" can only be the body's.
  expect(sentBy(...put, ...rest, 'session=s')).toContain('"session":"s"');
  expect(sentBy(...put, ...rest, 'session@cookie=s')).toBe('rollcall sends no cookies: leave out "session".');
  // A field may have such a name itself.
  expect(sentBy(...put, ...rest, 'kind@path=k')).toContain('"kind@path":"k"');
  expect(sentBy(...put, ...rest, 'name@path=k')).toBe('The path has no {name} to fill in.');
  expect(sentBy('PUT', '/things/7', 'id@path=7')).toBe('The path has no {id} to fill in.');
  expect(sentBy(...put, ...rest, 'nam@query=k')).toBe('There is no parameter "nam". Did you mean name?');
  expect(sentBy(...put, ...rest, 'X-Trac@header=k')).toBe('There is no header "X-Trac". Did you mean X-Trace?');
  expect(sentBy(...put, ...rest, 'nme@body=k')).toBe('There is no field "nme". Did you mean name?');
  expect(sentBy(...put, 'id@path=7', 'name@body=b')).toBe('"id" must be set in the body.');
  expect(sentBy(...put, 'id@path=7', 'name@path==b')).toBe('== is for the query alone. Write name@path=… instead.');
  expect(sentBy('GET', '/a', 'b@body=1')).toBe('A GET request has no body.');
  expect(shown(callOf([...put, 'id=7', 'name@body=a'], { input: {} }))).toBe(
    '--input has the whole body: leave out "name".',
  );
});

test('a header is known in any case, and sent in the case of the definition', () => {
  expect(sentBy('PUT', '/things/7', 'id=8', 'name@body=b', 'x-trace@header=t')).toBe(
    'PUT /things/7 X-Trace: t {"id":8,"name":"b"}',
  );
});

test('without a definition the path comes first, and the place is taken at its word', () => {
  const shownBy = (...words: readonly string[]) => shown(callOf(words, { isKnown: false }));
  expect(shownBy(...put, 'id=7', 'id@body=8', 'a=1', 'b@query=2')).toBe('PUT /things/7?b=2 {"id":"8","a":"1"}');
  expect(shownBy('/a', 'b@query=1', 'b=2')).toBe('GET /a?b=1&b=2');
  expect(shownBy('/a', 'X-Trace@header=1')).toBe('Without a definition no header can be set.');
});

test('a description has the names as they are written in a request', () => {
  const lines = operationText(definition, operation).split('\n');
  const names = lines.flatMap((line) => /^ {2}[* ] (\S+) {2}/.exec(line)?.[1] ?? []);
  expect(names).toEqual([
    ...['id@path', 'name@query', 'X-Trace@query', 'session', 'X-Trace@header'],
    ...['id@body', 'name@body', 'session', 'kind@path', 'X-Trace@body', '200'],
  ]);
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
  const made = planOf({ baseUrl, words: read.words, known: knownOperation(odd, read.words), input: undefined });
  expect(made.ok && made.misfits.toSorted()).toEqual(misfits.toSorted());
});
