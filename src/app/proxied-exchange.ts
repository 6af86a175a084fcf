/** How is a request sent through a proxy? A file of its own in `dist/`: few people need it. */
import { fetch, ProxyAgent } from 'undici';
import type { Exchange } from '../api/exchange.ts';

/** Asks the proxy for a tunnel to the service; user and password are for the proxy alone. */
export function createProxiedExchange(proxy: URL): Exchange {
  const dispatcher = proxyAgent(proxy);
  return (url, outgoing) => fetch(url, { ...outgoing, redirect: 'manual', dispatcher });
}

function proxyAgent({ protocol, host, username, password }: URL): ProxyAgent {
  const uri = `${protocol}//${host}`;
  if (username === '') return new ProxyAgent({ uri });
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return new ProxyAgent({ uri, token: `Basic ${Buffer.from(credentials).toString('base64')}` });
}
