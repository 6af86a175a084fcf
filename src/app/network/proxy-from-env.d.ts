/** Types for proxy-from-env, which has none. Its function returns the proxy's address, or an empty text. */
declare module 'proxy-from-env' {
  export function getProxyForUrl(url: string): string;
}
