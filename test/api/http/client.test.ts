import { describe, expect, test } from 'vitest';
import { aClient, anIntent, answerOf, aServer, problemOf, sendJson, withJson, token } from '../http.ts';

const operation = 'list systems';
const methods = ['GET', 'POST', 'DELETE'] as const;
const changes = ['POST', 'DELETE'] as const;

describe('a request that is sent', () => {
  test.each(methods)('%s names the program and carries the token', async (method) => {
    const server = await aServer(withJson({ a: 1 }));
    const client = aClient(server);
    expect(await answerOf(client, { method })).toMatchObject({ ok: true, value: { status: 200 } });
    expect(server.requests).toEqual([expect.objectContaining({ method, url: '/path', body: '' })]);
    expect(server.requests[0]?.headers).toMatchObject({
      'user-agent': 'rollcall/1.2.3',
      authorization: `Bearer ${token}`,
      accept: 'application/json, application/problem+json',
    });
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  test('requests share connections', async () => {
    const server = await aServer(withJson({}));
    const client = aClient(server);
    const many = Array.from({ length: 10 }, () => methods).flat();
    for (const method of many) await answerOf(client, { method });
    expect(server.requests).toHaveLength(many.length);
    expect(server.connections()).toBe(1);
  });
});

describe('a request that is not sent', () => {
  test('changes in an organisation that is read-only, and only those', async () => {
    const server = await aServer((response) => response.end());
    const client = aClient(server, { modeFor: (orgId) => (orgId === 'N1' ? 'read-only' : 'normal') });
    expect(await problemOf(client, { method: 'DELETE' })).toMatchObject({ kind: 'withheld', mode: 'read-only' });
    const about = { operation: 'delete system', method: 'DELETE', url: `${client.baseUrl}/path` } as const;
    await client.write(await anIntent(), { ...about, orgId: 'N2' });
    expect(server.requests).toHaveLength(1);
  });

  test.each(['preview', 'read-only'] as const)('changes in a %s session', async (mode) => {
    const server = await aServer((response) => response.end());
    const client = aClient(server, { modeFor: () => mode });
    for (const method of changes) {
      expect(await problemOf(client, { method, operation: 'delete system' })).toEqual({
        operation: 'delete system',
        kind: 'withheld',
        mode,
      });
    }
    expect(await answerOf(client)).toMatchObject({ ok: true });
    expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('anything to another service than its own', async () => {
    const [server, other] = [await aServer((response) => response.end()), await aServer((response) => response.end())];
    for (const url of [`${other.baseUrl}/path`, 'https://elsewhere.example/', 'no address', '/path', '']) {
      expect(await problemOf(aClient(server), { url })).toMatchObject({
        kind: 'untrustedLink',
        link: url,
        reason: 'another address',
      });
    }
    expect([server.connections(), other.connections()]).toEqual([0, 0]);
  });

  test('anything after an abort', async () => {
    const server = await aServer((response) => response.end());
    expect(await problemOf(aClient(server), {}, AbortSignal.abort())).toEqual({ operation, kind: 'aborted' });
    expect(server.requests).toEqual([]);
  });
});

describe('a redirect is not followed', () => {
  const statuses = [301, 302, 303, 307, 308];

  test.each(statuses.flatMap((status) => methods.map((method) => [status, method] as const)))(
    '%i of %s',
    async (status, method) => {
      const elsewhere = await aServer((response) => response.end());
      const location = `${elsewhere.baseUrl}/path`;
      const server = await aServer((response) => response.writeHead(status, { location }).end('moved'));
      expect(await problemOf(aClient(server), { method })).toEqual({ operation, kind: 'redirected', status, location });
      expect(server.requests.map((request) => request.method)).toEqual([method]);
      expect(elsewhere.connections()).toBe(0);
    },
  );

  test('to the same service neither', async () => {
    const server = await aServer((response) => response.writeHead(307, { location: '/other' }).end());
    expect(await problemOf(aClient(server), { method: 'DELETE' })).toMatchObject({ location: '/other' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a refusal', () => {
  test('is reported in the words of its problem details', async () => {
    const body = {
      type: 'https://api.example/problems/type/conflict',
      title: 'Busy',
      detail: 'In use.',
      traceId: '4f2a',
      errors: { id: ['odd'] },
    };
    const server = await aServer((response) =>
      response.writeHead(409, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body)),
    );
    expect(await problemOf(aClient(server), { operation: 'delete system', method: 'DELETE' })).toEqual({
      operation: 'delete system',
      kind: 'refused',
      status: 409,
      slug: 'conflict',
      title: 'Busy',
      detail: 'In use.',
      traceId: '4f2a',
      retryAfter: null,
      errors: { id: ['odd'] },
    });
  });

  test.each([400, 401, 403, 404, 409, 429, 500, 502, 503])('is not tried again: %i', async (status) => {
    const server = await aServer((response) => response.writeHead(status, { 'retry-after': '0' }).end());
    for (const method of methods)
      expect(await problemOf(aClient(server), { method })).toMatchObject({ kind: 'refused', status });
    expect(server.requests.map(({ method }) => method)).toEqual(methods);
  });
});

test('the time of every answer is heard, whatever else it says, and that it says none', async () => {
  const answers = [
    { date: 'Fri, 20 Nov 2026 16:00:00 GMT', status: 200 },
    { date: 'Fri, 20 Nov 2026 16:00:01 GMT', status: 503 },
    { date: null, status: 200 },
  ];
  const left = [...answers];
  const server = await aServer((response) => {
    const { date = null, status } = left.shift() ?? {};
    response.sendDate = false;
    if (date !== null) response.setHeader('Date', date);
    sendJson(response, {}, status);
  });
  const onDate: (number | null)[] = [];
  const client = aClient(server, { onDate: (date) => onDate.push(date) });
  while (left.length > 0) await answerOf(client);
  const first = Date.parse('2026-11-20T16:00:00Z');
  expect(onDate).toEqual([first, first + 1000, null]);
});

test.each([
  ['CERT_HAS_EXPIRED', true],
  ['CERT_NOT_YET_VALID', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', false],
])('after %s the problem says what both clocks tell: %s', async (code, isSaid) => {
  const clocks = { local: 1, service: null };
  const exchange = () => Promise.reject(Object.assign(new Error('TLS'), { code }));
  const client = aClient({ baseUrl: 'https://api.example' }, { exchange, clocks: () => clocks });
  const problem = await problemOf(client);
  expect('clocks' in problem).toBe(isSaid);
});
