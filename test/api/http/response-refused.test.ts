import { describe, expect, test } from 'vitest';
import type { Refused } from '../../../src/api/problem.ts';
import { readRefusal } from '../../../src/api/http/response.ts';

const bare: Refused = {
  kind: 'refused',
  status: 409,
  slug: null,
  title: null,
  detail: null,
  traceId: null,
  retryAfter: null,
  errors: {},
};
const type = 'https://api.example/problems/type/system-not-found';

/** Problem of a 409 with this body. */
function said(body: unknown, contentType = 'application/problem+json; charset=utf-8'): Refused {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readRefusal(409, new Headers({ 'content-type': contentType }), text);
}

test('problem details as the specification shows them', () => {
  const body = {
    type,
    title: 'System cannot be found',
    status: 404,
    detail: 'There is no system S1.',
    instance: 'https://api.example/problems/instance/7',
    traceId: '4f2a',
  };
  const { title, detail, traceId } = body;
  const headers = new Headers({ 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '30' });
  expect(readRefusal(404, headers, JSON.stringify(body))).toEqual({
    ...bare,
    status: 404,
    slug: 'system-not-found',
    title,
    detail,
    traceId,
    retryAfter: 30,
  });
});

test.each([
  [type, 'system-not-found'],
  ['/problems/type/system-not-found', 'system-not-found'],
  ['system-not-found', 'system-not-found'],
  ['https://api.example/problems#conflict', 'conflict'],
  ['about:blank', 'about:blank'],
  [`${type}/`, null],
  ['', null],
  [null, null],
  [404, null],
  [{}, null],
])('the type %j has the slug %j', (given, slug) => {
  expect(said({ type: given }).slug).toBe(slug);
});

test.each([
  ['null', null],
  ['a number', 5],
  ['an empty text', ''],
  ['a list', ['x']],
  ['an object', { text: 'x' }],
])('%s is no text: it is left out', (_, value) => {
  expect(said({ title: value, detail: value, traceId: value })).toEqual(bare);
});

test('the status of the answer wins over the one in its body', () => {
  expect(said({ status: 200 }).status).toBe(409);
});

test('long texts are cut', () => {
  const long = 'x'.repeat(10_000);
  const { title, detail, traceId, slug } = said({ title: long, detail: long, traceId: long, type: long });
  for (const text of [title, detail, traceId, slug]) expect(text).toBe('x'.repeat(2000));
});

describe('the messages of a validation problem', () => {
  test.each([
    [
      'by field',
      { Description: ['is empty', 'is odd'], per_page: ['is 0'] },
      { Description: ['is empty', 'is odd'], per_page: ['is 0'] },
    ],
    ['one text for a field', { Description: 'is empty' }, { Description: ['is empty'] }],
    ['a list without fields', ['is empty'], { 0: ['is empty'] }],
    [
      'what is no text left out',
      { Description: ['is empty', 5, null, {}, ''], other: 5 },
      { Description: ['is empty'], other: [] },
    ],
    ['none', null, {}],
    ['a text', 'is empty', {}],
  ])('%s', (_, errors, expected) => {
    expect(said({ errors }).errors).toEqual(expected);
  });

  test('a field with the name of a prototype is a field', () => {
    const { errors } = said('{"errors": {"__proto__": ["is odd"], "constructor": ["too"]}}');
    expect(Object.entries(errors)).toEqual([
      ['__proto__', ['is odd']],
      ['constructor', ['too']],
    ]);
    expect(Object.getPrototypeOf(errors)).toBe(Object.prototype);
  });

  test('only the first hundred, with the first hundred of each', () => {
    const messages = Array.from({ length: 1000 }, () => 'x');
    const { errors } = said({ errors: Object.fromEntries(messages.map((_, at) => [`field ${at}`, messages])) });
    expect(Object.values(errors).map((list) => list.length)).toEqual(Array.from({ length: 100 }, () => 100));
  });
});

test.each(['', 'null', '5', '"text"', '[]', '{"title": "cut o', '<html>', 'Unauthorized'])(
  'JSON that is none, or no object, says nothing: %j',
  (body) => {
    expect(said(body)).toEqual(bare);
  },
);

describe('a body that is not JSON', () => {
  test.each([
    ['text/html', '<html><head><title>\n 502 Bad Gateway </title></head></html>', { title: '502 Bad Gateway' }],
    ['text/html; charset=utf-8', '<TITLE lang="en">Proxy login</TITLE>', { title: 'Proxy login' }],
    ['application/xhtml+xml', `<title>${'x'.repeat(500)}</title>`, { title: 'x'.repeat(120) }],
    ['text/html', '<title> </title>', {}],
    ['text/html', '<title></title>', {}],
    ['text/html', 'no title', {}],
    ['text/plain', ' upstream timed out\n', { detail: 'upstream timed out' }],
    ['text/plain', 'x'.repeat(500), { detail: 'x'.repeat(120) }],
    ['text/plain', ' ', {}],
    ['', '{"title": "?"}', { detail: '{"title": "?"}' }],
  ])('%s: %j', (contentType, body, expected) => {
    expect(said(body, contentType)).toEqual({ ...bare, ...expected });
  });

  test('a page made of unfinished tags is read to its end in no time', () => {
    expect(said('<title'.repeat(1_000_000), 'text/html')).toEqual(bare);
  });
});
