/** Reads an access token (specification, "Authentication", 3: 63 letters and digits). */

export type TokenRead = { readonly ok: true; readonly token: string } | { readonly ok: false; readonly reason: string };

const length = 63;

/**
 * Ignores what copying and pasting add: white space, line breaks, invisible characters and quotes anywhere, and `Bearer `
 * in front. The reason names the text's length, and never any of it.
 */
export function readToken(typed: string): TokenRead {
  const words = typed.replace(/[\s\p{Cc}\p{Cf}"'`\u2018\u2019\u201C\u201D]+/gu, ' ').trim();
  const token = words.replace(/^bearer /i, '').replaceAll(' ', '');
  const expected = `expected ${length} letters and digits`;
  if (token.length !== length) return { ok: false, reason: `${expected}, got ${token.length}` };
  const others = token.replace(/[A-Za-z0-9]/g, '').length;
  if (others === 0) return { ok: true, token };
  return { ok: false, reason: `${expected}, got ${length} characters of which ${others} are neither` };
}
