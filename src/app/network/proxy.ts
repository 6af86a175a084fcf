/** Chooses the route of requests: direct, or through a proxy from the environment. */
import process from 'node:process';
import { getProxyForUrl } from 'proxy-from-env';
import { isLoopbackAddress } from '../../api/access.ts';
import type { Network } from '../../state/session/backoff/feature.ts';
import type { Route } from '../../state/session/session.ts';

type RouteRead =
  | { readonly ok: true; readonly route: Route; readonly proxy: URL | null }
  | { readonly ok: false; readonly sentence: string };

/** A refusal names the variable's fault and repeats no part of its value, which may contain a password. */
export function routeTo(baseUrl: string): RouteRead {
  const named = isPassedBy(baseUrl) ? '' : withDefaultScheme(getProxyForUrl(baseUrl));
  if (named === '') return { ok: true, route: { kind: 'direct' }, proxy: null };
  const proxy = URL.parse(named);
  const variable = baseUrl.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const refuse = (message: string): RouteRead => ({ ok: false, sentence: `${variable}: ${message}` });
  if (proxy === null || proxy.hostname === '') {
    return refuse('this is not a valid address. Example: http://proxy.example:3128');
  }
  if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:') {
    return refuse('rollcall uses proxies with http:// or https:// addresses only.');
  }
  if (!isDecodable(proxy.username) || !isDecodable(proxy.password)) {
    return refuse('a % in the user or password must be written as %25.');
  }
  const name = proxy.username === '' && proxy.password === '' ? proxy.host : `•••@${proxy.host}`;
  // A service without encryption is local, so its token must not go to a proxy on another computer.
  if (baseUrl.startsWith('http:') && !isLoopbackAddress(proxy.hostname)) {
    return { ok: true, route: { kind: 'proxyNotUsed', name }, proxy: null };
  }
  // undici parses answers with WebAssembly.
  if (!('WebAssembly' in globalThis))
    return refuse('through a proxy rollcall needs WebAssembly: start Node without --jitless.');
  return { ok: true, route: { kind: 'proxy', name }, proxy };
}

/**
 * True for an IPv6 address in NO_PROXY. proxy-from-env compares it as text, and mistakes the end of a bare one for a
 * port. A port follows brackets (RFC 3986, 3.2.2).
 */
function isPassedBy(baseUrl: string): boolean {
  const { hostname, port, protocol } = new URL(baseUrl);
  if (!hostname.startsWith('[')) return false;
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const entries = (process.env['no_proxy'] || process.env['NO_PROXY'] || '').split(/[,\s]+/);
  return entries.some((entry) => {
    const [, inBrackets, only = ownPort] = /^\[(.*)\](?::(\d+))?$/.exec(entry) ?? [];
    return only === ownPort && URL.parse(`http://[${inBrackets ?? entry}]`)?.hostname === hostname;
  });
}

/**
 * Uses HTTPS_PROXY and similar variables, regardless of NODE_USE_ENV_PROXY. If the variable cannot be used, no request
 * bypasses the proxy, except to a local service without encryption.
 */
export function networkTo(baseUrl: string): Network {
  const read = routeTo(baseUrl);
  if (!read.ok && baseUrl.startsWith('https:')) {
    // Node's form of a missing connection, which proves that nothing was sent.
    const noWay = { code: 'the proxy setting cannot be used', syscall: 'connect' };
    const exchange = () => Promise.reject(Object.assign(new Error('no way'), noWay));
    return { route: { kind: 'direct' }, exchange };
  }
  const { route, proxy } = read.ok ? read : { route: { kind: 'direct' } as const, proxy: null };
  if (proxy === null) return { route };
  const loading = import('./proxied-exchange.ts').then(({ createProxiedExchange }) => createProxiedExchange(proxy));
  return { route, exchange: async (url, outgoing) => (await loading)(url, outgoing) };
}

/**
 * proxy-from-env gives a proxy without a scheme the service's scheme; most programs use http://, and so does rollcall.
 */
function withDefaultScheme(named: string): string {
  const scheme = 'https://';
  if (!named.startsWith(scheme)) return named;
  const address = named.slice(scheme.length);
  const variables = ['https_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  return variables.some((name) => process.env[name] === address) ? `http://${address}` : named;
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}
