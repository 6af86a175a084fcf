/** How does one request get to the service, over a connection that is kept for the next one? (RFC 9112) */
import type { Agent, ClientRequest, IncomingMessage, request } from 'node:http';
import process from 'node:process';
import { pipeline, type Readable, type Transform } from 'node:stream';

export interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Asked when it is about to be written, its connection being there: false, and nothing is sent. */
  readonly mayLeave?: () => boolean;
  /** Ends it, in the middle of the answer as well. */
  readonly signal: AbortSignal;
}

/** An answer whose head has arrived. */
export interface Incoming {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** Unpacked, as it arrives; reading it fails where the connection ends too soon. Null where there is none. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Rejects with Node's error where no head of an answer arrives. A redirect is an answer: none is followed. */
export type Exchange = (url: string, outgoing: Outgoing) => Promise<Incoming>;

/** Straight to the service, whatever the environment says of proxies. */
export const exchange: Exchange = (url, { method, headers, body, mayLeave, signal }) =>
  new Promise((resolve, reject) => {
    const all = Object.entries({ 'Accept-Encoding': 'gzip, br', ...headers });
    const { validateHeaderValue } = process.getBuiltinModule('node:http');
    for (const [name, value] of all) validateHeaderValue(name, value);
    const isTls = url.startsWith('https:');
    const { request, agent } = isTls ? (overTls ??= wayOverTls()) : (openly ??= openWay());
    const sent = request(url, { method, signal, agent });
    // Not among the options: those are what NODE_DEBUG=http writes down.
    for (const [name, value] of all) sent.setHeader(name, value);
    // An error may follow the answer, or another error: without a listener it would end the program.
    sent
      .on('error', reject)
      .once('response', (answer) => {
        resolve(incomingOf(answer));
      })
      // 101: what follows is another protocol, which nobody asked for (RFC 9110, 15.2.2).
      .once('upgrade', (answer, socket) => {
        socket.destroy();
        resolve({ ...incomingOf(answer), body: null });
      })
      // However it ended: whoever waits for the answer hears of it.
      .once('close', () => {
        reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }));
      });
    onConnection(sent, isTls, () => {
      if (mayLeave?.() === false)
        sent.destroy(Object.assign(new Error('too late'), { code: 'ETIMEDOUT', syscall: 'connect' }));
      else sent.end(body);
    });
  });

interface Way {
  readonly request: typeof request;
  /** Keeps connections for the next request. */
  readonly agent: Agent;
}

/** Most services close a connection that nobody used for 5 s: one that is about to close must not get a request. */
const kept = { keepAlive: true, timeout: 4000 };
let openly: Way | undefined;
let overTls: Way | undefined;

// Not imported: what an import makes of `node:http` loads all of undici for it, a tenth of the way to the first table.
function openWay(): Way {
  const { request, Agent } = process.getBuiltinModule('node:http');
  return { request, agent: new Agent(kept) };
}

function wayOverTls(): Way {
  const { request, Agent } = process.getBuiltinModule('node:https');
  return { request, agent: new Agent(kept) };
}

/** So soon it is certain that nothing was sent; the client's own limit would leave that open. */
const connectMs = 10_000;

/** Nothing is written before: Node would tell a handshake that failed as a write that did. */
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

function incomingOf(answer: IncomingMessage): Incoming {
  const { statusCode: status = 0, headers } = answer;
  return {
    status,
    headers: {
      get(name) {
        const value = headers[name];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
    body: hasNoBody(status) ? answer : unpacked(answer, headers['content-encoding']),
  };
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Any other packing was not asked for; what it holds will not be JSON. */
function unpacked(answer: IncomingMessage, coding = ''): Readable {
  const unpacking = unpackingOf(coding.trim().toLowerCase());
  // Either end that breaks or is given up ends the other; whoever reads hears of it.
  return unpacking === null ? answer : pipeline(answer, unpacking, () => undefined);
}

/** What arrived is given out even where the end is missing: whether it is whole, JSON tells. */
function unpackingOf(coding: string): Transform | null {
  const isGzip = coding === 'gzip' || coding === 'x-gzip';
  if (!isGzip && coding !== 'br') return null;
  const { constants, createBrotliDecompress, createGunzip } = process.getBuiltinModule('node:zlib');
  return isGzip
    ? createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
    : createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
}
