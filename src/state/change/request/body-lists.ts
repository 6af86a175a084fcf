/** The lists in the body of a request: how many things it is about. */
import { isJsonObject, type Json, jsonIn, isList } from '../../../api/exact-json.ts';

export interface BodyList {
  /** The name of its field, where that can be typed and is plain; else `items`. */
  readonly name: string;
  readonly length: number;
}

/** The value of a body; undefined where there is none, or none that is JSON. */
export function bodyIn(text: string | null): Json | undefined {
  return text === null ? undefined : jsonIn(text);
}

/** The longest list, however deep it is; the first of several. Null where there is none. */
export function longestListIn(body: Json | undefined): BodyList | null {
  let longest: BodyList | null = null;
  // No function calls itself: a body may be deep.
  const left: (readonly [name: string, value: Json])[] = body === undefined ? [] : [['', body]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [name, value] = next;
    if (isList(value)) {
      if (value.length > (longest?.length ?? -1)) longest = { name: plainName(name), length: value.length };
      for (let at = value.length - 1; at >= 0; at -= 1) left.push([name, value[at] ?? null]);
    } else if (isJsonObject(value)) {
      left.push(...Object.entries(value).reverse());
    }
  }
  return longest;
}

/** A document may call a field by a sentence: it is no part of a phrase then. */
function plainName(name: string): string {
  return /^[A-Za-z][\w-]{0,29}$/.test(name) ? name : 'items';
}
