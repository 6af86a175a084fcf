/** What the package says of itself nowhere: its one function, with the address of the proxy, or an empty text. */
declare module 'proxy-from-env' {
  export function getProxyForUrl(url: string): string;
}
