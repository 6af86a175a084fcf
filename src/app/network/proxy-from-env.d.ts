/** Types for proxy-from-env, which has none: its one function answers the address of the proxy, or an empty text. */
declare module 'proxy-from-env' {
  export function getProxyForUrl(url: string): string;
}
