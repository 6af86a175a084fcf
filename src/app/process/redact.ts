/** Redacts tokens in a text, in every form in which one is likely to stand in it. */
import { base64Forms } from '../../api/token.ts';

const mark = '[token]';

/** What is written between the parts of a text that was broken into lines, quoted or joined again. */
const between = String.raw`(?:[\s"'\`+,\\]|\\[nrt])*`;

/**
 * Without `token`, as it is, escaped for an address or for JSON, in base64, in hexadecimal, or broken into pieces; and
 * without anything else that has the form of a token. `token` null: only the form is known.
 */
export function redactSecrets(text: string, token: string | null): string {
  let safe = text;
  if (token !== null && token !== '') {
    for (const form of [...base64Forms(token), Buffer.from(token).toString('hex')]) safe = safe.replaceAll(form, mark);
    const letters = Array.from(token, (letter) => `(?:${letter}|${escapes(letter)})`);
    safe = safe.replaceAll(new RegExp(letters.join(between), 'gi'), mark);
  }
  return safe.replaceAll(/(?<![A-Za-z0-9])[A-Za-z0-9]{63}(?![A-Za-z0-9])/g, mark);
}

function escapes(letter: string): string {
  const code = letter.charCodeAt(0).toString(16);
  return String.raw`%${code}|\\u00${code}|\\x${code}`;
}
