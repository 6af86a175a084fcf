/** How is a request sent through a proxy? A file of its own in `dist/`: few people need it. */
import { fetch as fetchWith, ProxyAgent } from 'undici';

/** A `fetch` that asks the proxy for a tunnel to the service; user and password are for the proxy alone. */
export function createProxiedFetch(proxy: URL): typeof fetch {
  const { username, password } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const token = username === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const dispatcher = new ProxyAgent({ uri: `${proxy.protocol}//${proxy.host}`, ...(token !== undefined && { token }) });
  // Two declarations of one standard, which the compiler cannot know to be the same.
  const send = fetchWith as unknown as (input: Parameters<typeof fetch>[0], init: object) => Promise<Response>;
  return (input, init) => send(input, { ...init, dispatcher });
}
