/** An answer as a person reads it in a terminal: indented, without secrets, and with nothing that a terminal acts on. */
import type { Json } from '../../../api/exact-json.ts';
import { isJsonObject, writeExactly } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import { visible } from '../../../screens/text/clean.ts';
import { escapeHidden } from '../../../state/kernel/hidden-characters.ts';
import { hiddenText, isSecret, textWithoutSecrets } from '../../../state/operations/answer/secrets.ts';
import { jsonOf } from './words.ts';

export type TerminalText =
  | { readonly kind: 'text'; readonly text: string }
  /** It would do harm on a terminal. */
  | { readonly kind: 'binary' };

export function terminalText({ contentType, text }: Pick<RawResponse, 'contentType' | 'text'>): TerminalText {
  if (text.trim() === '') return { kind: 'text', text: '' };
  const json = /json|^$/i.test(contentType) ? jsonOf(text) : undefined;
  if (json !== undefined) return { kind: 'text', text: `${escapeHidden(writeExactly(withoutSecrets('', json), 2))}\n` };
  if (text.includes('\0') || text.includes('\uFFFD')) return { kind: 'binary' };
  const lines = textWithoutSecrets(text)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  return { kind: 'text', text: lines.map((line) => `${visible(line)}\n`).join('') };
}

/** One item of a list, on a line of its own. */
export function terminalLine(item: Json): string {
  return escapeHidden(writeExactly(withoutSecrets('', item)));
}

/** `name`: of the field that the value is of. */
function withoutSecrets(name: string, value: Json): Json {
  if (isSecret(name, value)) return hiddenText;
  if (isList(value)) return value.map((part) => withoutSecrets(name, part));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, withoutSecrets(field, part)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
