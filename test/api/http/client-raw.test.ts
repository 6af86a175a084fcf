/** Answers that are taken as they are, of any type. */
import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RawRequest, RawResponse } from '../../../src/api/http/client.ts';
import type { Result } from '../../../src/api/problem.ts';
import { aClient, aServer, withJson, token } from '../http.ts';

type Answer = Parameters<typeof aServer>[0];

/** Result of one raw request to a server of this answer, and the request that the server saw. */
async function raw(answer: Answer, about: Partial<RawRequest> = {}) {
  const server = await aServer(answer);
  let at = 0;
  const client = aClient(server, { steady: () => (at += 40) });
  const request = { operation: 'send request', method: 'GET', url: `${server.baseUrl}/path`, ...about } as const;
  return { met: await client.readRaw(request), server };
}

function valueOf(met: Result<RawResponse>): RawResponse {
  if (!met.ok) throw new Error(met.problem.kind);
  return met.value;
}

test('any type comes as bytes and as text, with its headers and its time', async () => {
  const { met, server } = await raw(
    (response) => {
      response.writeHead(200, { 'content-type': 'text/csv', etag: '"1"', 'content-encoding': 'gzip' });
      response.end(gzipSync('name\nKöln\n'));
    },
    { headers: { accept: 'text/csv', 'X-Trace': '7' } },
  );
  const value = valueOf(met);
  expect(value).toMatchObject({ status: 200, contentType: 'text/csv', text: 'name\nKöln\n', ms: 40 });
  expect(Buffer.from(value.bytes)).toEqual(Buffer.from('name\nKöln\n'));
  expect(value.headers.get('etag')).toBe('"1"');
  const { headers } = server.requests[0] ?? {};
  expect(headers).toMatchObject({ accept: 'text/csv', 'x-trace': '7', authorization: `Bearer ${token}` });
});

test('bytes that are no text come unchanged, and the token in none of them', async () => {
  const bytes = Buffer.from([0, 255, 254, 128, 195, 40]);
  const { met } = await raw((response) => response.end(Buffer.concat([bytes, Buffer.from(token), bytes])));
  const value = valueOf(met);
  expect(Buffer.from(value.bytes)).toEqual(Buffer.concat([bytes, Buffer.from('(access token)'), bytes]));
  expect(value.text).not.toContain(token);
});

test('the token is in no part of a long body, wherever it stands', async () => {
  for (const before of [65_536 - 30, 2 * 65_536 - 1, 2 * 65_536]) {
    const { met } = await raw((response) => response.end(`${' '.repeat(before)}${token}${' '.repeat(100_000)}`));
    const { text } = valueOf(met);
    expect(text.trim()).toBe('(access token)');
    expect(text.indexOf('(')).toBe(before);
  }
});

test('304 is an answer where it was asked for, and a redirect elsewhere', async () => {
  const notModified: Answer = (response) => response.writeHead(304).end();
  const asked = await raw(notModified, { headers: { 'If-None-Match': '"1"' } });
  expect(asked.met).toMatchObject({ ok: true, value: { status: 304, text: '' } });
  const unasked = await raw(notModified);
  expect(unasked.met).toMatchObject({ ok: false, problem: { kind: 'redirected', status: 304 } });
});

test('HEAD has no body, whatever its headers say', async () => {
  const { met } = await raw((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(), {
    method: 'HEAD',
  });
  expect(met).toMatchObject({ ok: true, value: { status: 200, text: '' } });
});

test('an answer that is no success is a problem, as of every request', async () => {
  const refused = await raw(withJson({ title: `No ${token}`, traceId: 't1' }, 409));
  expect(refused.met).toMatchObject({
    ok: false,
    problem: { kind: 'refused', status: 409, title: 'No (access token)', traceId: 't1', operation: 'send request' },
  });
  const elsewhere = await raw((response) => response.writeHead(302, { location: 'https://docs.example.com/' }).end());
  expect(elsewhere.met).toMatchObject({ ok: false, problem: { kind: 'redirected', status: 302 } });
  const large = await raw((response) => response.end(Buffer.alloc(16 * 1024 * 1024 + 1)));
  expect(large.met).toMatchObject({ ok: false, problem: { kind: 'notTheApi', reason: 'too large' } });
  const short = await raw((response) => {
    response.writeHead(200, { 'content-length': '10' }).write('half');
    setTimeout(() => response.destroy(), 20);
  });
  expect(short.met).toMatchObject({ ok: false, problem: { kind: 'notTheApi', reason: 'cut off' } });
});

test('nothing is sent to another address', async () => {
  const { met, server } = await raw((response) => response.end(), { url: 'http://127.0.0.1:9/elsewhere' });
  expect(met).toMatchObject({ ok: false, problem: { kind: 'untrustedLink' } });
  expect(server.requests).toEqual([]);
});
