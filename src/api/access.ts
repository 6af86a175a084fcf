/** Reads the address of the service and the token, as texts from a flag, a file or a field. */
import { withoutTail } from './exact-json.ts';

type BaseUrlRead = { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly reason: string };

/** Normalised without a trailing slash. Accepts https, or http to this computer; a missing scheme means https. */
export function readBaseUrl(text: string): BaseUrlRead {
  const typed = text.trim();
  if (typed === '') return refuse('Type the address of the service. Example: https://api.example.com');
  // A token typed into the wrong field would be a valid host name (63 letters and digits) and go to name servers.
  if (readToken(typed).ok) return refuse('That is an access token, not an address.');
  // Digits after the colon are a port, and the text before it is a host: `localhost:8080`.
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`);
  // `URL` would parse `user:pw@host` as a scheme.
  if (/^(?:[a-z]+:\/\/)?[^/?#]*@/i.test(typed)) return refuse(noPassword);
  if (url === null) return refuse('That is not a valid address. Example: https://api.example.com');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('The address must begin with https://.');
  if (url.username !== '' || url.password !== '') {
    return refuse(noPassword);
  }
  if (url.search !== '' || url.hash !== '')
    return refuse('The address contains "?" or "#". Leave out what begins with it.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('Use https: over http anyone on the network could read your token.');
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

function refuse(reason: string): BaseUrlRead {
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

// Parses an access token (specification, "Authentication", 3: 63 letters and digits), and redacts it.

type TokenRead = { readonly ok: true; readonly token: string } | { readonly ok: false; readonly reason: string };

const length = 63;

/**
 * Ignores white space, quotes and `Bearer ` from a paste. The reason gives the text's length, and never any of the
 * text.
 */
export function readToken(typed: string): TokenRead {
  const token = withoutWrapping(typed);
  const expected = `expected ${length} letters and digits`;
  if (token.length !== length) return { ok: false, reason: `${expected}, got ${token.length}` };
  const others = token.replace(/[A-Za-z0-9]/g, '').length;
  if (others === 0) return { ok: true, token };
  return { ok: false, reason: `${expected}, got ${others} other characters among ${length}` };
}

/**
 * Parses a program's output: its only line that is not blank. Lines are not joined: a password manager prints a name
 * after the token, and both together could have the length of a token.
 */
export function readPrintedToken(printed: string): TokenRead {
  const lines = printed.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => withoutWrapping(line) !== '');
  if (lines.length < 2) return readToken(printed);
  return { ok: false, reason: `expected one line, got ${lines.length}; sh -c '… | head -n 1' prints the first` };
}

function withoutWrapping(typed: string): string {
  const words = typed.replace(/[\s\p{Cc}\p{Cf}"'`\u2018\u2019\u201C\u201D]+/gu, ' ').trim();
  return words.replace(/^bearer /i, '').replaceAll(' ', '');
}

/** Progress by the characters that would be sent: `40 of 63 characters`. */
export function tokenProgress(typed: string): string {
  return `${withoutWrapping(typed).length} of ${length} characters`;
}

const mark = '(access token)';

/**
 * Redacts the token from the service's texts. Some proxies and debugging pages echo a request in a body or in a
 * redirect, and screens, records and exports must not show it. Replaces the token in plain form, base64 and
 * hexadecimal, and with any letters escaped as in JSON, addresses or HTML, even twice. JSON stays valid: no escape is
 * cut in two.
 */
export function tokenRedactor(token: string): (text: string) => string {
  if (token === '') return (text) => text;
  const units = token.split('');
  const hex = units.map(hexOf).join('');
  const wholes = [token, ...base64Forms(token), hex, hex.toUpperCase()];
  // Services rarely escape letters and digits, so most texts are only searched for escapes.
  const mayBeEscaped = (text: string): boolean =>
    signs.some((sign) => text.includes(sign)) && new RegExp(escapesOf([...new Set(units)]), 'i').test(text);
  return (text) => {
    const plain = wholes.reduce((safe, whole) => (safe.includes(whole) ? safe.replaceAll(whole, mark) : safe), text);
    return mayBeEscaped(plain) ? plain.replaceAll(spellingsOf(units), mark) : plain;
  };
}

function spellingsOf(units: readonly string[]): RegExp {
  const each = units.map((unit) => String.raw`(?:\u${hexOf(unit).padStart(4, '0')}|${escapesOf([unit])})`);
  return new RegExp(each.join(''), 'gi');
}

/** The beginnings of escapes. */
const signs = [String.raw`\u00`, String.raw`\x`, '%', '&#'];

/** Matches every escape of these characters. Starts at the first of several backslashes, to match them once. */
function escapesOf(units: readonly string[]): string {
  const hex = `(?:${units.map(hexOf).join('|')})`;
  const decimal = `(?:${units.map((unit) => unit.charCodeAt(0)).join('|')})`;
  return String.raw`(?<!\\)\\+(?:u00|x)${hex}|%(?:25)*${hex}|&#0*${decimal};?|&#x0*${hex};?`;
}

function hexOf(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(2, '0');
}

const ownMark = '[token]';

/** Characters between the pieces of a text that was wrapped, quoted or concatenated. Each matches in one way only. */
const between = String.raw`(?:[\s"'\`+,]|\\(?:[nrt]|(?![nrt]))){0,40}`;

/**
 * Redacts the token from rollcall's own output: plain, escaped for an address or JSON, in base64, in hexadecimal, or
 * in pieces; and anything else with the form of a token. `token` null: only the form is known.
 */
export function redactSecrets(text: string, token: string | null): string {
  let safe = text;
  if (token !== null && token !== '') {
    const hex = Buffer.from(token).toString('hex');
    const forms = [...base64Forms(token), hex, hex.toUpperCase()];
    for (const form of forms) safe = safe.replaceAll(form, ownMark);
    const letters = Array.from(token, (unit) => String.raw`(?:${unit}|(?:%|\\u00|\\x)${hexOf(unit)})`);
    safe = safe.replaceAll(new RegExp(letters.join(between), 'gi'), ownMark);
  }
  return safe.replaceAll(/(?<![A-Za-z0-9])[A-Za-z0-9]{63}(?![A-Za-z0-9])/g, ownMark);
}

/**
 * A text has three forms in base64, by the offset at which it begins; their ends depend on the text around it. Letters
 * and digits never produce the values 62 and 63, so base64url is the same (RFC 4648, 5).
 */
function base64Forms(token: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + token)
      .toString('base64')
      .replace(/=+$/, '');
    // The first characters contain bits of the text before, and the last one bits of the text after.
    return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
  });
}
