/** Sends one request over a keep-alive connection (RFC 9112), and tells from an error whether anything was sent. */
import type { Agent, ClientRequest, IncomingMessage, request } from 'node:http';
import process from 'node:process';
import { pipeline, type Readable } from 'node:stream';
import { isLoopbackAddress } from '../access.ts';
import type { Failure } from '../problem.ts';

interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Called once the connection is open, right before the request is written; false cancels it. */
  readonly mayLeave?: (() => boolean) | undefined;
  /** Aborts the request, also in the middle of the response. */
  readonly signal: AbortSignal;
}

/** Names are in lower case. */
export interface ResponseHeaders {
  get(name: string): string | null;
  keys(): Iterable<string>;
}

export interface Incoming {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Decompressed as it arrives; reading fails when the connection ends too soon. Null when there is no body. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Rejects with Node's error when no response head arrives. A redirect is a response and is not followed. */
export type Exchange = (url: string, outgoing: Outgoing) => Promise<Incoming>;

/** Connects directly, whatever the environment says about proxies. Unencrypted requests stay on this computer. */
export const exchange: Exchange = (url, { method, headers, body, mayLeave, signal }) =>
  new Promise((resolve, reject) => {
    const all = Object.entries({ 'Accept-Encoding': 'gzip, br', ...headers });
    const { validateHeaderValue } = process.getBuiltinModule('node:http');
    for (const [name, value] of all) validateHeaderValue(name, value);
    const isTls = url.startsWith('https:');
    const { request, agent } = connectorOf(isTls ? 'node:https' : 'node:http');
    const sent = request(url, { method, signal, agent });
    // Set one by one, because NODE_DEBUG=http would log the headers in the options.
    for (const [name, value] of all) sent.setHeader(name, value);
    // Node omits it for DELETE, and the body would be read as the beginning of another request.
    if (body !== undefined) sent.setHeader('Content-Length', Buffer.byteLength(body));
    let isBegun = false;
    // Until the request is written nothing was sent, whatever the error: a reset in a handshake looks like a later
    // one.
    const fail = (error: Error): void => {
      reject(isBegun ? error : Object.assign(error, { syscall: 'connect' }));
    };
    // An error may follow the response or another error, and without a listener it would crash the program.
    sent
      .on('error', fail)
      .once('response', (response) => {
        resolve(incomingOf(response, method));
      })
      // 101: an unrequested protocol follows (RFC 9110, 15.2.2).
      .once('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ ...incomingOf(response, method), body: null });
      })
      // Settles the promise however the connection ended.
      .once('close', () => {
        fail(Object.assign(new Error('closed without a response'), { code: 'ECONNRESET' }));
      });
    onConnection(sent, isTls, () => {
      isBegun = mayLeave?.() !== false;
      if (isBegun) sent.end(body);
      else sent.destroy(makeUnsent('too late'));
    });
  });

interface Connector {
  readonly request: typeof request;
  readonly agent: Agent;
}

/** Most services close a connection after 5 s of idleness: a connection about to close must not be reused. */
const keptAlive = { keepAlive: true, timeout: 4000 };
const connectors: Partial<Record<'node:http' | 'node:https', Connector>> = {};

// Loaded lazily: importing `node:http` loads all of undici, a tenth of the time to the first table.
function connectorOf(name: 'node:http' | 'node:https'): Connector {
  const { request, Agent } = process.getBuiltinModule(name);
  return (connectors[name] ??= { request, agent: new Agent(keptAlive) });
}

/** Uses Node's code for a connection that timed out. */
function makeUnsent(message: string, code = 'ETIMEDOUT'): Error {
  return Object.assign(new Error(message), { code });
}

/** Within this time it is certain that nothing was sent; the client's own deadline would leave that open. */
const connectMs = 10_000;

/** Writes only once connected, because Node would report a failed handshake as a failed write. */
function onConnection(sent: ClientRequest, isTls: boolean, write: () => void): void {
  sent.once('socket', (socket) => {
    if (!socket.connecting) {
      write();
      return;
    }
    const timer = setTimeout(() => {
      sent.destroy(makeUnsent('no connection in time'));
    }, connectMs);
    const stop = (): void => {
      clearTimeout(timer);
    };
    socket.once('close', stop).once(isTls ? 'secureConnect' : 'connect', () => {
      stop();
      // Decides by the resolved address, because a name such as localhost may lead elsewhere. Without one, writing
      // fails anyway.
      const { remoteAddress } = socket;
      if (isTls || remoteAddress === undefined || isLoopbackAddress(remoteAddress)) write();
      else sent.destroy(makeUnsent('not this computer', 'NOT_THIS_COMPUTER'));
    });
  });
}

function incomingOf(response: IncomingMessage, method: string): Incoming {
  const { statusCode: status = 0, headers } = response;
  return {
    status,
    headers: {
      get(name) {
        const value = headers[name];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
      keys: () => Object.keys(headers),
    },
    // These statuses, and HEAD, have no body even if the headers announce one.
    body:
      [204, 205, 304].includes(status) || method === 'HEAD'
        ? response
        : decompress(response, headers['content-encoding']),
  };
}

function decompress(response: IncomingMessage, header = ''): Readable {
  const coding = header.trim().toLowerCase();
  const isGzip = coding === 'gzip' || coding === 'x-gzip';
  // Another encoding was not requested, and will fail as JSON.
  if (!isGzip && coding !== 'br') return response;
  const { constants, createBrotliDecompress, createGunzip } = process.getBuiltinModule('node:zlib');
  // Passes on every received byte even if the end is missing: an incomplete body is not valid JSON.
  const decoder = isGzip
    ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
    : createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  // An error or abort of either stream ends the other; the reader gets the error.
  return pipeline(response, decoder, () => undefined);
}

/** Codes of failures before the first byte of a request is sent. Others may come later: `read EHOSTUNREACH`. */
const unsentCodes = [
  /^UND_ERR_CONNECT_TIMEOUT$/,
  // Certificates and the TLS version are checked before anything is sent.
  /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_|INVALID_|ERR_TLS_CERT_)/,
  /^ERR_SSL_.*(WRONG_VERSION_NUMBER|HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/,
  // Node refuses invalid header text. `fetch`, used with proxies, has no code for it.
  /^(ERR_INVALID_CHAR|ERR_UNESCAPED_CHARACTERS|bad request)$/,
];

/** Keeps only the code: messages may contain parts of the request. */
export function failureOfError(error: unknown, host: string, via: string | null = null): Failure {
  const causes = causesOf(error);
  const through = via === null ? {} : { via };
  // Only undici's message has the status with which the proxy refused a tunnel.
  const refusals = causes.flatMap(({ message }) => /^Proxy response \((\d{3})\)/.exec(message)?.[1] ?? []);
  if (refusals[0] !== undefined) return { kind: 'unreachable', host, code: `PROXY_${refusals[0]}`, ...through };
  const { code } = causes.find(isCoded) ?? { code: codeless(error, causes) };
  const isConnecting = causes.some(
    (cause) => 'syscall' in cause && /^(?:connect|getaddrinfo)$/.test(String(cause.syscall)),
  );
  const isUnsent = isConnecting || unsentCodes.some((pattern) => pattern.test(code));
  return isUnsent ? { kind: 'unreachable', host, code, ...through } : { kind: 'lost', code };
}

/** Innermost first. When every address of a host failed, the first error stands for all. */
function causesOf(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return [];
  return [...causesOf(error instanceof AggregateError ? error.errors[0] : error.cause), error];
}

function isCoded(cause: Error): cause is Error & { readonly code: string } {
  return 'code' in cause && typeof cause.code === 'string';
}

function codeless(error: unknown, causes: readonly Error[]): string {
  if (error instanceof TypeError && error.cause === undefined) return 'bad request';
  // fetch fails after a 407 without saying why.
  return causes.some(({ message }) => message === '') ? 'perhaps a 407 of a proxy' : 'unknown';
}
