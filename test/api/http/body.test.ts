import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Body, bodyOf, htmlTitle, largestBody } from '../../../src/api/http/body.ts';
import { exchange, type Incoming } from '../../../src/api/http/exchange.ts';
import { aServer, aSocketServer } from '../http.ts';

const never = new AbortController().signal;
const tooLarge: Body = { ok: false, reason: 'too large' };
const cutOff: Body = { ok: false, reason: 'cut off' };

/** What is read of an answer that a server writes. */
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
    expect(await bodyFrom((response) => response.end(Buffer.alloc(largestBody, 'x')))).toMatchObject({ ok: true });
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
    expect(await bodyFrom((response) => response.end(Buffer.alloc(largestBody + 1)))).toEqual(tooLarge);
  });

  test('only once it is unpacked', async () => {
    const large = Buffer.alloc(2 * largestBody);
    for (const [coding, bomb] of [['gzip', gzipSync(large)] as const, ['br', brotliCompressSync(large)] as const]) {
      expect(bomb.length).toBeLessThan(100_000);
      expect(await bodyFrom((response) => response.writeHead(200, { 'content-encoding': coding }).end(bomb))).toEqual(
        tooLarge,
      );
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

describe('a body that is cut off', () => {
  test.each([
    ['shorter than it said', 'Content-Length: 100\r\n\r\n{"items": ['],
    ['in the middle of a chunk', 'Transfer-Encoding: chunked\r\n\r\nff\r\n{"items": ['],
    ['before its last chunk', 'Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n'],
    ['after a chunk of no known size', 'Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\nzz\r\n'],
    ['no gzip at all', 'Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]'],
    ['in the middle of gzip', 'Content-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\u001f'],
  ])('%s', async (_, rest) => {
    const { baseUrl } = await aSocketServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    expect(await bodyOf(await get(baseUrl), never)).toEqual(cutOff);
  });
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
