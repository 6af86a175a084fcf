/** Finds a known token in a text, in any form that a program might write. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Characters of a token that are harmless; more are as good as the whole. */
const maxHarmlessLength = 20;

/** Forms of the token, or of a long piece of it, in the text; empty when there are none. */
export function leaksIn(text: string, token: string): readonly string[] {
  return formsOf(token).flatMap(([name, form]) => (text.includes(form) ? [name] : []));
}

/** Processes of this computer with the token among their arguments. */
export function processesWith(token: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => leaksIn(contentOf(join('/proc', pid, 'cmdline')), token).length > 0);
}

/** Empty when the process has ended meanwhile. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const forms = new Map<string, readonly (readonly [string, string])[]>();

function formsOf(token: string): readonly (readonly [string, string])[] {
  const known = forms.get(token);
  if (known !== undefined) return known;
  const hex = (piece: string, before: string): string =>
    Array.from(piece, (character) => before + character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  const pieces = [
    token.slice(0, maxHarmlessLength),
    token.slice(20, 20 + maxHarmlessLength),
    token.slice(-maxHarmlessLength),
  ];
  const made = pieces.flatMap((piece) => [
    ['plain', piece] as const,
    ['URL-encoded', hex(piece, '%')] as const,
    ['URL-encoded in capitals', hex(piece, '%').toUpperCase()] as const,
    ['hexadecimal', hex(piece, '')] as const,
    ['escaped as in JSON', hex(piece, String.raw`\u00`)] as const,
    ...[0, 1, 2].map((shift) => ['base64', base64Of(piece, shift)] as const),
  ]);
  forms.set(token, made);
  return made;
}

/** The characters that do not depend on the text around the piece; the first and last ones do. */
function base64Of(piece: string, shift: number): string {
  const whole = Buffer.from('x'.repeat(shift) + piece)
    .toString('base64')
    .replace(/=+$/, '');
  return whole.slice(shift === 0 ? 0 : shift + 1, -2);
}
