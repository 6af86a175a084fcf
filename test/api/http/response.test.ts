import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exchange, type Incoming } from '../../../src/api/http/exchange.ts';
import {
  type Body,
  bodyOf,
  htmlTitle,
  isJson,
  maxBodyBytes,
  readHttpDate,
  readResponse,
  readRetryAfter,
} from '../../../src/api/http/response.ts';
import { aServer, aSocketServer } from '../http.ts';

const never = new AbortController().signal;
const tooLarge: Body = { ok: false, reason: 'too large' };
const cutOff: Body = { ok: false, reason: 'cut off' };

/** Result of reading an answer that a server writes. */
async function bodyFrom(answer: (response: ServerResponse) => void): Promise<Body> {
  const { baseUrl } = await aServer(answer);
  return bodyOf(await get(baseUrl), never);
}

function get(url: string, signal = never): Promise<Incoming> {
  return exchange(url, { method: 'GET', headers: {}, signal });
}

/** A response whose body arrives in these pieces. */
function inPieces(...pieces: readonly (readonly number[])[]): Response {
  return new Response(ReadableStream.from(pieces.map((piece) => Uint8Array.from(piece))));
}

describe('a whole body', () => {
  test.each([
    ['no body', new Response(null), ''],
    ['an empty one', new Response(''), ''],
    ['text', new Response('Köln 東京 😀'), 'Köln 東京 😀'],
    ['a character that arrives in two pieces', inPieces([0x4b, 0xc3], [0xb6, 0x6c]), 'Köl'],
    ['a byte order mark, which is dropped', inPieces([0xef, 0xbb, 0xbf, 0x41]), 'A'],
    ['bytes that are no UTF-8', inPieces([0x41, 0xff], [0xc3]), 'A\uFFFD\uFFFD'],
  ])('%s', async (_, response, text) => {
    expect(await bodyOf(response, never)).toEqual({ ok: true, text });
  });

  test('of exactly the largest size', async () => {
    expect(await bodyFrom((response) => response.end(Buffer.alloc(maxBodyBytes, 'x')))).toMatchObject({ ok: true });
  });

  test.each([
    ['gzip', gzipSync('Köln')],
    ['x-gzip', gzipSync('Köln')],
    ['br', brotliCompressSync('Köln')],
    ['gzip', Buffer.alloc(0)],
    ['identity', Buffer.from('Köln')],
    ['made-up', Buffer.from('Köln')],
  ])('packed on its way (%s)', async (coding, packed) => {
    const body = await bodyFrom((response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(packed);
    });
    expect(body).toEqual({ ok: true, text: packed.length === 0 ? '' : 'Köln' });
  });

  test.each([204, 304])('of a %i, which has none whatever its packing', async (status) => {
    const body = await bodyFrom((response) => {
      response.writeHead(status, { 'content-encoding': 'gzip' }).end();
    });
    expect(body).toEqual({ ok: true, text: '' });
  });
});

describe('a body that is too large', () => {
  test('by one byte', async () => {
    expect(await bodyFrom((response) => response.end(Buffer.alloc(maxBodyBytes + 1)))).toEqual(tooLarge);
  });

  test('only once it is unpacked', async () => {
    const large = Buffer.alloc(2 * maxBodyBytes);
    for (const [coding, bomb] of Object.entries({ gzip: gzipSync(large), br: brotliCompressSync(large) })) {
      expect(bomb.length).toBeLessThan(100_000);
      const body = bodyFrom((response) => response.writeHead(200, { 'content-encoding': coding }).end(bomb));
      expect(await body).toEqual(tooLarge);
    }
  });

  test('without an end: the connection is given up', async () => {
    const piece = Buffer.alloc(1024 * 1024);
    const closed = Promise.withResolvers<unknown>();
    const body = await bodyFrom((response) => {
      const more = (): void => {
        while (response.write(piece));
      };
      closed.resolve(once(response.on('drain', more), 'close'));
      more();
    });
    expect(body).toEqual(tooLarge);
    await closed.promise;
  });
});

test.each([
  ['shorter than it said', 'Content-Length: 100\r\n\r\n{"items": ['],
  ['in the middle of a chunk', 'Transfer-Encoding: chunked\r\n\r\nff\r\n{"items": ['],
  ['before its last chunk', 'Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n'],
  ['after a chunk of no known size', 'Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\nzz\r\n'],
  ['no gzip at all', 'Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]'],
  ['in the middle of gzip', 'Content-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\u001f'],
])('a body that is cut off: %s', async (_, rest) => {
  const { baseUrl } = await aSocketServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
  expect(await bodyOf(await get(baseUrl), never)).toEqual(cutOff);
});

test('an abort rejects, so that it is not taken for the service’s doing', async () => {
  const { baseUrl } = await aServer((response) => response.write('['));
  const controller = new AbortController();
  const response = await get(baseUrl, controller.signal);
  const body = bodyOf(response, controller.signal);
  controller.abort();
  await expect(body).rejects.toThrow('aborted');
});

describe('the title of an HTML page', () => {
  test.each([
    ['<html><head><title>Proxy login</title>', 'Proxy login'],
    ['<TITLE lang="en">\n Sign in \n</TITLE>', 'Sign in'],
    ['<title>unfinished', 'unfinished'],
    ['<title></title>', null],
    ['<title> </title>', null],
    ['<h1>Sign in</h1>', null],
    ['', null],
  ])('%j', (html, title) => {
    expect(htmlTitle(html)).toBe(title);
  });

  test('a long one is cut, and a page of unfinished tags takes no time worth telling', () => {
    expect(htmlTitle(`<title>${'x'.repeat(1000)}</title>`)).toHaveLength(120);
    expect(htmlTitle('<title '.repeat(500_000))).toBeNull();
  });
});

const json = { 'content-type': 'application/json' };

/** Result of reading an answer with this body. */
function said(status: number, headers: Record<string, string>, body: string | Body) {
  const whole: Body = typeof body === 'string' ? { ok: true, text: body } : body;
  return readResponse(new Response(null, { status, headers }), whole);
}

describe('a success', () => {
  test.each([200, 201, 202, 204, 299])('%i with JSON', (status) => {
    expect(said(status, json, '{"a": 1}')).toMatchObject({ status, json: { a: 1 } });
  });

  test.each(['', ' \n'])('without a body, whatever its type: %j', (body) => {
    expect(said(200, { 'content-type': 'text/html' }, body)).toMatchObject({ status: 200, json: undefined });
  });
});

test.each([
  ['content type', 'text/html', '<html>Proxy login</html>'],
  ['content type', 'application/problem+json', '{"title":"Not so"}'],
  ['content type', '', '{"a": 1}'],
  ['not json', 'application/json', '{"a": 1'],
  ['not json', 'application/json', '<html>'],
  ['too large', 'application/json', { ok: false, reason: 'too large' }],
  ['cut off', 'application/json', { ok: false, reason: 'cut off' }],
] as const)('an answer that is not the API’s: %s: %s', (reason, contentType, body) => {
  const failure = { kind: 'notTheApi', status: 200, reason, contentType, title: null };
  expect(said(200, { 'content-type': contentType }, body)).toEqual(failure);
});

test('a page of HTML is reported by its title', () => {
  const body = '<html><title> Proxy login </title>';
  expect(said(200, { 'content-type': 'text/html' }, body)).toMatchObject({ title: 'Proxy login' });
});

test.each([
  [301, { location: 'https://elsewhere.example/' }, 'https://elsewhere.example/'],
  [300, {}, null],
  [304, {}, null],
  [399, json, null],
])('%i is a redirect', (status, headers, location) => {
  expect(said(status, headers, '')).toEqual({ kind: 'redirected', status, location });
});

describe('a refusal', () => {
  test.each([400, 401, 407, 418, 500, 599])('%i says what its body says', (status) => {
    expect(said(status, json, '{"title": "No"}')).toMatchObject({ kind: 'refused', status, title: 'No' });
  });

  test.each(['cut off', 'too large'] as const)('is one even where its body is %s', (reason) => {
    const failure = { kind: 'refused', status: 401, title: null };
    expect(said(401, json, { ok: false, reason })).toMatchObject(failure);
  });
});

describe('Content-Type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'Application/JSON',
    'application/problem+json; charset=utf-8',
    'application/vnd.api+json',
  ])('%s is JSON', (contentType) => {
    expect(isJson(contentType)).toBe(true);
  });

  test.each([
    ...'json text/html text/plain text/json application/octet-stream application/jsonx application/json+xml'.split(' '),
    ...'application/+json application/x-ndjson x-application/json'.split(' '),
    ...['', 'text/html; application/json'],
  ])('%j is not', (contentType) => {
    expect(isJson(contentType)).toBe(false);
  });
});

test.each([
  ['Fri, 20 Nov 2026 16:00:00 GMT', Date.parse('2026-11-20T16:00:00Z')],
  ['Sat, 20 Nov 2026 16:00:00 GMT', null],
  ['Fri, 31 Feb 2026 16:00:00 GMT', null],
  ['Fri, 20 Nov 2026 16:00:00 +0100', null],
  ['Friday, 20-Nov-26 16:00:00 GMT', null],
  ['Fri Nov 20 16:00:00 2026', null],
  ['2026-11-20T16:00:00Z', null],
  ['Fri, 20 Nov 2026 16:00:00 GMT, Fri, 20 Nov 2026 16:00:01 GMT', null],
  ['Invalid Date', null],
  ['1', null],
  ['', null],
])('Date %j is the moment %j', (text, moment) => {
  expect(readHttpDate(text)).toBe(moment);
});

describe('Retry-After', () => {
  const date = 'Fri, 20 Nov 2026 12:00:00 GMT';

  test.each([
    ['30', 30],
    ['0', 1],
    ['600', 600],
    ['86400', 86_400],
    ['1000000000000', 1e9],
    ['9'.repeat(400), 1e9],
  ])('%s seconds are %i', (text, seconds) => {
    expect(readRetryAfter(text, null)).toBe(seconds);
  });

  test.each([
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 12:00:00 GMT', 1],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 1],
    ['Fri, 20 Nov 2026 12:10:00 GMT', 600],
    ['Sat, 20 Nov 2027 12:00:00 GMT', 600],
  ])('until %s is %i', (text, seconds) => {
    expect(readRetryAfter(text, date)).toBe(seconds);
  });

  test('a date without the answer’s own is not measured against this computer’s clock', () => {
    const soon = new Date(Date.now() + 30_000).toUTCString();
    expect(readRetryAfter(soon, null)).toBeNull();
    expect(readRetryAfter(soon, 'yesterday')).toBeNull();
  });

  test.each([
    null,
    '',
    ' ',
    '-5',
    '+5',
    '1.5',
    '1e9',
    '0x10',
    'soon',
    '30, 60',
    '30s',
    '2026-11-20T12:00:30Z',
    'Infinity',
  ])('%j says nothing', (text) => {
    expect(readRetryAfter(text, date)).toBeNull();
  });
});
