/** Bodies that are handed on as they arrive. */
import { expect, test } from 'vitest';
import { passOn } from '../../../src/api/http/response.ts';
import { createClient } from '../../../src/api/http/client.ts';
import { tokenRedactor } from '../../../src/api/access.ts';
import { aServer, token } from '../http.ts';

async function* inPieces(text: string, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(Buffer.from(text.slice(at, at + size)));
}

async function handed(text: string, size: number) {
  let got = '';
  const sink = (piece: Uint8Array) => {
    got += Buffer.from(piece).toString();
    return Promise.resolve();
  };
  const { signal } = new AbortController();
  const result = await passOn({ status: 200, body: inPieces(text, size) }, sink, tokenRedactor(token), signal);
  return { got, result };
}

test.each([1, 7, 62, 64, 1000, 100_000])('the token is in none of them, in pieces of %i bytes', async (size) => {
  const text = `${'x'.repeat(1_500)}${token}${'y'.repeat(1_500)}`;
  const { got, result } = await handed(text, size);
  expect(got).toBe(text.replace(token, '(access token)'));
  expect(result).toMatchObject({ ok: true, bytes: text.length });
});

function clientOf(baseUrl: string) {
  return createClient({ baseUrl, token, version: '1.0.0', modeFor: () => 'read-only' });
}

const request = { operation: 'send request', method: 'GET' } as const;

test('17 MiB of a real service arrive', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const { baseUrl, requests } = await aServer((response) => {
    for (let at = 0; at < 17; at += 1) response.write(piece);
    response.end();
  });
  let bytes = 0;
  const sink = (some: Uint8Array) => {
    bytes += some.byteLength;
    return Promise.resolve();
  };
  const result = await clientOf(baseUrl).download({ ...request, url: `${baseUrl}/logs` }, sink);
  expect([result, bytes]).toEqual([{ ok: true, value: { bytes: 17 * 1024 * 1024 } }, 17 * 1024 * 1024]);
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
});

test('a refusal is told, and nothing of it is handed on', async () => {
  const { baseUrl } = await aServer((response) => {
    response.writeHead(403, { 'content-type': 'application/problem+json' }).end('{"title":"Not yours"}');
  });
  const sink = () => Promise.reject(new Error('handed on'));
  const result = await clientOf(baseUrl).download({ ...request, url: `${baseUrl}/logs` }, sink);
  expect(result).toMatchObject({ ok: false, problem: { kind: 'refused', status: 403, title: 'Not yours' } });
});

test('an error of the sink ends it, and so does an abort', async () => {
  const { baseUrl } = await aServer((response) => response.write('x'.repeat(100_000)));
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const url = `${baseUrl}/logs`;
  await expect(clientOf(baseUrl).download({ ...request, url }, () => Promise.reject(full))).rejects.toBe(full);
  const stop = new AbortController();
  const sink = () => {
    stop.abort();
    return Promise.resolve();
  };
  const stopped = await clientOf(baseUrl).download({ ...request, url }, sink, stop.signal);
  expect(stopped).toMatchObject({ ok: false, problem: { kind: 'aborted' } });
});

test('an address elsewhere gets nothing', async () => {
  const stranger = await aServer((response) => response.end());
  const result = await clientOf('http://127.0.0.1:1').download({ ...request, url: stranger.baseUrl }, () =>
    Promise.resolve(),
  );
  expect([result.ok, stranger.connections()]).toEqual([false, 0]);
});

test('a body that breaks off, or an error that is too large, is handed on with its reason', async () => {
  async function* broken(): AsyncIterable<Uint8Array> {
    yield await Promise.resolve(Buffer.from('x'));
    throw new Error('closed');
  }
  const { signal } = new AbortController();
  const of = (status: number, body: AsyncIterable<Uint8Array>) =>
    passOn({ status, body }, () => Promise.resolve(), tokenRedactor(token), signal);
  expect(await of(200, broken())).toEqual({ ok: false, reason: 'cut off' });
  expect(await of(500, inPieces('x'.repeat(70_000), 9000))).toEqual({ ok: false, reason: 'too large' });
});
