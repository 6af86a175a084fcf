/** The things that a request is about: the name of one in the phrase, and the lists in its body. */
import { decoded, orgPlaceholder } from '../../../api/openapi/path-form.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { lastLiteral } from '../../../api/openapi/dangerous-words.ts';
import { bodyValue } from '../../../api/calls/form-text.ts';
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';

/** Longer ones are a burden to type. */
const longestSubject = 30;
const standInCharacters = 8;

/** Without blanks and quotation marks: a value cannot pass for words of the question around it. */
const typable = /^[!#-&(-_a-~]+/;

/**
 * The last value in the path; where that is the organisation or none, the last word of the path. What cannot be typed has
 * its beginning in its place; null where that cannot be typed either.
 */
export function subjectOf({ path }: Pick<DefinedOperation, 'path'>, { url }: Pick<Call, 'url'>): string | null {
  const value = lastValue(path, url);
  return typedSubject(value ?? lastLiteral(path));
}

function typedSubject(text: string): string | null {
  const [start = ''] = typable.exec(text) ?? [];
  if (start === text && text.length <= longestSubject && text !== '') return text;
  const standIn = start.slice(0, standInCharacters);
  return standIn === '' ? null : standIn;
}

/** Null where the path has no value but the organisation. */
function lastValue(path: string, url: string): string | null {
  const template = path.split('/');
  const segments = (URL.parse(url)?.pathname ?? '').split('/').slice(-template.length);
  const organisation = orgPlaceholder(path);
  const at = template.findLastIndex((step) => {
    const name = /\{([^{}]+)\}/.exec(step)?.[1];
    return name !== undefined && name !== organisation;
  });
  if (at !== -1) return decoded(segments[at] ?? '') ?? segments[at] ?? '';
  // Without a template, what stands last is the value.
  const last = decoded(segments.at(-1) ?? '');
  return path.includes('{') || last === null || last === '' ? null : last;
}

export interface BodyList {
  /** The name of its field, where that can be typed and is plain; else `items`. */
  readonly name: string;
  readonly length: number;
}

/** The value of a body; undefined where there is none, or one that is neither JSON nor a form. */
export function bodyIn(text: string | null): Json | undefined {
  return text === null ? undefined : bodyValue(text);
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
