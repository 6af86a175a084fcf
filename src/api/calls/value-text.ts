/** The text of a value in an address or a header. */
import { isJsonObject, isList, type Json, scalarText, writeExactly } from '../exact-json.ts';
import { headerStanding } from '../http/misleading-headers.ts';
import type { Parameter } from '../openapi/definition.ts';

export type Texts =
  { readonly ok: true; readonly texts: readonly string[] } | { readonly ok: false; readonly says: string };

/** Null for null, lists and objects, which have no single text. */
export function singleText(value: Json): string | null {
  return value === null ? null : scalarText(value);
}

/** The parts of a list or an object; `joined`: as `name=value`, else name and value. A scalar is a list of one. */
export function partsOf(value: Json, name: string, joined: boolean): Texts {
  const scalar = singleText(value);
  if (scalar !== null) return { ok: true, texts: [scalar] };
  if (value === null) return refused(`"${name}" cannot be null here. Leave it unset instead.`);
  const texts: string[] = [];
  if (isJsonObject(value)) {
    for (const [field, part] of Object.entries(value)) {
      const text = singleText(part);
      if (text === null) return refused(`"${name}" can hold texts, numbers and yes or no only.`);
      texts.push(...(joined ? [`${field}=${text}`] : [field, text]));
    }
  } else if (isList(value)) {
    for (const part of value) {
      const text = singleText(part);
      if (text === null) return refused(`"${name}" can hold texts, numbers and yes or no only.`);
      texts.push(text);
    }
  }
  return texts.length === 0 ? refused(`"${name}" is empty. Leave it unset instead.`) : { ok: true, texts };
}

export function refused(says: string): { readonly ok: false; readonly says: string } {
  return { ok: false, says };
}

/** The single text of a parameter in a path or a header (style `simple`, or JSON). */
export function simpleText(value: Json, parameter: Pick<Parameter, 'name' | 'style' | 'explode'>): Texts {
  if (parameter.style === 'json') return { ok: true, texts: [writeExactly(value)] };
  const parts = partsOf(value, parameter.name, parameter.explode && isJsonObject(value));
  return parts.ok ? { ok: true, texts: [parts.texts.join(',')] } : parts;
}

/** Why a header cannot be set, as a sentence; null when it can. */
export function headerFault(name: string): string | null {
  const standing = headerStanding(name);
  if (standing === 'own') return `rollcall sets "${name}" itself.`;
  return standing === 'free' ? null : `rollcall does not send the header "${name}".`;
}

/** Why a text cannot be sent in a header; null when it can. */
export function headerValueFault(name: string, text: string): string | null {
  if (text.trim() === '') return `"${name}" must not be empty.`;
  if (text !== text.trim()) return `"${name}" must not begin or end with a blank.`;
  return /^[\x20-\x7e]+$/.test(text) ? null : `"${name}" can have plain ASCII characters only.`;
}
