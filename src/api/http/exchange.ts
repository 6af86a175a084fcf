/** Sends one request over a keep-alive connection (RFC 9112). */
import type { Agent, ClientRequest, IncomingMessage, request } from 'node:http';
import process from 'node:process';
import { pipeline, type Readable, type Transform } from 'node:stream';

export interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Called once the connection is open, right before the request is written: false, and nothing is sent. */
  readonly mayLeave?: () => boolean;
  /** Aborts it, in the middle of the response as well. */
  readonly signal: AbortSignal;
}

/** A response whose head has arrived. */
export interface Incoming {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** Decompressed as it arrives; reading it fails where the connection ends too soon. Null where there is none. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Rejects with Node's error where no head of a response arrives. A redirect is a response: none is followed. */
export type Exchange = (url: string, outgoing: Outgoing) => Promise<Incoming>;

/** Directly to the service, whatever the environment says about proxies. */
export const exchange: Exchange = (url, { method, headers, body, mayLeave, signal }) =>
  new Promise((resolve, reject) => {
    const all = Object.entries({ 'Accept-Encoding': 'gzip, br', ...headers });
    const { validateHeaderValue } = process.getBuiltinModule('node:http');
    for (const [name, value] of all) validateHeaderValue(name, value);
    const isTls = url.startsWith('https:');
    const { request, agent } = connectorOf(isTls ? 'node:https' : 'node:http');
    const sent = request(url, { method, signal, agent });
    // Not among the options: NODE_DEBUG=http writes those down.
    for (const [name, value] of all) sent.setHeader(name, value);
    // An error may follow the response, or another error: without a listener it would end the program.
    sent
      .on('error', reject)
      .once('response', (response) => {
        resolve(incomingOf(response));
      })
      // 101: another protocol follows, which was not asked for (RFC 9110, 15.2.2).
      .once('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ ...incomingOf(response), body: null });
      })
      // However the connection ended, the promise settles.
      .once('close', () => {
        reject(Object.assign(new Error('closed without a response'), { code: 'ECONNRESET' }));
      });
    onConnection(sent, isTls, () => {
      if (mayLeave?.() === false)
        sent.destroy(Object.assign(new Error('too late'), { code: 'ETIMEDOUT', syscall: 'connect' }));
      else sent.end(body);
    });
  });

interface Connector {
  readonly request: typeof request;
  readonly agent: Agent;
}

/** Most services close a connection that is idle for 5 s: one that is about to close must not get a request. */
const keptAlive = { keepAlive: true, timeout: 4000 };
const connectors: Partial<Record<'node:http' | 'node:https', Connector>> = {};

// Not imported: what an import makes of `node:http` loads all of undici for it, a tenth of the way to the first table.
function connectorOf(name: 'node:http' | 'node:https'): Connector {
  const { request, Agent } = process.getBuiltinModule(name);
  return (connectors[name] ??= { request, agent: new Agent(keptAlive) });
}

/** Within this time it is certain that nothing was sent; the client's own deadline would leave that open. */
const connectMs = 10_000;

/** Writes only once connected: Node would report a failed handshake as a failed write. */
function onConnection(sent: ClientRequest, isTls: boolean, write: () => void): void {
  sent.once('socket', (socket) => {
    if (!socket.connecting) {
      write();
      return;
    }
    const timer = setTimeout(() => {
      sent.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT', syscall: 'connect' }));
    }, connectMs);
    const stop = (): void => {
      clearTimeout(timer);
    };
    socket.once('close', stop).once(isTls ? 'secureConnect' : 'connect', () => {
      stop();
      write();
    });
  });
}

function incomingOf(response: IncomingMessage): Incoming {
  const { statusCode: status = 0, headers } = response;
  return {
    status,
    headers: {
      get(name) {
        const value = headers[name];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
    // These statuses have no body.
    body: [204, 205, 304].includes(status) ? response : decompressed(response, headers['content-encoding']),
  };
}

/** Any other encoding was not asked for, and will turn out not to be JSON. */
function decompressed(response: IncomingMessage, coding = ''): Readable {
  const decoder = decoderOf(coding.trim().toLowerCase());
  // Either end that breaks or is aborted ends the other; the reader gets the error.
  return decoder === null ? response : pipeline(response, decoder, () => undefined);
}

/** Passes on what arrived even where the end is missing: an incomplete body is no valid JSON. */
function decoderOf(coding: string): Transform | null {
  const isGzip = coding === 'gzip' || coding === 'x-gzip';
  if (!isGzip && coding !== 'br') return null;
  const { constants, createBrotliDecompress, createGunzip } = process.getBuiltinModule('node:zlib');
  return isGzip
    ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
    : createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
}
