/** Is this text an access token? (specification, "Authentication", 3: 63 letters and digits) */

export type TokenRead = { readonly ok: true; readonly token: string } | { readonly ok: false; readonly reason: string };

const length = 63;

/**
 * Forgives what pasting adds: white space and line breaks anywhere, invisible characters, quotes around it, and
 * `Bearer ` in front. The reason says how long the text is, and never any of it.
 */
export function readToken(typed: string): TokenRead {
  const visible = typed.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const bare = visible.replace(/^["'“”‘’]|["'“”‘’]$/gu, '').trim();
  const token = bare.replace(/^bearer /i, '').replaceAll(' ', '');
  if (/^[A-Za-z0-9]{63}$/.test(token)) return { ok: true, token };
  const expected = `expected ${length} letters and digits`;
  if (token.length !== length) return { ok: false, reason: `${expected}, got ${token.length}` };
  const others = token.replace(/[A-Za-z0-9]/g, '').length;
  return { ok: false, reason: `${expected}, got ${length} characters of which ${others} are neither` };
}
