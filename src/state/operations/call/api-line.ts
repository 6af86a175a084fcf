/** A call as a line for a shell that asks the same with `rollcall api`. */
import { isJsonObject, type Json, parseExactly, writeExactly } from '../../../api/exact-json.ts';
import { escapeHidden } from '../../kernel/hidden-characters.ts';
import type { Call } from './call.ts';
import { holdsSecret, secretSign, shellWord, shownBody, shownUrl, withoutSecrets } from './shell-text.ts';

/** `baseUrl`: of the service, which the address begins with. */
export function apiLineOf(call: Call, baseUrl: string): string {
  const address = shownUrl(call);
  const path = address.startsWith(baseUrl) ? address.slice(baseUrl.length) : new URL(address).pathname;
  const headers = Object.entries(call.headers)
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, text]) => `${name}=${holdsSecret(text, call.secrets) ? secretSign : text}`);
  const words = ['rollcall', 'api', call.method, path, ...headers];
  const fields = call.body === null ? [] : bodyFields(withoutSecrets(parseExactly(call.body), call.secrets));
  if (fields !== null) return [...words, ...fields].map(shellWord).join(' ');
  // Not an object with plain names: as it is.
  return `printf %s ${shellWord(shownBody(call) ?? '')} | ${[...words, '--input', '-'].map(shellWord).join(' ')}`;
}

/** Names that stand on a command line as they are. */
const plainName = /^[A-Za-z_][\w.-]*$/;

/** Null where the body cannot be written field by field. */
function bodyFields(body: Json): readonly string[] | null {
  if (!isJsonObject(body)) return null;
  const fields = Object.entries(body);
  if (fields.length === 0 || !fields.every(([name]) => plainName.test(name))) return null;
  return fields.map(([name, value]) => {
    // A text that could be read as another type is written as JSON.
    const isPlain = typeof value === 'string' && /^[^\d\s"[{-][^\n]*$/.test(value) && !isWord(value);
    return isPlain && escapeHidden(value) === value
      ? `${name}=${value}`
      : `${name}:=${escapeHidden(writeExactly(value))}`;
  });
}

function isWord(text: string): boolean {
  return /^(true|false|null)$/i.test(text);
}
