/** Parses an access token (specification, "Authentication", 3: 63 letters and digits), and redacts it. */

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
