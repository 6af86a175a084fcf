/** A request through a proxy is sent once, whatever is answered. */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { failureOfError } from '../../../src/api/http/exchange.ts';
import { createProxiedExchange } from '../../../src/app/network/proxied-exchange.ts';
import { aProxy } from '../../support/proxy.ts';

async function aServer(status: number, credentials = '') {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? '');
    response.writeHead(status, { location: '/elsewhere', connection: 'close' }).end(status === 200 ? 'whole' : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const proxy = await aProxy({ to: port });
  const exchange = createProxiedExchange(new URL(`http://${credentials}${proxy.host}`));
  return { asked, url: `http://service.test:${port}/`, exchange, proxy };
}

// To send again what is answered with 421 is what a browser does (RFC 9110, 15.5.20).
test.each([
  ...[200, 204, 307, 401, 408, 409, 421, 425, 429, 500, 503].map((status) => ['DELETE', status] as const),
  ['POST', 421] as const,
])('%s that is answered with %i', async (method, status) => {
  const { asked, url, exchange } = await aServer(status);
  const { signal } = new AbortController();
  const answer = await exchange(url, { method, headers: {}, signal, ...(method === 'POST' && { body: '{}' }) }).then(
    (incoming) => incoming.status,
    (error: unknown) => (error instanceof Error ? error.cause : null),
  );
  expect(asked).toEqual([method]);
  if (status === 421) expect(answer).toMatchObject({ code: 'HTTP_421' });
  else expect(answer).toBe(status);
});

test('nothing is written where it may not leave any more once the tunnel is there', async () => {
  const { asked, url, exchange } = await aServer(200);
  const answers = [true, false, true];
  const { signal } = new AbortController();
  const send = (): Promise<unknown> =>
    exchange(url, { method: 'DELETE', headers: {}, signal, mayLeave: () => answers.shift() ?? false }).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof Error ? error.cause : null),
    );
  expect(await send()).toBe(200);
  expect(await send()).toMatchObject({ code: 'ETIMEDOUT', syscall: 'connect' });
  expect(await send()).toBe(200);
  expect([asked, answers]).toEqual([['DELETE', 'DELETE'], []]);
});

test.each([
  ['', undefined],
  ['a:b%20%C3%A9@', `Basic ${Buffer.from('a:b é').toString('base64')}`],
])(
  'through a proxy with the user %j an answer is read whole, and the proxy is asked with %j',
  async (user, credentials) => {
    const { url, exchange, proxy } = await aServer(200, user);
    const { signal } = new AbortController();
    const { body, headers } = await exchange(url, { method: 'GET', headers: {}, signal });
    const pieces: Uint8Array[] = [];
    for await (const piece of body ?? []) pieces.push(piece);
    expect([Buffer.concat(pieces).toString(), headers.get('location')]).toEqual(['whole', '/elsewhere']);
    expect(proxy.asked).toEqual([{ target: new URL(url).host, credentials }]);
  },
);

test('a proxy that opens no tunnel is a connection that failed, and is asked once', async () => {
  const { signal } = new AbortController();
  const failed = async (status: number | 'closes') => {
    const { host, asked } = await aProxy({ to: 9, status });
    const exchange = createProxiedExchange(new URL(`http://${host}`));
    const failure = await exchange('http://service.test:8080/', { method: 'DELETE', headers: {}, signal }).catch(
      (error: unknown) => failureOfError(error, 'service.test'),
    );
    expect(asked).toHaveLength(1);
    return failure;
  };
  const unreachable = { kind: 'unreachable', host: 'service.test' };
  expect(await failed('closes')).toEqual({ ...unreachable, code: 'ECONNRESET' });
  expect(await failed(502)).toEqual({ ...unreachable, code: 'PROXY_502' });
});

test.each([
  ...[101, 204, 302, 401, 403, 407, 429, 500, 503].map(
    (status) => `HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`,
  ),
  ...['HTTP/1.1 2', 'SSH-2.0-OpenSSH_9\r\n', '<html>Sign in</html>', ''],
])('nothing was sent where the proxy answers the question for a tunnel with %j', async (answer) => {
  const proxy = createSocketServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const exchange = createProxiedExchange(new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`));
  const { signal } = new AbortController();
  const failure = await exchange('http://service.test:8080/', { method: 'DELETE', headers: {}, signal }).then(
    ({ status }) => status,
    (error: unknown) => failureOfError(error, 'service.test'),
  );
  expect(failure).toMatchObject({ kind: 'unreachable' });
});
