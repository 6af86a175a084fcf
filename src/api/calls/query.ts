/** The query of a call: only values that are set, in the styles of OpenAPI. */
import { isJsonObject, type Json, writeExactly, isList } from '../exact-json.ts';
import type { Parameter } from '../openapi/definition.ts';
import { partsOf, refused, singleText } from './value-text.ts';
import type { Pair, QueryPart } from './call.ts';

export type QueryBuilt =
  { readonly ok: true; readonly parts: readonly QueryPart[] } | { readonly ok: false; readonly says: string };

const separators = { form: ',', simple: ',', spaceDelimited: ' ', pipeDelimited: '|' } as const;

/** One parameter: no part, one, or several of the same name. */
export function queryOf(parameter: Pick<Parameter, 'name' | 'style' | 'explode'>, value: Json): QueryBuilt {
  const { name, style, explode } = parameter;
  if (!isEncodable(name) || !isEncodable(value)) {
    return refused(`"${name}" contains half a character, which no address can have.`);
  }
  if (style === 'json') return built([[name, writeExactly(value)]]);
  const scalar = singleText(value);
  if (scalar !== null) return built([[name, scalar]]);
  if (style === 'deepObject') return deepObject(name, value);
  const parts = partsOf(value, name, false);
  if (!parts.ok) return parts;
  const { texts } = parts;
  if (explode && isJsonObject(value)) return built(inPairs(texts));
  if (explode) return built(texts.map((text): Pair => [name, text]));
  const separator = separators[style];
  // A comma separates unencoded, and is encoded in values. Other separators are encoded everywhere.
  if (separator !== ',' && texts.some((text) => text.includes(separator))) {
    return refused(`A value of "${name}" contains "${separator}", which separates its values.`);
  }
  const encoded = texts.map(encodeURIComponent).join(separator === ',' ? ',' : encodeURIComponent(separator));
  const meant: Pair = [name, texts.join(separator)];
  return { ok: true, parts: [{ encoded: `${encodeURIComponent(name)}=${encoded}`, meant }] };
}

/** One level: `filter[state]=…`. */
function deepObject(name: string, value: Json): QueryBuilt {
  if (!isJsonObject(value)) return refused(`"${name}" must be an object.`);
  const pairs: Pair[] = [];
  for (const [field, part] of Object.entries(value)) {
    const texts = isList(part) ? part.map(singleText) : [singleText(part)];
    for (const text of texts) {
      if (text === null) return refused(`"${name}" can hold texts, numbers and yes or no only.`);
      pairs.push([`${name}[${field}]`, text]);
    }
  }
  return pairs.length === 0 ? refused(`"${name}" is empty. Leave it unset instead.`) : built(pairs);
}

function inPairs(texts: readonly string[]): readonly Pair[] {
  return texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ''] as const] : []));
}

function built(pairs: readonly Pair[]): QueryBuilt {
  return { ok: true, parts: pairs.map(queryPart) };
}

/** A pair without any style. */
export function queryPart([name, value]: Pair): QueryPart {
  return { encoded: `${encodeURIComponent(name)}=${encodeURIComponent(value)}`, meant: [name, value] };
}

/** Surrogates without their other half cannot be encoded, because UTF-8 has none. */
export function isEncodable(value: Json): boolean {
  if (typeof value === 'string') return !/\p{Cs}/u.test(value);
  if (isList(value)) return value.every(isEncodable);
  return isJsonObject(value)
    ? Object.entries(value).every(([name, part]) => isEncodable(name) && isEncodable(part))
    : true;
}
