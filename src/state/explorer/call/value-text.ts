/** The text of a value in an address or a header. */
import { digitsOf, ExactNumber, isJsonObject, type Json, writeExactly } from '../../../api/exact-json.ts';
import type { Parameter } from '../definition/definition.ts';

export type Texts =
  { readonly ok: true; readonly texts: readonly string[] } | { readonly ok: false; readonly says: string };

/** Null for null, lists and objects, which have none. */
export function scalarText(value: Json): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || value instanceof ExactNumber) return digitsOf(value);
  return typeof value === 'boolean' ? String(value) : null;
}

/**
 * What a list or an object consists of, in its order: an object by name and value, `joined` where they stand as
 * `name=value`. A scalar is a list of one.
 */
export function partsOf(value: Json, name: string, joined: boolean): Texts {
  const scalar = scalarText(value);
  if (scalar !== null) return { ok: true, texts: [scalar] };
  if (value === null) return refused(`"${name}" cannot be null here. Leave it unset instead.`);
  const texts: string[] = [];
  if (isJsonObject(value)) {
    for (const [field, part] of Object.entries(value)) {
      const text = scalarText(part);
      if (text === null) return refused(`"${name}" can hold texts, numbers and yes or no only.`);
      texts.push(...(joined ? [`${field}=${text}`] : [field, text]));
    }
  } else if (isList(value)) {
    for (const part of value) {
      const text = scalarText(part);
      if (text === null) return refused(`"${name}" can hold texts, numbers and yes or no only.`);
      texts.push(text);
    }
  }
  return texts.length === 0 ? refused(`"${name}" is empty. Leave it unset instead.`) : { ok: true, texts };
}

function refused(says: string): Texts {
  return { ok: false, says };
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The one text of a parameter in a path or a header (style `simple`, or JSON). */
export function simpleText(value: Json, parameter: Pick<Parameter, 'name' | 'style' | 'explode'>): Texts {
  if (parameter.style === 'json') return { ok: true, texts: [writeExactly(value)] };
  const parts = partsOf(value, parameter.name, parameter.explode && isJsonObject(value));
  return parts.ok ? { ok: true, texts: [parts.texts.join(',')] } : parts;
}
