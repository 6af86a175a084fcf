/** Parses the words of `rollcall api`: method, path and fields. */
import { deepestJson, type Json, readExactly } from '../../../api/exact-json.ts';
import { writtenParts } from '../../../api/calls/call-address.ts';
import { namedMethods, whyNotSent } from '../../../api/operations.ts';
import type { QueryPart } from '../../../api/calls/call.ts';

export interface ApiField {
  readonly name: string;
  /** True if the definition may convert the text to another type. */
  readonly isText: boolean;
  readonly value: Json;
}

export interface ApiWords {
  readonly method: string;
  /** The written path with a leading `/`, without its query. */
  readonly path: string;
  /** The first word if it may be an `operationId` instead of a path; else null. */
  readonly operationId: string | null;
  /** The query as it was typed, regardless of the definition. */
  readonly query: readonly QueryPart[];
  readonly fields: readonly ApiField[];
}

type WordsRead = { readonly ok: true; readonly words: ApiWords } | { readonly ok: false; readonly message: string };

/** The message for typed JSON that exceeds the limit. */
export const tooDeep = `has more than ${deepestJson} levels of lists and objects. Nothing was sent.`;

/**
 * A refusal repeats no value, which could be part of a secret. `isDescribed`: nothing is sent, so any method is
 * allowed.
 */
export function readWords(words: readonly string[], baseUrl: string, isDescribed = false): WordsRead {
  const method = methodIn(words);
  const why = isDescribed || method === null ? null : whyNotSent(method);
  if (why !== null) return refuse(why);
  // Fields never change the method.
  const [path, ...rest] = method === null ? words : words.slice(1);
  if (path === undefined) return refuse('rollcall api takes a path. Example: rollcall api /account/orgs');
  const place = placeOf(path, baseUrl);
  if ('message' in place) return refuse(place.message);
  const fields: ApiField[] = [];
  for (const word of rest) {
    const [, name = '', sign, value = ''] = /^([^=]*?)(:=|==|=)([^]*)$/.exec(word) ?? [];
    if (name === '') return refuse('A field is name=value or name:=JSON; rollcall api --help shows them.');
    if (sign === '==') return refuse(`"${name}==" is no field: write ${name}=…, or ?${name}=… in the path.`);
    if (sign === '=') {
      fields.push({ name, isText: true, value });
      continue;
    }
    const json = readExactly(value);
    if (json.ok) fields.push({ name, isText: false, value: json.value });
    else if (json.why === 'too deep') return refuse(`"${name}" ${tooDeep}`);
    else return refuse(`"${name}" is not valid JSON. For a text use ${name}=….`);
  }
  const operationId = method !== null || /^\/|^[a-z]+:\/\//i.test(path) ? null : path;
  return { ok: true, words: { method: method ?? 'GET', ...place, operationId, fields } };
}

/** Null if the first word is a path. Known methods may be in lower case; an unknown method needs a path after it. */
function methodIn([first = '', second]: readonly string[]): string | null {
  const method = first.toUpperCase();
  if (namedMethods.has(method)) return method;
  return /^[A-Z][A-Z\d_-]*$/.test(first) && /^[^=]*\//.test(second ?? '') ? first : null;
}

/** The path below the service's address; a sentence for any other address. */
function placeOf(written: string, baseUrl: string): Pick<ApiWords, 'path' | 'query'> | { readonly message: string } {
  if (/^[a-z]:[/\\]/i.test(written)) {
    return { message: 'Your shell made a file name of the path. Write it without its first slash.' };
  }
  const isAddress = /^([a-z][a-z0-9+.-]*:|[/\\]{2}|[/\\]*[/\\]\\)/i.test(written);
  const below = isAddress ? belowBase(written, baseUrl) : written;
  if (below === null) return { message: `rollcall api asks the service at ${baseUrl} only. Write the path alone.` };
  if (below.includes('#')) return { message: 'The path contains "#". Leave out what begins with it.' };
  const at = below.indexOf('?');
  const path = at < 0 ? below : below.slice(0, at);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: at < 0 ? [] : writtenParts(below.slice(at + 1)),
  };
}

/**
 * Null for an address outside the service, which must not get the token. Dot segments stay as written, so that the
 * check of paths can refuse them.
 */
function belowBase(written: string, baseUrl: string): string | null {
  const origin = URL.parse(written)?.origin;
  const isThere = origin === new URL(baseUrl).origin && written.startsWith(`${baseUrl}/`);
  return isThere ? written.slice(baseUrl.length) : null;
}

function refuse(message: string): WordsRead {
  return { ok: false, message };
}
