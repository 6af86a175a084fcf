/** Sends requests through a proxy. A chunk of its own in `dist/`, because few people need it. */
import { setImmediate } from 'node:timers/promises';
import { Dispatcher, fetch, Pool, ProxyAgent } from 'undici';
import type { Exchange, Incoming } from '../../api/http/exchange.ts';

/** Requests a tunnel to the service; user and password go only to the proxy. */
export function createProxiedExchange(proxy: URL): Exchange {
  const agent = proxyAgent(proxy);
  return async (url, { mayLeave, body: payload = null, ...outgoing }) => {
    const dispatcher = new SentOnce(agent, mayLeave);
    try {
      // fetch would repeat a redirected DELETE, with the token, at any address that the answer names.
      const answer = await fetch(url, { ...outgoing, body: payload, redirect: 'manual', dispatcher });
      const { status, headers, body } = answer;
      return { status, headers, body: body === null ? null : untilFree(body) };
    } catch (error) {
      // Without a tunnel nothing was sent, whatever the proxy answered.
      throw dispatcher.isBegun || !(error instanceof Error) ? error : Object.assign(error, { syscall: 'connect' });
    }
  };
}

/** `fetch` retries a 421 by itself, which would send a deletion twice, the second time unrecorded. */
class SentOnce extends Dispatcher {
  readonly #agent: ProxyAgent;
  readonly #mayLeave: (() => boolean) | undefined;
  #isSent = false;
  /** A tunnel existed, so the request may have been written. */
  isBegun = false;

  constructor(agent: ProxyAgent, mayLeave: (() => boolean) | undefined) {
    super();
    this.#agent = agent;
    this.#mayLeave = mayLeave;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#isSent) throw Object.assign(new Error('not sent again'), { code: 'HTTP_421' });
    this.#isSent = true;
    const mayLeave = (): boolean => (this.isBegun = this.#mayLeave?.() !== false);
    return this.#agent.dispatch({ ...options, origin: options.origin ?? '' }, askingFirst(handler, mayLeave));
  }
}

/**
 * Checks `mayLeave` when the tunnel exists: undici calls `onConnect` right before it writes, and writes nothing after
 * `abort`.
 */
function askingFirst(handler: Dispatcher.DispatchHandler, mayLeave: () => boolean): Dispatcher.DispatchHandler {
  const { onConnect } = handler as { readonly onConnect?: (abort: (error?: Error) => void) => void };
  // `fetch` keeps its state in the handler, so only `onConnect` is overridden.
  return Object.assign(Object.create(handler) as Dispatcher.DispatchHandler, {
    onConnect(this: unknown, abort: (error?: Error) => void) {
      if (mayLeave()) onConnect?.call(this, abort);
      // Reported like a missing connection, because nothing was sent.
      else abort(Object.assign(new Error('too late'), { code: 'ETIMEDOUT', syscall: 'connect' }));
    },
  });
}

/** The tunnel is free only a moment after the last byte; an earlier request would open another tunnel. */
async function* untilFree(body: NonNullable<Incoming['body']>): AsyncIterable<Uint8Array> {
  yield* body;
  await setImmediate();
}

function proxyAgent({ protocol, host, username, password }: URL): ProxyAgent {
  const about = { uri: `${protocol}//${host}`, factory: tunnels };
  if (username === '') return new ProxyAgent(about);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return new ProxyAgent({ ...about, token: `Basic ${Buffer.from(credentials).toString('base64')}` });
}

/**
 * The connections to the service. If a proxy closes instead of opening a tunnel, undici assumes that the connection
 * closed between two requests, and retries endlessly without a delay; here it gets a failed connection instead.
 */
function tunnels(origin: string | URL, options: object): Pool {
  const { connect, ...rest }: Pool.Options = options;
  if (typeof connect !== 'function') return new Pool(origin, options);
  // Node's code for a refused connection, which proves that nothing was sent.
  const noTunnel = { code: 'ECONNRESET', syscall: 'connect' };
  return new Pool(origin, {
    ...rest,
    connect(about, done) {
      connect(about, (...[error, socket]) => {
        if (error === null) done(null, socket);
        else
          done(
            (error as NodeJS.ErrnoException).code === 'UND_ERR_SOCKET'
              ? Object.assign(new Error('the proxy closed'), noTunnel)
              : error,
            null,
          );
      });
    },
  });
}
