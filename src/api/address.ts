/** Addresses: parses the service's address, decides where a token may be sent, and builds the other addresses. */
import { withoutTail } from './exact-json.ts';
import { readToken } from './token.ts';

type BaseUrlRead = { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly reason: string };

/** Normalised without a trailing slash. Accepts https, or http to this computer; a missing scheme means https. */
export function readBaseUrl(text: string): BaseUrlRead {
  const typed = text.trim();
  if (typed === '') return refused('Type the address of the service. Example: https://api.example.com');
  // A token typed into the wrong field would be a valid host name (63 letters and digits) and go to name servers.
  if (readToken(typed).ok) return refused('That is an access token, not an address.');
  // Digits after the colon are a port, and the text before it is a host: `localhost:8080`.
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`);
  // `URL` would parse `user:pw@host` as a scheme.
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

/** True for a `hostname` of `URL` that means this computer (RFC 6761, 6.3). Its resolver may still point elsewhere. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname);
}

/** True for an IP address of this computer, with or without brackets (RFC 4291, 2.5.3; RFC 1122, 3.2.1.3). */
export function isLoopbackAddress(address: string): boolean {
  return /^(\[::1\]|::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address);
}

function refused(reason: string): BaseUrlRead {
  return { ok: false, reason };
}

/** In characters. */
const maxIdLength = 200;

/** Rejects ids that change a path: `""` or `.` would turn one system's address into the address of the whole list. */
export function isPathId(id: string): boolean {
  return id !== '.' && id !== '..' && id.length <= maxIdLength && /^[^\p{Cc}\p{Cf}\p{Cs}\s/\\?#%]+$/u.test(id);
}

export function orgAddress(baseUrl: string, orgId: string): string {
  return `${baseUrl}/org/${encodeURIComponent(orgId)}`;
}

/** Without parameters. */
export function listAddress(baseUrl: string, orgId: string): string {
  return `${orgAddress(baseUrl, orgId)}/systems`;
}

export function systemAddress(baseUrl: string, orgId: string, systemId: string): string {
  return `${listAddress(baseUrl, orgId)}/${encodeURIComponent(systemId)}`;
}
