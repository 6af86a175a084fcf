/** Texts of a call in a line for a shell. */
import { parseExactly, writeExactly } from '../../../api/exact-json.ts';
import { escapeHidden } from '../../kernel/hidden-characters.ts';
import { holdsSecret, masked } from '../../../api/secrets.ts';
import type { Call } from '../../../api/calls/call.ts';

/** Stands where a secret was. */
export const secretSign = 'SECRET';

/** As one word of sh, bash and zsh. */
export function shellWord(text: string): string {
  return /^[\w./:=@,+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The body with a sign for each secret, and escapes for what a terminal acts on. */
export function shownBody({ body, secrets }: Pick<Call, 'body' | 'secrets'>): string | null {
  if (body === null) return null;
  return escapeHidden(
    secrets.length === 0 ? body : writeExactly(masked(parseExactly(body), { secrets, sign: secretSign })),
  );
}

/** The address with a sign for each secret. */
export function shownUrl({ url, secrets }: Pick<Call, 'url' | 'secrets'>, sign = secretSign): string {
  if (secrets.length === 0) return url;
  const parsed = new URL(url);
  const encoded = (text: string): string => {
    let plain = text;
    try {
      plain = decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      // As it stands.
    }
    return holdsSecret(plain, secrets) ? sign : text;
  };
  const path = parsed.pathname.split('/').map(encoded).join('/');
  const query = parsed.search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=').map(encoded).join('='))
    .join('&');
  return `${parsed.origin}${path}${query === '' ? '' : `?${query}`}`;
}
