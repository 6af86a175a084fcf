import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber, type Json } from '../../../src/api/exact-json.ts';
import { buildCall } from '../../../src/api/calls/build-call.ts';
import { baseUrl, built, jsonBody, operation, orgId, parameter, plan, refusals } from './plans.ts';
import { holds } from '../../support/property.ts';

const path = 'GET /org/{orgId}/tags/{tag}';
const address = `${baseUrl}/org/${orgId}/tags`;

test('values of a path are encoded, or refused', () => {
  expect(built(path, { tag: 'a?b' }).url).toBe(`${address}/a%3Fb`);
  expect(built(path, { tag: 'a#b' }).url).toBe(`${address}/a%23b`);
  expect(built(path, { tag: 'a b' }).url).toBe(`${address}/a%20b`);
  expect(built(path, { tag: '東京' }).url).toBe(`${address}/%E6%9D%B1%E4%BA%AC`);
  expect(built(path, { tag: 'x'.repeat(200) }).url).toBe(`${address}/${'x'.repeat(200)}`);
  expect(built(path, { tag: 12 }).url).toBe(`${address}/12`);
  expect(built(path, { tag: new ExactNumber('9223372036854775807') }).url).toBe(`${address}/9223372036854775807`);
  expect(built(path, { tag: 'a.b..c' }).url).toBe(`${address}/a.b..c`);
  for (const tag of [' a', 'a ', 'a\t', '...', '. .', 'a;b', ';', '..;', '\u{FF0E}\u{FF0E}', 'a\u0000', '\u00A0a']) {
    expect(refusals(path, { tag })['path tag'], JSON.stringify(tag)).toMatch(/^"tag" (?:cannot|contains|must not)/);
  }
  const refused = ['', '.', '..', 'a/', '..\\x', '%2e%2e', 'x'.repeat(201), 'a\u202Eb', 'a\r\nb', '\uD800', '\u2028'];
  for (const tag of refused) expect(Object.keys(refusals(path, { tag })), JSON.stringify(tag)).toEqual(['path tag']);
  expect(refusals(path, { tag: null })).toEqual({ 'path tag': '"tag" cannot be null here. Leave it unset instead.' });
  expect(refusals(path)).toEqual({ 'path tag': '"tag" must be set.' });
});

test('a list in a path has plain commas between its items, and encoded ones in them', () => {
  expect(built(path, { tag: ['a', 'b'] }).url).toBe(`${address}/a,b`);
  expect(built(path, { tag: ['a,b', 'c d', 7] }).url).toBe(`${address}/a%2Cb,c%20d,7`);
  expect(refusals(path, { tag: ['a', '../b'] })).toHaveProperty(['path tag']);
});

test('a read has the parameters that choose its pages, and a change has none', () => {
  const parameters = [parameter('page', 'query'), parameter('per_page', 'query'), parameter('page', 'header')];
  const page = { name: 'page', way: 'page', isCounted: true, begins: null };
  expect(built('GET /a', {}, { parameters }).pageParameters).toEqual([page]);
  const undescribed = parameters.map((one) => ({ ...one, isDeclared: false }));
  expect(built('GET /a', {}, { parameters: undescribed })).not.toHaveProperty('pageParameters');
  expect(built('POST /a', {}, { parameters })).not.toHaveProperty('pageParameters');
});

test('a path with a query of its own keeps that before the parameters', () => {
  expect(built('GET /instances?recursion=1&all=a%2Cb').url).toBe(`${baseUrl}/instances?recursion=1&all=a%2Cb`);
  expect(built('GET /a/{id}?x=1', { id: 'b/c' }).url).toBe(`${baseUrl}/a/b%2Fc?x=1`);
});

test('slashes in a row are sent as the path of the definition has them, and no value makes some', () => {
  for (const template of ['/v1//items', '/v1///items//{id}', '/a//', '/a//{id}/']) {
    expect(built(`GET ${template}`, { id: 'x' }).url).toBe(`${baseUrl}${template.replace('{id}', 'x')}`);
  }
  for (const id of ['', '/', 'a//b', '/a', 'a/']) expect(refusals('GET /a//{id}', { id })).toHaveProperty(['path id']);
  // The organisation is the open one, however many slashes stand before it.
  expect(built('GET /org//{orgId}/keys').url).toBe(`${baseUrl}/org//${orgId}/keys`);
  expect(refusals('GET /org//{orgId}/keys', { orgId: 'other' })).toHaveProperty(['path orgId']);
  expect(built('GET /org//other/keys').orgId).toBe('other');
});

test('values that share a segment cannot make another one together', () => {
  expect(refusals('GET /a/{x}{y}', { x: '..', y: 'b' })).toHaveProperty(['path x']);
  expect(built('GET /a/{x}.{y}', { x: 'b', y: 'csv' }).url).toBe(`${baseUrl}/a/b.csv`);
  // A dot of the template and a value that begins with one.
  expect(refusals('GET /a/.{x}', { x: '.' })).toHaveProperty(['path x']);
  expect(built('GET /a/.{x}', { x: '.b' }).url).toBe(`${baseUrl}/a/..b`);
});

test('a name that stands twice is filled in twice, and asked for once', () => {
  expect(built('GET /a/{id}/{id}', { id: 'x' }).url).toBe(`${baseUrl}/a/x/x`);
  expect(Object.keys(refusals('GET /a/{id}/{id}'))).toEqual(['path id']);
});

test('paths that are none are never built', () => {
  const none = [
    ...'a //evil.example /\\evil.example https://evil.example/a /a/../b /a/%2e%2e/b /./a /a/. /a?b /a#b /a\tb /a\\b'.split(
      ' ',
    ),
    ...'/%zz /a%2fb /a/%5c @evil.example /\u0000 /a;b=1/c /a%3bb /a/..;/b /a/%20/b /a/b%20 /a%09 /%00'.split(' '),
    ...['', '/a\r\nHost: evil'],
  ];
  for (const one of none) expect(refusals(`GET ${one}`), one).toHaveProperty('address');
  // A slash at the end is one of many services.
  expect(built('GET /a/b/').url).toBe(`${baseUrl}/a/b/`);
  expect(refusals('TRACE /a')).toEqual({ address: 'rollcall does not send TRACE.' });
  const unusable = { ...operation('GET', '/a'), unusable: 'Its path is none.' };
  expect(refusals('GET /a', {}, { operation: unusable })).toEqual({ address: 'Its path is none.' });
});

test('a parameter that the operation does not describe is filled in as text', () => {
  const parameters = [parameter('tag', 'path', { isDeclared: false })];
  const undeclared = { ...plan(path, { tag: 'web' }), parameters };
  expect(buildCall(undeclared)).toMatchObject({ ok: true, value: { url: `${address}/web` } });
  // Declared, and not in the template: nobody can set it, and nothing of it is sent.
  expect(built('GET /a', { lost: 'x' }, { parameters: [parameter('lost', 'path')] }).url).toBe(`${baseUrl}/a`);
});

test('the organisation after /org/ cannot be another one', () => {
  expect(built('GET /org/{orgId}/systems').url).toBe(`${baseUrl}/org/${orgId}/systems`);
  expect(built('GET /org/{orgId}/systems').orgId).toBe(orgId);
  expect(built('GET /ORG/{organisation}', { organisation: orgId }).orgId).toBe(orgId);
  for (const request of ['GET /org/{orgId}', 'GET /Org/{x}/systems', 'GET /%6frg/{orgId}', 'GET /org/{orgId}.json']) {
    expect(Object.values(refusals(request, { orgId: 'other', x: 'other' })), request).toEqual([
      expect.stringContaining('is the open organisation, and cannot be another one.'),
    ]);
  }
  expect(refusals('GET /org/{orgId}', {}, { orgId: null })).toEqual({ 'path orgId': 'No organisation is open.' });
  // Elsewhere it is a value like any other.
  expect(built('GET /account/orgs/{orgId}', { orgId: 'other' })).toMatchObject({ orgId: null });
});

test('a query has only what is set, in the styles of OpenAPI', () => {
  const query = (value: Json, more: Parameters<typeof parameter>[2] = {}): string | undefined => {
    const parameters = [parameter('q', 'query', more)];
    return built('GET /a', { q: value }, { parameters }).url.split('?')[1];
  };
  const comma = { explode: false };
  const spaces = { style: 'spaceDelimited', explode: false } as const;
  const pipes = { style: 'pipeDelimited', explode: false } as const;
  const deep = { style: 'deepObject' } as const;
  expect(built('GET /a', {}, { parameters: [parameter('q', 'query')] }).url).toBe(`${baseUrl}/a`);
  expect(query('')).toBe('q=');
  expect(query('a b&c=d+é')).toBe('q=a%20b%26c%3Dd%2B%C3%A9');
  expect(query(false)).toBe('q=false');
  expect(query(0)).toBe('q=0');
  expect(query(['a', 'b c'])).toBe('q=a&q=b%20c');
  expect(query({ x: 1, y: true })).toBe('x=1&y=true');
  expect(query(['a', 'b,c'], comma)).toBe('q=a,b%2Cc');
  expect(query({ x: 1, y: 2 }, comma)).toBe('q=x,1,y,2');
  expect(query(['a', 'b'], spaces)).toBe('q=a%20b');
  expect(query(['a', 'b'], pipes)).toBe('q=a%7Cb');
  expect(query({ state: 'on', tags: ['a', 'b'] }, deep)).toBe(
    'q%5Bstate%5D=on&q%5Btags%5D%5B%5D=a&q%5Btags%5D%5B%5D=b',
  );
  expect(query({ x: [null, 1] }, { style: 'json' })).toBe('q=%7B%22x%22%3A%5Bnull%2C1%5D%7D');
  for (const [value, more] of [
    [null, {}],
    [[], {}],
    [{}, deep],
    [{ x: {} }, deep],
    [{ x: [1, []] }, deep],
    [{ x: null }, deep],
    [{ 'a]b': 1 }, deep],
    [{ '': 1 }, deep],
    [['a b'], spaces],
    [['a|b'], pipes],
    ['\uD800', {}],
    [['a', null], {}],
    ['a', { unusable: 'It cannot be set.' }],
  ] as const) {
    const parameters = [parameter('q', 'query', more)];
    expect(Object.keys(refusals('GET /a', { q: value }, { parameters })), JSON.stringify(value)).toEqual(['query q']);
  }
  const required = [parameter('q', 'query', { isRequired: true })];
  expect(refusals('GET /a', {}, { parameters: required })).toEqual({ 'query q': '"q" must be set.' });
});

test('lists and nested objects are written in brackets, at any level', () => {
  const query = (value: Json): string => {
    const parameters = [parameter('q', 'query', { style: 'deepObject' })];
    return decodeURIComponent(built('GET /a', { q: value }, { parameters }).url.split('?')[1] ?? '');
  };
  expect(query(['a', 'b'])).toBe('q[]=a&q[]=b');
  expect(query({ owner: { name: 'x', id: 5 }, tags: ['a', 'b'] })).toBe(
    'q[owner][name]=x&q[owner][id]=5&q[tags][]=a&q[tags][]=b',
  );
  // Items with fields are told apart by their places: a service could mix two of them up.
  expect(query({ rules: [{ a: 1, b: 2 }, { a: 3 }] })).toBe('q[rules][0][a]=1&q[rules][0][b]=2&q[rules][1][a]=3');
  expect(query([['a'], ['b', 'c']])).toBe('q[0][]=a&q[1][]=b&q[1][]=c');
  expect(query([{ a: 1 }, 2])).toBe('q[0][a]=1&q[1]=2');
  expect(query(5)).toBe('q=5');
  let deep: Json = 'x';
  for (let level = 0; level < 500; level += 1) deep = { a: deep };
  expect(query(deep)).toBe(`q${'[a]'.repeat(500)}=x`);
});

test('only the headers that a person may set are sent', () => {
  const header = (name: string, value: Json) =>
    [{ [name]: value }, { parameters: [parameter(name, 'header')] }] as const;
  for (const name of ['X-Request-Source', 'If-Match', 'if-none-match', 'Idempotency-Key', 'Prefer']) {
    expect(built('GET /a', ...header(name, '"v1" x')).headers).toEqual({ [name]: '"v1" x' });
  }
  for (const name of [
    ...'Authorization Host Content-Length Transfer-Encoding Cookie Content-Type Accept User-Agent Connection'.split(
      ' ',
    ),
    ...'X-A\r\nHost X-A: X-HTTP-Method-Override x-method-override X-Original-URL X-Rewrite-URL X-Forwarded-Host X-Host'.split(
      ' ',
    ),
    ...'X-HTTP-Host-Override __proto__ X-É'.split(' '),
    ...[''],
  ]) {
    expect(refusals('GET /a', ...header(name, 'x')), name).toHaveProperty([`header ${name}`]);
  }
  for (const value of ['', ' a', 'a\r\nHost: evil', 'é', 'a\u0000', '\u007F', '\u202E', null]) {
    expect(refusals('GET /a', ...header('X-A', value)), JSON.stringify(value)).toHaveProperty(['header X-A']);
  }
  const required = [parameter('X-A', 'header', { isRequired: true })];
  expect(refusals('GET /a', {}, { parameters: required })).toEqual({ 'header X-A': '"X-A" must be set.' });
  const twice = [parameter('X-A', 'header'), parameter('x-a', 'header')];
  expect(refusals('GET /a', { 'X-A': '1', 'x-a': '2' }, { parameters: twice })).toHaveProperty(['header x-a']);
});

test('a body is sent where one is set or required, and nothing that nobody set', () => {
  const required = { ...jsonBody, isRequired: true };
  expect(built('POST /a', {}, { body: jsonBody })).toMatchObject({ body: null, headers: {} });
  expect(built('POST /a', {}, { body: required }).body).toBe('{}');
  expect(built('POST /a', {}, { body: required }).headers).toEqual({ 'Content-Type': 'application/json' });
  expect(built('GET /a', {}, { body: required }).body).toBeNull();
  expect(refusals('GET /a', {}, { body: jsonBody, bodyValue: {} })).toEqual({ body: 'A GET request has no body.' });
  expect(refusals('POST /a', {}, { bodyValue: {} })).toEqual({ body: 'This operation takes no body.' });
});

test('null, empty and false are values, and numbers keep their digits', () => {
  const send = (bodyValue: Json): string | null => built('POST /a', {}, { body: jsonBody, bodyValue }).body;
  expect([null, '', [], {}, 0, false].map(send)).toEqual(['null', '""', '[]', '{}', '0', 'false']);
  expect(send({ big: new ExactNumber('9223372036854775807') })).toBe('{"big":9223372036854775807}');
});

test('types made of JSON are sent as they are declared, and others not at all', () => {
  const typed = (type: string) => ({ body: { ...jsonBody, type }, bodyValue: [] });
  for (const type of ['application/json', 'text/json', 'application/vnd.x_y+json', 'model/gltf+json'])
    for (const more of ['', '; charset=utf-8'])
      expect(built('POST /a', {}, typed(type + more)).headers['Content-Type'], type).toBe(type);
  for (const type of ['multipart/form-data', 'text/plain', 'application/json\r\nX: y', '']) {
    expect(refusals('POST /a', {}, typed(type)), type).toHaveProperty('body');
  }
});

test('JSON Patch takes a list alone', () => {
  const typed = { body: { ...jsonBody, type: 'application/json-patch+json' } };
  expect(built('PATCH /a', {}, { ...typed, bodyValue: [] }).body).toBe('[]');
  expect(refusals('PATCH /a', {}, { ...typed, bodyValue: { a: 1 } })).toEqual({
    body: 'JSON Patch (application/json-patch+json) takes a list of steps.',
  });
});

/** Texts with what could be taken for another address. */
const anyValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('.', '/', '%', '2', 'e', 'f', '\\', '?', '#', '@', ':', 'a', ' ', '\t', '&', '=', '+'),
  }),
);

test('the address that is built says what was meant, and never leads anywhere else', () => {
  const template = fc
    .array(
      fc.constantFrom(
        'a',
        'é',
        '.',
        '..',
        '%2e',
        '',
        '{x}',
        '{y}',
        '{x}.{y}',
        'b{x}',
        '{',
        '?',
        '#',
        '\\',
        '@h',
        ':80',
      ),
    )
    .map((segments) => `/${segments.join('/')}`);
  const texts = fc.record({ x: anyValue, y: anyValue, q: anyValue });
  holds([template, texts], { numRuns: 2000 }, (at, values) => {
    const call = buildCall(plan(`GET ${at}`, values, { parameters: [parameter('q', 'query')] }));
    if (!call.ok) return;
    const url = new URL(call.value.url);
    expect(url.origin).toBe('https://api.example.com');
    expect([...url.searchParams]).toEqual([['q', values.q]]);
    const segments = url.pathname.split('/').map(decodeURIComponent);
    const filled = (one: string): string => one.replaceAll('{x}', () => values.x).replaceAll('{y}', () => values.y);
    expect(segments).toEqual(['', 'v1', ...at.slice(1).split('/').map(filled)]);
    expect(segments.some((segment) => segment === '.' || segment === '..')).toBe(false);
  });
});
