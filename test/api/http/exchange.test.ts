import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange, failureOfError } from '../../../src/api/http/exchange.ts';
import { aSocketServer } from '../http.ts';

const host = 'api.example';

/** As fetch wraps it. */
function fetchFailed(cause: unknown): Error {
  return new TypeError('fetch failed', { cause });
}

function anError(code: unknown, syscall?: string, message = 'secret'): Error {
  return Object.assign(new Error(message), { code, syscall });
}

describe('nothing was sent', () => {
  test.each([
    ['ECONNREFUSED', 'connect'],
    ['ETIMEDOUT', 'connect'],
    ['EHOSTUNREACH', 'connect'],
    ['ENETUNREACH', 'connect'],
    ['EADDRNOTAVAIL', 'connect'],
    ['EACCES', 'connect'],
    ['ENOTFOUND', 'getaddrinfo'],
    ['EAI_AGAIN', 'getaddrinfo'],
    ['UND_ERR_CONNECT_TIMEOUT', undefined],
    ['CERT_HAS_EXPIRED', undefined],
    ['CERT_NOT_YET_VALID', undefined],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', undefined],
    ['SELF_SIGNED_CERT_IN_CHAIN', undefined],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', undefined],
    ['INVALID_PURPOSE', undefined],
    ['ERR_TLS_CERT_ALTNAME_INVALID', undefined],
    ['ERR_INVALID_CHAR', undefined],
    ['ERR_SSL_WRONG_VERSION_NUMBER', undefined],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', undefined],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', undefined],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', undefined],
  ])('%s %s', (code, syscall) => {
    expect(failureOfError(fetchFailed(anError(code, syscall)), host)).toEqual({ kind: 'unreachable', host, code });
  });

  test('where every address of the host was tried in vain', () => {
    const all = Object.assign(
      new AggregateError([anError('ECONNREFUSED', 'connect'), anError('ENETUNREACH', 'connect')]),
      { code: 'ECONNREFUSED' },
    );
    expect(failureOfError(fetchFailed(all), host)).toEqual({ kind: 'unreachable', host, code: 'ECONNREFUSED' });
  });

  test('where fetch itself refuses', () => {
    const refused = new TypeError('Headers.append: "Bearer secret" is an invalid header value.');
    expect(failureOfError(refused, host)).toEqual({ kind: 'unreachable', host, code: 'bad request' });
  });
});

describe('something may have been sent', () => {
  test.each([
    ['ECONNRESET', 'read'],
    ['EPIPE', 'write'],
    ['ETIMEDOUT', 'read'],
    ['EHOSTUNREACH', 'read'],
    ['UND_ERR_SOCKET', undefined],
    ['UND_ERR_HEADERS_TIMEOUT', undefined],
    ['UND_ERR_HEADERS_OVERFLOW', undefined],
    ['ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', undefined],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', undefined],
    ['EPROTO', 'write'],
  ])('%s %s', (code, syscall) => {
    expect(failureOfError(fetchFailed(anError(code, syscall)), host)).toEqual({ kind: 'lost', code });
  });

  test.each([
    ['an error without a code', fetchFailed(new Error('secret'))],
    ['a code that is no text', fetchFailed(anError(5))],
    ['nothing at all', undefined],
    ['a text', 'secret'],
  ])('%s', (_, error) => {
    expect(failureOfError(error, host)).toEqual({ kind: 'lost', code: 'unknown' });
  });

  test('the innermost cause gives the code', () => {
    const error = fetchFailed(Object.assign(anError('UND_ERR_SOCKET'), { cause: anError('ECONNRESET', 'read') }));
    expect(failureOfError(error, host)).toEqual({ kind: 'lost', code: 'ECONNRESET' });
  });
});

/** An address of this computer that other computers reach; without a network there is none. */
const outward = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.runIf(outward !== undefined)(
  'nothing is written without encryption to an address that is not loopback',
  async () => {
    let bytes = 0;
    const server = createServer((socket) => socket.on('data', (chunk) => (bytes += chunk.length)));
    const closed = once(server, 'connection').then(async ([socket]) => once(socket as Socket, 'close'));
    server.listen(0, '0.0.0.0');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://${outward}:${(server.address() as AddressInfo).port}/`;
    const { signal } = new AbortController();
    const sent = exchange(url, { method: 'GET', headers: { Authorization: 'Bearer x' }, signal });
    const error: unknown = await sent.catch((reason: unknown) => reason);
    expect(failureOfError(error, host)).toEqual({ kind: 'unreachable', host, code: 'NOT_THIS_COMPUTER' });
    await closed;
    expect(bytes).toBe(0);
  },
);

test('an answer that changes the protocol ends the connection, and has no body', async () => {
  const closed = Promise.withResolvers<true>();
  const { baseUrl } = await aSocketServer((socket) => {
    socket.once('close', () => {
      closed.resolve(true);
    });
    socket.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nother');
  });
  const { signal } = new AbortController();
  const answer = await exchange(baseUrl, { method: 'GET', headers: {}, signal });
  expect(answer).toMatchObject({ status: 101, body: null });
  expect(answer.headers.get('upgrade')).toBe('x');
  expect(await closed.promise).toBe(true);
});
