/** Addresses: reads a service's, to which a token may be sent, and builds those of its organisations and systems. */
import { withoutTail } from './exact-json.ts';
import { readToken } from './token.ts';

type BaseUrlRead = { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly reason: string };

/** Normalised without a slash at its end. https, or http to this computer itself; a missing scheme means https. */
export function readBaseUrl(text: string): BaseUrlRead {
  const typed = text.trim();
  if (typed === '') return refused('Type the address of the service. Example: https://api.example.com');
  // 63 letters and digits can name a host: a token in the wrong field would be sent to name servers.
  if (readToken(typed).ok) return refused('That is an access token, not an address.');
  // Digits after the colon are a port, and the text before it a host: `localhost:8080`.
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`);
  // `user:pw@host` reads as a scheme of its own.
  if (/^(?:[a-z]+:\/\/)?[^/?#]*@/i.test(typed)) return refused(noPassword);
  if (url === null) return refused('That is not a valid address. Example: https://api.example.com');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('The address must begin with https://.');
  if (url.username !== '' || url.password !== '') {
    return refused(noPassword);
  }
  if (url.search !== '' || url.hash !== '')
    return refused('The address contains "?" or "#". Leave out what begins with it.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refused('Use https: over http anyone on the network could read your token.');
  }
  return { ok: true, baseUrl: `${url.origin}${withoutTail(url.pathname, '/')}` };
}

const noPassword = 'The address must not contain a user name or password. Example: https://api.example.com';

/** Does a `hostname` of `URL` mean this computer itself? (RFC 6761, 6.3) The name may lead elsewhere all the same. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname);
}

/** Is an address of IP, in brackets or without, this computer itself? (RFC 4291, 2.5.3; RFC 1122, 3.2.1.3) */
export function isLoopbackAddress(address: string): boolean {
  return /^(\[::1\]|::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address);
}

function refused(reason: string): BaseUrlRead {
  return { ok: false, reason };
}

/** Characters of an id. */
const maxIdLength = 200;

/** Nothing that moves a path: `""` or `.` would turn one system's address into the whole list's. */
export function isPathId(id: string): boolean {
  return id !== '.' && id !== '..' && id.length <= maxIdLength && /^[^\p{Cc}\p{Cf}\p{Cs}\s/\\?#%]+$/u.test(id);
}

export function orgAddress(baseUrl: string, orgId: string): string {
  return `${baseUrl}/org/${encodeURIComponent(orgId)}`;
}

/** The address of an organisation's systems, without parameters. */
export function listAddress(baseUrl: string, orgId: string): string {
  return `${orgAddress(baseUrl, orgId)}/systems`;
}

export function systemAddress(baseUrl: string, orgId: string, systemId: string): string {
  return `${listAddress(baseUrl, orgId)}/${encodeURIComponent(systemId)}`;
}
