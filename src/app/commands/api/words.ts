/** Reads the words of `rollcall api`: method, path and fields. */
import { deepestJson, type Json, readExactly } from '../../../api/exact-json.ts';
import { writtenParts } from '../../../api/calls/call-address.ts';
import { namedMethods, whyNotSent } from '../../../api/operations.ts';
import type { QueryPart } from '../../../api/calls/call.ts';

export interface ApiField {
  readonly name: string;
  /** A text may become the type that the definition names. */
  readonly isText: boolean;
  readonly value: Json;
}

/** The request of the words, before the operation is known. */
export interface ApiWords {
  readonly method: string;
  /** As it was written, with a `/` at its beginning, without its query. */
  readonly path: string;
  /** The word in the place of the path, where it may be the `operationId` of an operation; else null. */
  readonly operationId: string | null;
  /** Parts of the query as typed, whatever the definition says. */
  readonly query: readonly QueryPart[];
  readonly fields: readonly ApiField[];
}

export type WordsRead = { readonly ok: true; readonly words: ApiWords } | { readonly ok: false; readonly says: string };

/** The limit for JSON that a person gave. */
export const tooDeep = `has more than ${deepestJson} levels of lists and objects. Nothing was sent.`;

/** A refusal repeats no value: it could be a part of a secret. `isDescribed`: nothing is sent, so that any method will do. */
export function readWords(words: readonly string[], baseUrl: string, isDescribed = false): WordsRead {
  const method = methodIn(words);
  const why = isDescribed || method === null ? null : whyNotSent(method);
  if (why !== null) return refused(why);
  // Fields never change the method.
  const [path, ...rest] = method === null ? words : words.slice(1);
  if (path === undefined) return refused('rollcall api takes a path. Example: rollcall api /account/orgs');
  const place = placeOf(path, baseUrl);
  if ('says' in place) return refused(place.says);
  const fields: ApiField[] = [];
  for (const word of rest) {
    const [, name = '', sign, value = ''] = /^([^=]*?)(:=|==|=)([^]*)$/.exec(word) ?? [];
    if (name === '') return refused('A field is name=value or name:=JSON; rollcall api --help shows them.');
    if (sign === '==') return refused(`"${name}==" is no field: write ${name}=…, or ?${name}=… in the path.`);
    if (sign === '=') {
      fields.push({ name, isText: true, value });
      continue;
    }
    const json = readExactly(value);
    if (json.ok) fields.push({ name, isText: false, value: json.value });
    else if (json.why === 'too deep') return refused(`"${name}" ${tooDeep}`);
    else return refused(`"${name}" is not valid JSON. For a text use ${name}=….`);
  }
  const operationId = method !== null || /^\/|^[a-z]+:\/\//i.test(path) ? null : path;
  return { ok: true, words: { method: method ?? 'GET', ...place, operationId, fields } };
}

/** Null where the first word is a path. A known method may be in small letters; another one stands before a path. */
function methodIn([first = '', second]: readonly string[]): string | null {
  const method = first.toUpperCase();
  if (namedMethods.has(method)) return method;
  return /^[A-Z][A-Z\d_-]*$/.test(first) && /^[^=]*\//.test(second ?? '') ? first : null;
}

/** Below the address of the service, never elsewhere. */
function placeOf(written: string, baseUrl: string): Pick<ApiWords, 'path' | 'query'> | { readonly says: string } {
  if (/^[a-z]:[/\\]/i.test(written)) {
    return { says: 'Your shell made a file name of the path. Write it without its first slash.' };
  }
  const isAddress = /^([a-z][a-z0-9+.-]*:|[/\\]{2}|[/\\]*[/\\]\\)/i.test(written);
  const below = isAddress ? belowBase(written, baseUrl) : written;
  if (below === null) return { says: `rollcall api asks the service at ${baseUrl} only. Write the path alone.` };
  if (below.includes('#')) return { says: 'The path contains "#". Leave out what begins with it.' };
  const at = below.indexOf('?');
  const path = at < 0 ? below : below.slice(0, at);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: at < 0 ? [] : writtenParts(below.slice(at + 1)),
  };
}

/**
 * Null where it is not at the service, which must not get the token. Nothing is resolved: the check of paths must see a
 * dot segment as written, and refuses it.
 */
function belowBase(written: string, baseUrl: string): string | null {
  const origin = URL.parse(written)?.origin;
  const isThere = origin === new URL(baseUrl).origin && written.startsWith(`${baseUrl}/`);
  return isThere ? written.slice(baseUrl.length) : null;
}

function refused(says: string): WordsRead {
  return { ok: false, says };
}
