/** How is the token kept out of what the service sends back? In whichever spelling it stands there. */

const mark = '(access token)';

/**
 * Some proxies and debugging pages send a request back, in a body or in the address of a redirect: screens, records and
 * exports must not show it. The token is taken out as it is, in base64, in hexadecimal, or with any letters escaped as
 * in JSON, in addresses or in HTML, even twice. A text of JSON stays one: no escape is cut in two.
 */
export function tokenRemover(token: string): (text: string) => string {
  if (token === '') return (text) => text;
  const units = token.split('');
  const hex = units.map(hexOf).join('');
  const wholes = [token, ...base64Forms(token), hex, hex.toUpperCase()];
  // Services do not escape letters and digits: nearly every text, however long, is only looked through for signs.
  const mayBeSpelt = (text: string): boolean =>
    signs.some((sign) => text.includes(sign)) && new RegExp(escapesOf([...new Set(units)]), 'i').test(text);
  return (text) => {
    const plain = wholes.reduce((safe, whole) => (safe.includes(whole) ? safe.replaceAll(whole, mark) : safe), text);
    return mayBeSpelt(plain) ? plain.replaceAll(spellingsOf(units), mark) : plain;
  };
}

function spellingsOf(units: readonly string[]): RegExp {
  const each = units.map((unit) => String.raw`(?:\u${hexOf(unit).padStart(4, '0')}|${escapesOf([unit])})`);
  return new RegExp(each.join(''), 'gi');
}

/** With what an escape begins. */
const signs = [String.raw`\u00`, String.raw`\x`, '%', '&#'];

/** A pattern of every escape of any of these characters. */
function escapesOf(units: readonly string[]): string {
  const hex = `(?:${units.map(hexOf).join('|')})`;
  const decimal = `(?:${units.map((unit) => unit.charCodeAt(0)).join('|')})`;
  return String.raw`\\+u00${hex}|\\+x${hex}|%(?:25)*${hex}|&#0*${decimal};?|&#x0*${hex};?`;
}

function hexOf(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(2, '0');
}

/**
 * A text looks different in base64 for each of the three places at which it can begin; the ends depend on what is around.
 * Letters and digits give no 62 or 63: base64 for addresses writes them likewise (RFC 4648, 5).
 */
export function base64Forms(token: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + token)
      .toString('base64')
      .replace(/=+$/, '');
    // The first characters hold bits of what stands before, the last one of what stands behind.
    return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
  });
}
