/** Checks the link to the next page of a list, and counts the rows and bytes that were read. */
import process from 'node:process';
import type { LinkFault, UntrustedLink } from '../problem.ts';
import { choosesPage, isNumbered } from './page-parameters.ts';

export interface ListRead {
  readonly rows: number;
  /** Decompressed size of the answers. */
  readonly bytes: number;
  /** Length of the whole list, from the newest page that gives one. */
  readonly total: number | null;
  /** The service changed its total between pages: rows were added or removed. */
  readonly hasMoved: boolean;
  /** The last page had no rows. */
  readonly isEmpty: boolean;
  /** Index of the last page that gives one. */
  readonly lastIndex: number | null;
  /** True when rows stay in memory, which limits them; false when each page is passed on. */
  readonly isHeld: boolean;
}

export const nothingRead: ListRead = {
  ...{ rows: 0, bytes: 0, total: null, hasMoved: false, isEmpty: false, lastIndex: null, isHeld: true },
};

/** Size and numbers of a page; null when missing or impossible. */
type PageRead = Pick<ListRead, 'rows' | 'bytes' | 'total'> & { readonly index: number | null };

export function withPageRead(before: ListRead, { rows, bytes, total, index }: PageRead): ListRead {
  return {
    ...before,
    rows: before.rows + rows,
    bytes: before.bytes + bytes,
    total: total ?? before.total,
    hasMoved: before.hasMoved || isOtherTotal(before.total, total),
    isEmpty: rows === 0,
    lastIndex: index ?? before.lastIndex,
  };
}

export function isOtherTotal(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Twice the rows of the largest list in the benchmarks. */
const maxRows = 2_000_000;

const mebibyte = 1024 ** 2;

let limits: { readonly rows: number; readonly bytes: number } | undefined;

/**
 * Limit on rows and bytes, so that the program does not run out of memory in the middle of its work. Kept answers take
 * about as much memory as they have bytes; half of Node's heap stays free for everything else.
 */
export function maxHeld(): NonNullable<typeof limits> {
  if (limits === undefined) {
    const { heap_size_limit: heap } = process.getBuiltinModule('node:v8').getHeapStatistics();
    limits = { rows: maxRows, bytes: Math.floor(heap / 2 / mebibyte) * mebibyte };
  }
  return limits;
}

// Checks the address of the next page: the service supplies it, and the token would be sent to it.

export type NextPage =
  /** `links.next` was null: the list is complete. */
  | { readonly kind: 'end' }
  /** Checked, absolute, and never read before. */
  | { readonly kind: 'page'; readonly url: string }
  /** The link cannot be a page of this list. The rows of this page are kept. */
  | ({ readonly kind: 'untrusted' } & UntrustedLink);

export type CheckedLink = Exclude<NextPage, { readonly kind: 'end' }>;

export interface LinkRules {
  /** The list's own address: every page must have its origin and path, however a link writes them. */
  readonly list: string;
  /** Requested parameters by lower-case name; those of a link must mean the same. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
  /** May a link with these parameters omit the requested ones, because a cursor stands for them? */
  readonly isOpaque: (given: readonly string[]) => boolean;
}

interface LinkPlace {
  /** The page that contains the link: relative links are resolved from it. */
  readonly address: string;
  /** The addresses of earlier pages. */
  readonly seen: readonly string[];
}

/** A list with more pages is treated as an endless chain. */
export const maxPagesEver = 20_000;

/**
 * The page after this one. The list ends at a null link, at a second page in a row without rows, or at the first such
 * page once its total is reached.
 * A link that leads elsewhere, back, or onward without an end is not followed.
 */
export function nextPageOf(
  link: unknown,
  rules: LinkRules,
  place: LinkPlace,
  numbers: { readonly index: number | null; readonly lastPage: number | null },
  { before, read }: { readonly before: ListRead; readonly read: ListRead },
): NextPage {
  if (link === null) return { kind: 'end' };
  const isTotalReached = read.total !== null && read.rows >= read.total;
  if (read.isEmpty && (before.isEmpty || isTotalReached)) return { kind: 'end' };
  const { index, lastPage } = numbers;
  const pages = [...place.seen, place.address];
  const next = checkLink(link, rules, { address: place.address, seen: pages });
  if (next.kind === 'untrusted') return next;
  // The metadata may reveal a cycle that the addresses hide.
  if (index !== null && before.lastIndex !== null && index <= before.lastIndex)
    return distrust(next.url, 'not forward');
  // A growing list may have one page more than announced. After a page without rows, the next page decides.
  const maxPages = read.isEmpty ? maxPagesEver : Math.min(maxPagesEver, (lastPage ?? maxPagesEver) + 2);
  if (pages.length >= maxPages) return distrust(next.url, 'too many pages');
  const isFull = read.isHeld && (read.rows >= maxHeld().rows || read.bytes >= maxHeld().bytes);
  return isFull ? distrust(next.url, 'too much') : next;
}

/** Index from 0, as the metadata of its neighbours implies; null when they do not say or do not agree. */
export function pageIndexOf(prevPage: number | null, nextPage: number | null): number | null {
  const byNext = nextPage === null || nextPage === 0 ? null : nextPage - 1;
  const byPrev = prevPage === null ? null : prevPage + 1;
  return byNext !== null && byPrev !== null && byNext !== byPrev ? null : (byNext ?? byPrev);
}

export function checkLink(link: unknown, rules: LinkRules, { address, seen }: LinkPlace): CheckedLink {
  const url = typeof link !== 'string' || link.trim() === '' ? null : URL.parse(link, address);
  if (url === null) return distrust(link, 'not a link');
  const list = new URL(rules.list);
  if (url.username !== '' || url.password !== '') return distrust(link, 'carries user info');
  if (url.protocol === 'http:' && list.protocol === 'https:') return distrust(link, 'not encrypted');
  // As in browsers, a host with a trailing dot is another host. The origin of `blob:https://…` is the inner one.
  if (url.origin !== list.origin || url.protocol !== list.protocol) return distrust(link, 'another address');
  url.hash = '';
  if (!isSamePath(url.pathname, list.pathname)) {
    const differs = { name: 'path', asked: list.pathname, given: url.pathname };
    return { ...distrust(link, 'another path'), differs, ...onwardTo(url, list, seen) };
  }
  url.pathname = list.pathname;
  const differs = differenceIn(url.searchParams, rules);
  if (differs !== null) return { ...distrust(link, 'another list'), differs, ...onwardTo(url, list, seen) };
  const pairs = [...url.searchParams];
  const spelled = pairs.map(([name, value]): [string, string] => [
    name,
    spellAs(rules.asked.get(name.toLowerCase()), value),
  ]);
  if (spelled.some(([, value], at) => value !== pairs[at]?.[1])) url.search = new URLSearchParams(spelled).toString();
  return seen.includes(url.href) ? distrust(link, 'seen before') : { kind: 'page', url: url.href };
}

/** The address that you may choose to follow: within the same organisation, and not an earlier page. */
function onwardTo(url: URL, list: URL, seen: readonly string[]): { readonly onward?: string } {
  const own = new Set(organisationsIn(list));
  const others = organisationsIn(url).filter((one) => !own.has(one));
  // A service that decodes twice would find another path in such a segment.
  const isPlain = segmentsOf(url.pathname).every((segment) => !/[/\\;%]|^\.+$/.test(segment));
  const isWithin = own.size === 1 && organisationsIn(url).length > 0 && others.length === 0 && isPlain;
  return isWithin && !seen.includes(url.href) ? { onward: url.href } : {};
}

export function rulesOf(first: string): LinkRules {
  const { searchParams } = new URL(first);
  const names = [...namesOf(searchParams)].filter((name) => !choosesPage(name));
  return {
    list: first,
    asked: new Map(names.map((name) => [name, valuesOf(searchParams, name)])),
    // An opaque cursor must stand for the requested parameters.
    isOpaque: (given) => given.some((name) => !isNumbered(name)),
  };
}

/** Compares without case, except the ids of organisations; ignores double and trailing slashes. */
function isSamePath(given: string, own: string): boolean {
  const [a, b] = [segmentsOf(given), segmentsOf(own)];
  const isSame = (segment: string, at: number): boolean =>
    segment === b[at] || (!isOrganisation(a, at) && segment.toLowerCase() === b[at]?.toLowerCase());
  return a.length === b.length && a.every(isSame);
}

/** Decoded: a service may write `a@b` for `a%40b`. */
function segmentsOf(pathname: string): readonly string[] {
  return pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decodedSegment(segment) ?? `undecodable ${segment}`);
}

function isOrganisation(segments: readonly string[], at: number): boolean {
  return /^org$/i.test(segments[at - 1] ?? '');
}

/** The organisations that an address names in its path or query. */
function organisationsIn({ pathname, searchParams }: URL): readonly string[] {
  const segments = segmentsOf(pathname);
  const named = [...searchParams].flatMap(([name, value]) => (/^org/i.test(name) ? [value] : []));
  return [...segments.filter((_, at) => isOrganisation(segments, at)), ...named];
}

/** Null when the segment is not validly encoded. */
function decodedSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/**
 * The first difference of a link from the list; null when there is none. Only a parameter that means "none" may be
 * missing.
 */
function differenceIn(
  link: URLSearchParams,
  { asked, isOpaque }: LinkRules,
): NonNullable<UntrustedLink['differs']> | null {
  const names = [...namesOf(link)];
  if (isOpaque(names) && ![...asked.keys()].some((name) => names.includes(name))) return null;
  for (const [name, wanted] of asked) {
    const values = valuesOf(link, name);
    const isNone = wanted.every((value) => value === '' || /^false$/i.test(value));
    const isIn = (some: readonly string[], value: string): boolean => some.some((one) => isSameValue(one, value));
    // A repeated equal value does not differ.
    const isSame = values.length === 0 ? isNone : values.every((value) => isIn(wanted, value));
    if (isSame && (values.length === 0 || wanted.every((value) => isIn(values, value)))) continue;
    const given = values.length === 0 ? null : values.join(', ');
    return { name, asked: wanted.every((value) => value === '') ? null : wanted.join(', '), given };
  }
  return null;
}

function namesOf(query: URLSearchParams): ReadonlySet<string> {
  return new Set([...query.keys()].map((name) => name.toLowerCase()));
}

/** Services ignore the case of parameter names. */
function valuesOf(query: URLSearchParams, name: string): readonly string[] {
  return [...query].flatMap(([given, value]) => (given.toLowerCase() === name ? [value] : []));
}

/** Services write `true`, `True` or `1`, and may trim texts or change them to lower case. */
function isSameValue(a: string, b: string): boolean {
  return a === b || plain(a) === plain(b);
}

function plain(value: string): string {
  const text = value.normalize('NFC').trim().toLowerCase();
  return text === '1' ? 'true' : text === '0' ? 'false' : text;
}

/** The requested spelling of a value: a service may search for something else when a text changes. */
function spellAs(asked: readonly string[] | undefined, value: string): string {
  const same = asked?.find((one) => isSameValue(one, value));
  return same === undefined || /^(?:true|false)$/.test(same) ? value : same;
}

export function distrust(link: unknown, reason: LinkFault): { readonly kind: 'untrusted' } & UntrustedLink {
  return { kind: 'untrusted', link: typeof link === 'string' ? link : typeof link, reason };
}
