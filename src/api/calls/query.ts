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

/** Lists and objects at any level, as most services read them: `expand[]=…`, `filter[owner][name]=…`, `rules[0][id]=…`. */
function deepObject(name: string, whole: Json): QueryBuilt {
  const pairs: Pair[] = [];
  // No function calls itself: a value may be deep.
  const left: (readonly [place: string, value: Json])[] = [[name, whole]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [place, value] = next;
    const text = singleText(value);
    if (text !== null) pairs.push([place, text]);
    else if (value === null) return refused(`"${name}" can hold no null here. Leave it unset instead.`);
    else {
      const parts = isList(value) ? itemsOf(value) : Object.entries(value);
      if (parts.length === 0) {
        return refused(
          place === name
            ? `"${name}" is empty. Leave it unset instead.`
            : `"${name}" has an empty list or object in it, which is not sent. Leave it unset instead.`,
        );
      }
      // A name with a bracket in it would be read as two, and an empty one as a list.
      const odd = isList(value) ? undefined : parts.find(([step]) => step === '' || /[[\]]/.test(step));
      if (odd !== undefined) return refused(`"${name}" cannot have a field that is called "${odd[0]}" here.`);
      for (const [step, part] of parts.toReversed()) left.push([`${place}[${step}]`, part]);
    }
  }
  return built(pairs);
}

/** Items by their place only where one has parts of its own: those of two would be mixed up. */
function itemsOf(list: readonly Json[]): readonly (readonly [step: string, item: Json])[] {
  const arePlain = list.every((item) => singleText(item) !== null);
  return list.map((item, at) => [arePlain ? '' : String(at), item]);
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

/** The parts of a query as they are written: an encoded comma and a plain one may mean two things to a service. */
export function writtenParts(query: string): readonly QueryPart[] {
  if (query === '') return [];
  return query.split('&').flatMap((encoded) => {
    const [meant] = new URLSearchParams(encoded);
    return meant === undefined ? [] : [{ encoded, meant }];
  });
}
