import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../src/api/http/client.ts';
import type { Incoming } from '../../../src/api/http/exchange.ts';
import { createRequestLog, type RequestEntry, safePath } from '../../../src/api/http/request-log.ts';
import { property } from '../../support/property.ts';

const clock = () => {
  let at = 0;
  return () => (at += 5);
};

describe('the log has of an address', () => {
  test.each([
    ['https://api.example/org/n7/systems', '/org/n7/systems'],
    ['https://api.example/a?per_page=200&include_disabled=false', '/a?per_page=200&include_disabled=false'],
    ['https://api.example/a?search=payroll&cursor=eyJhbGci', '/a?search=…&cursor=…'],
    ['https://user:secret@api.example/a', '/a'],
    ['not an address', '(unreadable address)'],
  ])('%s: %s', (url, path) => {
    expect(safePath(url)).toBe(path);
  });

  property('no value of the query that is not a number or a switch', [fc.string()], (value) => {
    const path = safePath(`https://api.example/a?search=${encodeURIComponent(value)}`);
    expect(path).toMatch(/^\/a\?search=(?:…|\d{1,9}|true|false|)$/);
  });
});

describe('the client notes', () => {
  const token = 'A'.repeat(63);

  async function sent(exchange: () => Promise<Incoming>, url = 'https://api.example/systems') {
    const noted: RequestEntry[] = [];
    const log = createRequestLog(clock(), (entry) => noted.push(entry));
    const about = { baseUrl: 'https://api.example', token, version: '1', modeFor: () => 'normal' as const };
    const client = createClient({ ...about, exchange, log });
    await client.read({ operation: 'list systems', method: 'GET', url });
    return noted[0];
  }

  function answer(status: number, body: string, type = 'application/json'): () => Promise<Incoming> {
    const headers = new Headers({ 'content-type': type });
    return () =>
      Promise.resolve({
        status,
        headers,
        body: (async function* () {
          await Promise.resolve();
          yield new TextEncoder().encode(body);
        })(),
      });
  }

  test('the status, the bytes and the time of a response', async () => {
    expect(await sent(answer(200, '{"ü":1}'))).toMatchObject({ status: 200, bytes: 8, failure: null, ms: 5 });
  });

  test('the trace id of a problem', async () => {
    const problem = answer(503, '{"traceId":"4f2a"}', 'application/problem+json');
    expect(await sent(problem)).toMatchObject({ status: 503, traceId: '4f2a', failure: null });
  });

  test('why there is no response', async () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect(await sent(() => Promise.reject(refused))).toMatchObject({ status: null, failure: 'ECONNREFUSED' });
  });

  test('no token, wherever the service put it', async () => {
    const noted = await sent(
      answer(500, JSON.stringify({ traceId: `x${token}` }), 'application/problem+json'),
      `https://api.example/${token}/a?token=${token}`,
    );
    expect(noted?.path).toBe('/(access%20token)/a?token=…');
    expect(JSON.stringify(noted)).not.toContain(token);
  });

  test('nothing of a request that is not sent', async () => {
    expect(await sent(answer(200, '{}'), 'https://elsewhere.example/')).toBeUndefined();
  });
});
