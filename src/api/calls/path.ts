/** The path of a call: each value in its place. The whole path is read back before it counts. */
import { plainSegments, segmentFault } from '../deletion/segments.ts';
import type { Organisation } from '../organisations.ts';
import { isList, type Json } from '../exact-json.ts';
import { decoded, orgPlaceholder, placeholder, placeholdersIn, splitPath } from '../openapi/path-form.ts';
import { type CallFault, type CallPlan, type Pair, parameterKey } from './call.ts';
import { simpleText, singleText } from './value-text.ts';

export type PathBuilt =
  | {
      readonly ok: true;
      /** From the `/` after the base URL on, encoded. */
      readonly path: string;
      /** Each segment with its intended meaning. */
      readonly meant: readonly string[];
      readonly orgId: string | null;
      /** Steps of the values whose slashes are kept. */
      readonly steps: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly CallFault[] };

/** A value as it stands in the path. */
interface PathValue {
  readonly text: string;
  /** Its slashes begin further steps of the path. Else they are encoded, `%2F`. */
  readonly areKept: boolean;
  /** The items of a list: plain commas stand between them (RFC 6570, 3.2.2). */
  readonly items?: readonly string[];
}

/** In characters. */
const longestValue = 200;

/** Why a text cannot be a value in a path; null when it can. */
export function pathValueFault(name: string, text: string): string | null {
  const fault = segmentFault(text);
  if (fault !== null) return `"${name}" ${fault}`;
  if (/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) return `"${name}" contains a hidden character.`;
  return text.length > longestValue ? `"${name}" is longer than ${longestValue} characters.` : null;
}

/** A name that occurs more than once in the template has its one value everywhere. */
export function buildPath(plan: CallPlan): PathBuilt {
  const { path } = splitPath(plan.operation.path);
  if (!/^\/(?!\/)/.test(path)) return failed([{ key: 'address', says: 'The path must begin with one "/".' }]);
  const orgName = orgPlaceholder(path);
  const texts = new Map<string, PathValue>();
  const faults: CallFault[] = [];
  for (const name of placeholdersIn(path)) {
    const read = name === orgName ? organisationOf(plan, name) : valueOf(plan, name);
    if ('says' in read) faults.push(read);
    else texts.set(name, read);
  }
  if (faults.length > 0) return failed(faults);

  const filled = path
    .slice(1)
    .split('/')
    .map((segment) => filledSegment(segment, texts));
  const meant = filled.flatMap((segment) => segment.meant ?? []);
  if (filled.some((segment) => segment.meant === null))
    return failed([{ key: 'address', says: 'The path contains a broken "%".' }]);
  // Literals of the template are checked too. It may have slashes at its end, or two in a row: many services do.
  const odd = filled.flatMap((segment) =>
    segment.encoded === '' ? [] : (segment.meant ?? []).flatMap((one) => segment.faultOf(one) ?? []),
  );
  if (odd[0] !== undefined) return failed([{ key: 'address', says: `A part of the path ${odd[0]}` }]);
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
  /** The segments that it becomes; null: its literals are no encoded text. */
  readonly meant: readonly string[] | null;
  readonly faultOf: (meant: string) => string | null;
}

/** One segment of the template with its values. */
function filledSegment(segment: string, texts: ReadonlyMap<string, PathValue>): FilledSegment {
  const broken: FilledSegment = { encoded: segment, meant: null, faultOf: segmentFault };
  if (decoded(segment.replaceAll(placeholder, '')) === null) return broken;
  const encoded: string[] = [];
  const meant: string[] = [''];
  let faultOf = segmentFault;
  const put = (text: string): void => void meant.push(`${meant.pop() ?? ''}${text}`);
  for (const [at, piece] of segment.split(/(\{[^{}]+\})/).entries()) {
    const value = at % 2 === 1 ? texts.get(piece.slice(1, -1)) : undefined;
    const { text, areKept, items } = value ?? { text: decoded(piece), areKept: false, items: undefined };
    if (text === null) return broken;
    if (value !== undefined && !areKept && text.includes('/')) faultOf = slashedFault;
    const [first = '', ...steps] = areKept ? text.split('/') : [text];
    put(first);
    meant.push(...steps);
    const written = items === undefined ? [first, ...steps].map(encodeURIComponent).join('/') : listed(items);
    encoded.push(value === undefined ? piece : written);
  }
  return { encoded: encoded.join(''), meant, faultOf };
}

function listed(items: readonly string[]): string {
  return items.map(encodeURIComponent).join(',');
}

/** Why a value with slashes in it would lead elsewhere, whether they are encoded or not; null: it would not. */
function slashedFault(text: string): string | null {
  const parts = text.split('/');
  if (parts.includes('')) return 'must not begin or end with "/", or contain "//".';
  return parts.map(segmentFault).find((fault) => fault !== null) ?? null;
}

function valueOf({ parameters, values }: CallPlan, name: string): PathValue | CallFault {
  const key = parameterKey({ name, in: 'path' });
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
  if (parameter?.unusable != null) return { key, says: parameter.unusable };
  const value = values.parameters.get(key);
  if (value === undefined) return { key, says: `"${name}" must be set.` };
  const read = simpleText(value, parameter ?? { name, style: 'simple', explode: false });
  if (!read.ok) return { key, says: read.says };
  const text = read.texts[0] ?? '';
  const items = isList(value) && parameter?.style !== 'json' ? value.map((one) => singleText(one) ?? '') : [];
  const says = [text, ...items].map((one) => valueFault(name, one)).find((fault) => fault !== null) ?? null;
  if (says !== null) return { key, says };
  const areKept = text.includes('/') && parameter?.keepsSlashes === true;
  return items.length > 0 && !areKept ? { text, areKept, items } : { text, areKept };
}

function valueFault(name: string, text: string): string | null {
  const odd = text.includes('/') ? slashedFault(text) : null;
  return odd === null ? pathValueFault(name, text.replaceAll('/', '-')) : `"${name}" ${odd}`;
}

function organisationOf({ orgId, values }: CallPlan, name: string): PathValue | CallFault {
  const key = parameterKey({ name, in: 'path' });
  if (orgId === null) return { key, says: 'No organisation is open.' };
  const value: Json | undefined = values.parameters.get(key);
  if (value !== undefined && singleText(value) !== orgId) {
    return { key, says: `"${name}" is the open organisation, and cannot be another one.` };
  }
  const says = pathValueFault(name, orgId);
  return says === null ? { text: orgId, areKept: false } : { key, says };
}

/** The organisation that a path names as a literal. */
function literalOrganisation(meant: readonly string[]): string | null {
  const segments = meant.filter((segment) => segment !== '');
  const at = segments.findIndex((segment) => segment.toLowerCase() === 'org');
  return (at < 0 ? undefined : segments[at + 1]) ?? null;
}

function failed(faults: readonly CallFault[]): PathBuilt {
  return { ok: false, faults };
}

/** Is this the intended address, parsed as for sending? Each segment and each pair must have its intended meaning. */
export function isMeant(url: URL, baseUrl: string, meant: readonly string[], query: readonly Pair[]): boolean {
  const base = new URL(baseUrl);
  if (url.origin !== base.origin || url.protocol !== base.protocol) return false;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const before = base.pathname.replace(/\/$/, '');
  if (!url.pathname.startsWith(`${before}/`)) return false;
  const segments = url.pathname
    .slice(before.length + 1)
    .split('/')
    .map(decoded);
  if (segments.length !== meant.length || !segments.every((segment, at) => segment === meant[at])) return false;
  const pairs = [...url.searchParams];
  return pairs.length === query.length && pairs.every(([name, value], at) => isPair(query[at], name, value));
}

function isPair(pair: Pair | undefined, name: string, value: string): boolean {
  return pair !== undefined && pair[0] === name && pair[1] === value;
}

/** The organisations with an id in the path, in any spelling: protections are kept by exact id. */
export function organisationsNamed(
  all: readonly Organisation[],
  url: string,
  baseUrl: string,
): readonly Organisation[] {
  const segments = segmentsBelow(url, baseUrl);
  return all.filter((one) => plainSegments(encodeURIComponent(one.orgId)).some((id) => segments.includes(id)));
}

/** The segments of the path below the base URL, as a service may read them. */
export function segmentsBelow(url: string, baseUrl: string): readonly string[] {
  const [path, base] = [new URL(url).pathname, new URL(baseUrl).pathname.replace(/\/$/, '')];
  return plainSegments(path.startsWith(`${base}/`) ? path.slice(base.length) : path);
}
