/** How is a request sent through a proxy, or surely past every one? A file of its own in `dist/`: few people need it. */
import { Agent, fetch as fetchWith, ProxyAgent } from 'undici';

/**
 * A `fetch` that asks the proxy for a tunnel to the service; user and password are for the proxy alone. Without a proxy
 * it goes straight there, whatever NODE_USE_ENV_PROXY tells Node's own.
 */
export function createProxiedFetch(proxy: URL | null): typeof fetch {
  const dispatcher = proxy === null ? new Agent() : throughProxy(proxy);
  // Two declarations of one standard, which the compiler cannot know to be the same.
  const send = fetchWith as unknown as (input: Parameters<typeof fetch>[0], init: object) => Promise<Response>;
  return (input, init) => send(input, { ...init, dispatcher });
}

function throughProxy({ protocol, host, username, password }: URL): ProxyAgent {
  const uri = `${protocol}//${host}`;
  if (username === '') return new ProxyAgent({ uri });
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return new ProxyAgent({ uri, token: `Basic ${Buffer.from(credentials).toString('base64')}` });
}
