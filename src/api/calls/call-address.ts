/** Builds the path of a call from its template and values, and parses the whole path again to verify it. */
import { isJsonObject, isList, type Json, scalarText, writeExactly } from '../exact-json.ts';
import { headerStanding } from '../http/misleading-headers.ts';
import type { Parameter } from '../openapi/definition.ts';
import { plainSegments, segmentFault } from '../deletion/segments.ts';
import type { Organisation } from '../organisations.ts';
import { decode, orgPlaceholder, placeholder, placeholdersIn, splitPath } from '../openapi/path-form.ts';
import { type CallFault, type CallPlan, type Pair, parameterKey, type QueryPart } from './call.ts';

type Texts =
  { readonly ok: true; readonly texts: readonly string[] } | { readonly ok: false; readonly message: string };

/** Null for null, lists and objects, which have no single text. */
export function singleText(value: Json): string | null {
  return value === null ? null : scalarText(value);
}

/**
 * The parts of a list or an object; `joined` gives `name=value`, otherwise name and value alternate. A scalar is one
 * part.
 */
function partsOf(value: Json, name: string, joined: boolean): Texts {
  const scalar = singleText(value);
  if (scalar !== null) return { ok: true, texts: [scalar] };
  if (value === null) return refuse(`"${name}" cannot be null here. Leave it unset instead.`);
  const texts: string[] = [];
  if (isJsonObject(value)) {
    for (const [field, part] of Object.entries(value)) {
      const text = singleText(part);
      if (text === null) return refuse(`"${name}" can hold texts, numbers and yes or no only.`);
      texts.push(...(joined ? [`${field}=${text}`] : [field, text]));
    }
  } else if (isList(value)) {
    for (const part of value) {
      const text = singleText(part);
      if (text === null) return refuse(`"${name}" can hold texts, numbers and yes or no only.`);
      texts.push(text);
    }
  }
  return texts.length === 0 ? refuse(`"${name}" is empty. Leave it unset instead.`) : { ok: true, texts };
}

export function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

/** The text of a parameter in a path or a header (style `simple`, or JSON). */
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

type PathBuilt =
  | {
      readonly ok: true;
      /** The encoded path after the base URL, from its first `/`. */
      readonly path: string;
      /** The decoded value that each segment must have. */
      readonly meant: readonly string[];
      readonly orgId: string | null;
      /** Path segments that come from values whose slashes are not encoded. */
      readonly steps: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly CallFault[] };

interface PathValue {
  readonly text: string;
  /** True: slashes stay and separate segments. False: they are encoded as `%2F`. */
  readonly areKept: boolean;
  /** The items of a list, joined by plain commas (RFC 6570, 3.2.2). */
  readonly items?: readonly string[];
}

/** In characters. */
const maxValueLength = 200;

/** Why a text cannot be a value in a path; null when it can. */
function pathValueFault(name: string, text: string): string | null {
  const fault = segmentFault(text);
  if (fault !== null) return `"${name}" ${fault}`;
  if (/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) return `"${name}" contains a hidden character.`;
  return text.length > maxValueLength ? `"${name}" is longer than ${maxValueLength} characters.` : null;
}

/** A name that occurs more than once in the template has the same value everywhere. */
export function buildPath(plan: CallPlan): PathBuilt {
  const { path } = splitPath(plan.operation.path);
  if (!/^\/(?!\/)/.test(path)) return fail([{ key: 'address', message: 'The path must begin with one "/".' }]);
  const orgName = orgPlaceholder(path);
  const texts = new Map<string, PathValue>();
  const faults: CallFault[] = [];
  for (const name of placeholdersIn(path)) {
    const read = name === orgName ? organisationOf(plan, name) : valueOf(plan, name);
    if ('message' in read) faults.push(read);
    else texts.set(name, read);
  }
  if (faults.length > 0) return fail(faults);

  const filled = path
    .slice(1)
    .split('/')
    .map((segment) => filledSegment(segment, texts));
  const meant = filled.flatMap((segment) => segment.meant ?? []);
  if (filled.some((segment) => segment.meant === null))
    return fail([{ key: 'address', message: 'The path contains a broken "%".' }]);
  // Checks the literals of the template too. Slashes at the end, or two in a row, are allowed: many services have
  // them.
  const odd = filled.flatMap((segment) =>
    segment.encoded === '' ? [] : (segment.meant ?? []).flatMap((one) => segment.faultOf(one) ?? []),
  );
  if (odd[0] !== undefined) return fail([{ key: 'address', message: `A part of the path ${odd[0]}` }]);
  return {
    ok: true,
    path: `/${filled.map(({ encoded }) => encoded).join('/')}`,
    meant,
    orgId: orgName === null ? literalOrganisation(meant) : (texts.get(orgName)?.text ?? null),
    steps: [...texts.values()].flatMap(({ text, areKept }) => (areKept ? text.split('/') : [])),
  };
}

interface FilledSegment {
  readonly encoded: string;
  /** The decoded segments; null when a literal is not validly encoded. */
  readonly meant: readonly string[] | null;
  readonly faultOf: (meant: string) => string | null;
}

function filledSegment(segment: string, texts: ReadonlyMap<string, PathValue>): FilledSegment {
  const broken: FilledSegment = { encoded: segment, meant: null, faultOf: segmentFault };
  if (decode(segment.replaceAll(placeholder, '')) === null) return broken;
  const encoded: string[] = [];
  const meant: string[] = [''];
  let faultOf = segmentFault;
  const put = (text: string): void => void meant.push(`${meant.pop() ?? ''}${text}`);
  for (const [at, piece] of segment.split(/(\{[^{}]+\})/).entries()) {
    const value = at % 2 === 1 ? texts.get(piece.slice(1, -1)) : undefined;
    const { text, areKept, items } = value ?? { text: decode(piece), areKept: false, items: undefined };
    if (text === null) return broken;
    if (value !== undefined && !areKept && text.includes('/')) faultOf = findSlashFault;
    const [first = '', ...steps] = areKept ? text.split('/') : [text];
    put(first);
    meant.push(...steps);
    const written = items === undefined ? [first, ...steps].map(encodeURIComponent).join('/') : joinItems(items);
    encoded.push(value === undefined ? piece : written);
  }
  return { encoded: encoded.join(''), meant, faultOf };
}

function joinItems(items: readonly string[]): string {
  return items.map(encodeURIComponent).join(',');
}

/** Why a value with slashes would lead elsewhere, encoded or not; null when it would not. */
function findSlashFault(text: string): string | null {
  const parts = text.split('/');
  if (parts.includes('')) return 'must not begin or end with "/", or contain "//".';
  return parts.map(segmentFault).find((fault) => fault !== null) ?? null;
}

function valueOf({ parameters, values }: CallPlan, name: string): PathValue | CallFault {
  const key = parameterKey({ name, in: 'path' });
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
  if (parameter?.unusable != null) return { key, message: parameter.unusable };
  const value = values.parameters.get(key);
  if (value === undefined) return { key, message: `"${name}" must be set.` };
  const read = simpleText(value, parameter ?? { name, style: 'simple', explode: false });
  if (!read.ok) return { key, message: read.message };
  const text = read.texts[0] ?? '';
  const items = isList(value) && parameter?.style !== 'json' ? value.map((one) => singleText(one) ?? '') : [];
  const message = [text, ...items].map((one) => valueFault(name, one)).find((fault) => fault !== null) ?? null;
  if (message !== null) return { key, message };
  const areKept = text.includes('/') && parameter?.keepsSlashes === true;
  return items.length > 0 && !areKept ? { text, areKept, items } : { text, areKept };
}

function valueFault(name: string, text: string): string | null {
  const odd = text.includes('/') ? findSlashFault(text) : null;
  return odd === null ? pathValueFault(name, text.replaceAll('/', '-')) : `"${name}" ${odd}`;
}

function organisationOf({ orgId, values }: CallPlan, name: string): PathValue | CallFault {
  const key = parameterKey({ name, in: 'path' });
  if (orgId === null) return { key, message: 'No organisation is open.' };
  const value: Json | undefined = values.parameters.get(key);
  if (value !== undefined && singleText(value) !== orgId) {
    return { key, message: `"${name}" is the open organisation, and cannot be another one.` };
  }
  const message = pathValueFault(name, orgId);
  return message === null ? { text: orgId, areKept: false } : { key, message };
}

function literalOrganisation(meant: readonly string[]): string | null {
  const segments = meant.filter((segment) => segment !== '');
  const at = segments.findIndex((segment) => segment.toLowerCase() === 'org');
  return (at < 0 ? undefined : segments[at + 1]) ?? null;
}

function fail(faults: readonly CallFault[]): PathBuilt {
  return { ok: false, faults };
}

/** Parses the address as the sender would, and compares each segment and each pair with its intended meaning. */
export function isMeant(url: URL, baseUrl: string, meant: readonly string[], query: readonly Pair[]): boolean {
  const base = new URL(baseUrl);
  if (url.origin !== base.origin || url.protocol !== base.protocol) return false;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const before = base.pathname.replace(/\/$/, '');
  if (!url.pathname.startsWith(`${before}/`)) return false;
  const segments = url.pathname
    .slice(before.length + 1)
    .split('/')
    .map(decode);
  if (segments.length !== meant.length || !segments.every((segment, at) => segment === meant[at])) return false;
  const pairs = [...url.searchParams];
  return pairs.length === query.length && pairs.every(([name, value], at) => isPair(query[at], name, value));
}

function isPair(pair: Pair | undefined, name: string, value: string): boolean {
  return pair !== undefined && pair[0] === name && pair[1] === value;
}

/** The organisations whose id is in the path, in any spelling: protections are stored by exact id. */
export function organisationsNamed(
  all: readonly Organisation[],
  url: string,
  baseUrl: string,
): readonly Organisation[] {
  const segments = segmentsBelow(url, baseUrl);
  return all.filter((one) => plainSegments(encodeURIComponent(one.orgId)).some((id) => segments.includes(id)));
}

/** Path segments below the base URL, as a service may read them. */
export function segmentsBelow(url: string, baseUrl: string): readonly string[] {
  const [path, base] = [new URL(url).pathname, new URL(baseUrl).pathname.replace(/\/$/, '')];
  return plainSegments(path.startsWith(`${base}/`) ? path.slice(base.length) : path);
}

// Builds the query of a call: only values that are set, in the styles of OpenAPI.

type QueryBuilt =
  { readonly ok: true; readonly parts: readonly QueryPart[] } | { readonly ok: false; readonly message: string };

const separators = { form: ',', simple: ',', spaceDelimited: ' ', pipeDelimited: '|' } as const;

/** Returns no part, one part, or several parts of the same name. */
export function queryOf(parameter: Pick<Parameter, 'name' | 'style' | 'explode'>, value: Json): QueryBuilt {
  const { name, style, explode } = parameter;
  if (!isEncodable(name) || !isEncodable(value)) {
    return refuse(`"${name}" contains half a character, which no address can have.`);
  }
  if (style === 'json') return buildQuery([[name, writeExactly(value)]]);
  const scalar = singleText(value);
  if (scalar !== null) return buildQuery([[name, scalar]]);
  if (style === 'deepObject') return deepObject(name, value);
  const parts = partsOf(value, name, false);
  if (!parts.ok) return parts;
  const { texts } = parts;
  if (explode && isJsonObject(value)) return buildQuery(inPairs(texts));
  if (explode) return buildQuery(texts.map((text): Pair => [name, text]));
  const separator = separators[style];
  // The comma separates values, so it is plain between them and encoded inside them. Other separators are always
  // encoded.
  if (separator !== ',' && texts.some((text) => text.includes(separator))) {
    return refuse(`A value of "${name}" contains "${separator}", which separates its values.`);
  }
  const encoded = texts.map(encodeURIComponent).join(separator === ',' ? ',' : encodeURIComponent(separator));
  const meant: Pair = [name, texts.join(separator)];
  return { ok: true, parts: [{ encoded: `${encodeURIComponent(name)}=${encoded}`, meant }] };
}

/** Lists and objects at any level, as most services read them: `expand[]=…`, `filter[owner][name]=…`, `rules[0][id]=…`. */
function deepObject(name: string, whole: Json): QueryBuilt {
  const pairs: Pair[] = [];
  // Iterative, because a deep value would overflow the stack.
  const left: (readonly [place: string, value: Json])[] = [[name, whole]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [place, value] = next;
    const text = singleText(value);
    if (text !== null) pairs.push([place, text]);
    else if (value === null) return refuse(`"${name}" can hold no null here. Leave it unset instead.`);
    else {
      const parts = isList(value) ? itemsOf(value) : Object.entries(value);
      if (parts.length === 0) {
        return refuse(
          place === name
            ? `"${name}" is empty. Leave it unset instead.`
            : `"${name}" has an empty list or object in it, which is not sent. Leave it unset instead.`,
        );
      }
      // A name with a bracket would be read as two names, and an empty name as a list.
      const odd = isList(value) ? undefined : parts.find(([step]) => step === '' || /[[\]]/.test(step));
      if (odd !== undefined) return refuse(`"${name}" cannot have a field that is called "${odd[0]}" here.`);
      for (const [step, part] of parts.toReversed()) left.push([`${place}[${step}]`, part]);
    }
  }
  return buildQuery(pairs);
}

/** Adds indices only where an item has parts of its own; otherwise the parts of two items would be mixed up. */
function itemsOf(list: readonly Json[]): readonly (readonly [step: string, item: Json])[] {
  const arePlain = list.every((item) => singleText(item) !== null);
  return list.map((item, at) => [arePlain ? '' : String(at), item]);
}

function inPairs(texts: readonly string[]): readonly Pair[] {
  return texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ''] as const] : []));
}

function buildQuery(pairs: readonly Pair[]): QueryBuilt {
  return { ok: true, parts: pairs.map(queryPart) };
}

function queryPart([name, value]: Pair): QueryPart {
  return { encoded: `${encodeURIComponent(name)}=${encodeURIComponent(value)}`, meant: [name, value] };
}

/** False for text with an unpaired surrogate, which UTF-8 cannot encode. */
export function isEncodable(value: Json): boolean {
  if (typeof value === 'string') return !/\p{Cs}/u.test(value);
  if (isList(value)) return value.every(isEncodable);
  return isJsonObject(value)
    ? Object.entries(value).every(([name, part]) => isEncodable(name) && isEncodable(part))
    : true;
}

/** Query parts as written: a service may distinguish an encoded comma from a plain one. */
export function writtenParts(query: string): readonly QueryPart[] {
  if (query === '') return [];
  return query.split('&').flatMap((encoded) => {
    const [meant] = new URLSearchParams(encoded);
    return meant === undefined ? [] : [{ encoded, meant }];
  });
}
