/** How is a request sent through a proxy? A file of its own in `dist/`: few people need it. */
import { setImmediate } from 'node:timers/promises';
import { fetch, ProxyAgent } from 'undici';
import type { Exchange, Incoming } from '../api/exchange.ts';

/** Asks the proxy for a tunnel to the service; user and password are for the proxy alone. */
export function createProxiedExchange(proxy: URL): Exchange {
  const dispatcher = proxyAgent(proxy);
  return async (url, outgoing) => {
    // A redirected DELETE would be sent again, with the token, wherever the answer points.
    const { status, headers, body } = await fetch(url, { ...outgoing, redirect: 'manual', dispatcher });
    return { status, headers, body: body === null ? null : untilFree(body) };
  };
}

/** The tunnel is free only a moment after the last byte: the next request would open another one. */
async function* untilFree(body: NonNullable<Incoming['body']>): AsyncIterable<Uint8Array> {
  yield* body;
  await setImmediate();
}

function proxyAgent({ protocol, host, username, password }: URL): ProxyAgent {
  const uri = `${protocol}//${host}`;
  if (username === '') return new ProxyAgent({ uri });
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return new ProxyAgent({ uri, token: `Basic ${Buffer.from(credentials).toString('base64')}` });
}
