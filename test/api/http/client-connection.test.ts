import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aClient, aClosedPort, aServer, aSocketServer, problemOf } from '../http.ts';

const methods = ['GET', 'POST', 'DELETE'] as const;
const changes = ['POST', 'DELETE'] as const;

/** Short enough for a test, and long enough for every answer that does come. */
const limits = { readSeconds: 0.2, changeSeconds: 0.2 };

afterEach(() => {
  vi.useRealTimers();
});

/** Writes a little of a body for as long as it is asked for. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 5);
  response.once('close', () => {
    clearInterval(timer);
  });
}

describe('the deadline', () => {
  test.each([
    ['no answer', () => undefined],
    [
      'headers without a body',
      (response: ServerResponse) => {
        response.writeHead(200).flushHeaders();
      },
    ],
    ['a body that trickles', trickle],
  ])('ends %s', async (_, answer) => {
    const server = await aServer(answer);
    for (const method of methods) {
      const problem = await problemOf(aClient(server, { limits }), { method });
      expect(problem).toEqual({ operation: 'list systems', kind: 'timedOut', seconds: 0.2 });
    }
    expect(server.requests.map(({ method }) => method)).toEqual(methods);
  });

  test('counts also where a connection never says anything, and does not end when it is told to', async () => {
    const exchange = (): Promise<never> => new Promise(() => undefined);
    const client = aClient(
      { baseUrl: 'http://127.0.0.1:9' },
      { limits: { readSeconds: 0.02, changeSeconds: 0.02 }, exchange },
    );
    for (const method of methods) expect(await problemOf(client, { method })).toMatchObject({ kind: 'timedOut' });
    const controller = new AbortController();
    const problem = problemOf(client, {}, controller.signal);
    controller.abort();
    expect(await problem).toMatchObject({ kind: 'aborted' });
  });

  test('counts where the caller could end the request, too', async () => {
    const server = await aServer(() => undefined);
    const problem = await problemOf(aClient(server, { limits }), {}, new AbortController().signal);
    expect(problem).toMatchObject({ kind: 'timedOut' });
  });

  test('is another for reads and changes', async () => {
    const server = await aServer(() => undefined);
    const client = aClient(server, { limits: { readSeconds: 0.1, changeSeconds: 0.2 } });
    expect(await problemOf(client)).toMatchObject({ seconds: 0.1 });
    for (const method of changes) expect(await problemOf(client, { method })).toMatchObject({ seconds: 0.2 });
  });
});

describe('an abort by the caller', () => {
  test.each([
    ['before the answer', () => undefined],
    ['in the middle of the body', (response: ServerResponse) => void response.writeHead(200).write('[')],
  ])('%s', async (_, answer) => {
    const controller = new AbortController();
    const server = await aServer((response) => {
      answer(response);
      controller.abort();
    });
    expect(await problemOf(aClient(server), {}, controller.signal)).toEqual({
      operation: 'list systems',
      kind: 'aborted',
    });
  });

  test('for a reason of its own', async () => {
    const controller = new AbortController();
    const server = await aServer((response) => {
      response.write('[');
      controller.abort('replaced');
    });
    expect(await problemOf(aClient(server), {}, controller.signal)).toMatchObject({ kind: 'aborted' });
  });

  test('closes the connection', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<unknown>();
    const server = await aServer((response) => {
      closed.resolve(once(response, 'close'));
      controller.abort();
    });
    await problemOf(aClient(server), {}, controller.signal);
    await closed.promise;
  });
});

describe('the connection', () => {
  test.each(methods)('is refused. Nothing was sent (%s)', async (method) => {
    const baseUrl = await aClosedPort();
    const { host } = new URL(baseUrl);
    expect(await problemOf(aClient({ baseUrl }), { method })).toEqual({
      operation: 'list systems',
      kind: 'unreachable',
      host,
      code: 'ECONNREFUSED',
    });
  });

  test('is not encrypted where it should be. Nothing was sent', async () => {
    const server = await aServer((response) => response.end());
    const client = aClient({ baseUrl: server.baseUrl.replace('http:', 'https:') });
    expect(await problemOf(client, { method: 'DELETE' })).toMatchObject({
      kind: 'unreachable',
      code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    });
    expect(server.requests).toEqual([]);
  });

  test.each(methods.flatMap((method) => [[method, 'reset'] as const, [method, 'closed'] as const]))(
    '%s: is %s after the request, which is not sent again',
    async (method, how) => {
      let arrived = 0;
      const server = await aSocketServer((socket) => {
        arrived += 1;
        if (how === 'reset') socket.resetAndDestroy();
        else socket.end();
      });
      expect(await problemOf(aClient(server), { method })).toEqual({
        operation: 'list systems',
        kind: 'lost',
        code: 'ECONNRESET',
      });
      expect(arrived).toBe(1);
    },
  );

  test('does not come about in 10 s. Nothing was sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connected = Promise.withResolvers<undefined>();
    const server = await aSocketServer(() => {
      connected.resolve(undefined);
    });
    const { host } = new URL(server.baseUrl);
    // Longer than that: the deadline of the whole request would leave open whether it was sent.
    const limits = { readSeconds: 30, changeSeconds: 30 };
    const client = aClient({ baseUrl: server.baseUrl.replace('http:', 'https:') }, { limits });
    let ended: unknown = null;
    const problem = problemOf(client, { method: 'DELETE' }).then((value) => (ended = value));
    await connected.promise;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ended).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(await problem).toEqual({ operation: 'list systems', kind: 'unreachable', host, code: 'ETIMEDOUT' });
  });

  test('that came about has as long as the request may take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = Promise.withResolvers<ServerResponse>();
    const server = await aServer((response) => {
      asked.resolve(response);
    });
    const problem = problemOf(aClient(server, { limits: { readSeconds: 30, changeSeconds: 30 } }), {
      method: 'DELETE',
    });
    const response = await asked.promise;
    await vi.advanceTimersByTimeAsync(29_999);
    response.writeHead(409, { 'content-type': 'application/json' }).end('{}');
    expect(await problem).toMatchObject({ kind: 'refused', status: 409 });
  });

  test('speaks something else than HTTP', async () => {
    const server = await aSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await problemOf(aClient(server))).toMatchObject({ kind: 'lost' });
  });
});
