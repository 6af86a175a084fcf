/** Tells whether two addresses are names of the same service. */

/** One computer may be named in several ways; another port or path may be another service. */
export function isSameService(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && plainName(one) === plainName(other);
}

function plainName(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const host = url.hostname.replace(/\.$/, '');
  const isLoopback = host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
  // Without its port where that is the scheme's own one.
  return `${url.protocol}//${isLoopback ? 'localhost' : host}:${url.port}${url.pathname.replace(/\/+$/, '')}`;
}
