import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Problem } from '../../../src/api/problem.ts';
import { aClient, aClosedPort, aServer, aSocketServer, problemOf } from '../http.ts';

const operation = 'list systems';
const methods = ['GET', 'POST', 'DELETE'] as const;
const changes = ['POST', 'DELETE'] as const;

afterEach(() => {
  vi.useRealTimers();
});

/** From here on time passes for the deadlines alone, and only as the test says. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

/** The problem of a request so many milliseconds later, and not a moment before. */
async function problemAfter(ms: number, problem: Promise<Problem>): Promise<Problem> {
  let ended: Problem | null = null;
  void problem.then((one) => (ended = one));
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(ended).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  return problem;
}

/** A server that answers as the test says, and tells when a request has arrived. */
async function anAskedServer(answer: (response: ServerResponse) => void) {
  let arrived = Promise.withResolvers<undefined>();
  const server = await aServer((response) => {
    answer(response);
    arrived.resolve(undefined);
  });
  const asked = async (): Promise<void> => {
    await arrived.promise;
    arrived = Promise.withResolvers<undefined>();
  };
  return { server, asked };
}

/** Writes a little of a body for as long as it is asked for. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 5);
  response.once('close', () => {
    clearInterval(timer);
  });
}

describe('the deadline', () => {
  beforeEach(stopTime);

  test.each([
    ['no answer', () => undefined],
    [
      'headers without a body',
      (response: ServerResponse) => {
        response.writeHead(200).flushHeaders();
      },
    ],
    ['a body that trickles', trickle],
  ])('ends %s: 30 s after a read was sent, 20 s after a change', async (_, answer) => {
    const { server, asked } = await anAskedServer(answer);
    for (const method of methods) {
      const problem = problemOf(aClient(server), { method });
      await asked();
      const seconds = method === 'GET' ? 30 : 20;
      expect(await problemAfter(seconds * 1000, problem)).toEqual({ operation, kind: 'timedOut', seconds });
    }
    expect(server.requests.map(({ method }) => method)).toEqual(methods);
  });

  test('counts also where a connection never says anything, and does not end when it is told to', async () => {
    const exchange = (): Promise<never> => new Promise(() => undefined);
    const client = aClient({ baseUrl: 'http://127.0.0.1:9' }, { exchange });
    expect(await problemAfter(30_000, problemOf(client))).toMatchObject({ kind: 'timedOut' });
    const controller = new AbortController();
    const problem = problemOf(client, {}, controller.signal);
    controller.abort();
    expect(await problem).toMatchObject({ kind: 'aborted' });
  });

  test('counts where the caller could end the request, too', async () => {
    const { server, asked } = await anAskedServer(() => undefined);
    const problem = problemOf(aClient(server), {}, new AbortController().signal);
    await asked();
    expect(await problemAfter(30_000, problem)).toMatchObject({ kind: 'timedOut' });
  });

  test('is the one that the client was given, for reads and for changes', async () => {
    const { server, asked } = await anAskedServer(() => undefined);
    const client = aClient(server, { limits: { readSeconds: 1, changeSeconds: 2 } });
    for (const [method, seconds] of [['GET', 1] as const, ...changes.map((one) => [one, 2] as const)]) {
      const problem = problemOf(client, { method });
      await asked();
      expect(await problemAfter(seconds * 1000, problem)).toMatchObject({ seconds });
    }
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
    expect(await problemOf(aClient(server), {}, controller.signal)).toEqual({ operation, kind: 'aborted' });
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
      operation,
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
      expect(await problemOf(aClient(server), { method })).toEqual({ operation, kind: 'lost', code: 'ECONNRESET' });
      expect(arrived).toBe(1);
    },
  );

  test('does not come about in 10 s. Nothing was sent', async () => {
    stopTime();
    const connected = Promise.withResolvers<undefined>();
    const server = await aSocketServer(() => {
      connected.resolve(undefined);
    });
    const { host } = new URL(server.baseUrl);
    const client = aClient({ baseUrl: server.baseUrl.replace('http:', 'https:') });
    const problem = problemOf(client, { method: 'DELETE' });
    await connected.promise;
    expect(await problemAfter(10_000, problem)).toEqual({ operation, kind: 'unreachable', host, code: 'ETIMEDOUT' });
  });

  test('that came about has as long as the request may take', async () => {
    stopTime();
    let response: ServerResponse | null = null;
    const { server, asked } = await anAskedServer((one) => (response = one));
    const problem = problemOf(aClient(server), { method: 'DELETE' });
    await asked();
    await vi.advanceTimersByTimeAsync(19_999);
    const late = response as ServerResponse | null;
    late?.writeHead(409, { 'content-type': 'application/json' }).end('{}');
    expect(await problem).toMatchObject({ kind: 'refused', status: 409 });
  });

  test('speaks something else than HTTP', async () => {
    const server = await aSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await problemOf(aClient(server))).toMatchObject({ kind: 'lost' });
  });
});
