/** Checks the address of the next page: it comes from outside, and the token would be sent to it. */
import type { LinkFault, UntrustedLink } from '../problem.ts';
import { type ListRead, maxHeld } from './list-read.ts';
import { choosesPage, isNumbered } from './page-parameters.ts';

export type NextPage =
  /** `links.next` was null: every page was read. */
  | { readonly kind: 'end' }
  /** Checked, absolute, and never read before. */
  | { readonly kind: 'page'; readonly url: string }
  /** It points where a page of this list cannot be. The rows of this page are kept. */
  | ({ readonly kind: 'untrusted' } & UntrustedLink);

export type CheckedLink = Exclude<NextPage, { readonly kind: 'end' }>;

/** Decides which addresses are pages of the list. */
export interface LinkRules {
  /** The list's own address: each of its pages is read at its origin and path, however a link writes them. */
  readonly list: string;
  /** Parameters by their names in small letters: those of a link must mean the same. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
  /** May a link with these parameters stand for all of them, although it has none of them? */
  readonly isOpaque: (given: readonly string[]) => boolean;
}

/** Where a link was found. */
export interface LinkPlace {
  /** The page that contains it: relative links are resolved from it. */
  readonly address: string;
  /** The addresses of earlier pages. */
  readonly seen: readonly string[];
}

/** More pages are an attempt to keep the program reading. */
export const maxPagesEver = 20_000;

/**
 * The page after this one, by what was read before it and with it. The list ends with a link that is null, with a second
 * page without rows, or with one once its total is reached. A link that leads elsewhere, back, or on without an end is
 * not followed.
 */
export function nextPageOf(
  link: unknown,
  rules: LinkRules,
  place: LinkPlace,
  numbers: { readonly index: number | null; readonly lastPage: number | null },
  { before, read }: { readonly before: ListRead; readonly read: ListRead },
): NextPage {
  if (link === null) return { kind: 'end' };
  const isTotal = read.total !== null && read.rows >= read.total;
  if (read.isEmpty && (before.isEmpty || isTotal)) return { kind: 'end' };
  const { index, lastPage } = numbers;
  const pages = [...place.seen, place.address];
  const next = checkLink(link, rules, { address: place.address, seen: pages });
  if (next.kind === 'untrusted') return next;
  // The metadata may reveal a circle of links, whatever their addresses look like.
  if (index !== null && before.lastIndex !== null && index <= before.lastIndex)
    return untrusted(next.url, 'not forward');
  // A list that grows meanwhile has a page or two more than it said. Of a page without rows, the next one tells.
  const maxPages = read.isEmpty ? maxPagesEver : Math.min(maxPagesEver, (lastPage ?? maxPagesEver) + 2);
  if (pages.length >= maxPages) return untrusted(next.url, 'too many pages');
  const isFull = read.isHeld && (read.rows >= maxHeld().rows || read.bytes >= maxHeld().bytes);
  return isFull ? untrusted(next.url, 'too much') : next;
}

/** As the metadata of its neighbours implies, from 0; null where it does not, or where they do not agree. */
export function pageIndexOf(prevPage: number | null, nextPage: number | null): number | null {
  const byNext = nextPage === null || nextPage === 0 ? null : nextPage - 1;
  const byPrev = prevPage === null ? null : prevPage + 1;
  return byNext !== null && byPrev !== null && byNext !== byPrev ? null : (byNext ?? byPrev);
}

export function checkLink(link: unknown, rules: LinkRules, { address, seen }: LinkPlace): CheckedLink {
  const url = typeof link !== 'string' || link.trim() === '' ? null : URL.parse(link, address);
  if (url === null) return untrusted(link, 'not a link');
  const list = new URL(rules.list);
  if (url.username !== '' || url.password !== '') return untrusted(link, 'carries user info');
  if (url.protocol === 'http:' && list.protocol === 'https:') return untrusted(link, 'not encrypted');
  // A host that ends with a dot is another host, as in browsers.
  // The origin of `blob:https://…` is the one inside it.
  if (url.origin !== list.origin || url.protocol !== list.protocol) return untrusted(link, 'another address');
  url.hash = '';
  if (!isSamePath(url.pathname, list.pathname)) {
    const differs = { name: 'path', asked: list.pathname, given: url.pathname };
    return { ...untrusted(link, 'another path'), differs, ...onwardTo(url, list, seen) };
  }
  url.pathname = list.pathname;
  const differs = differenceIn(url.searchParams, rules);
  if (differs !== null) return { ...untrusted(link, 'another list'), differs, ...onwardTo(url, list, seen) };
  const pairs = [...url.searchParams];
  const spelled = pairs.map(([name, value]): [string, string] => [
    name,
    spelledAs(rules.asked.get(name.toLowerCase()), value),
  ]);
  if (spelled.some(([, value], at) => value !== pairs[at]?.[1])) url.search = new URLSearchParams(spelled).toString();
  return seen.includes(url.href) ? untrusted(link, 'seen before') : { kind: 'page', url: url.href };
}

/** The address that a person may follow: within the same organisation, and to no earlier page. */
function onwardTo(url: URL, list: URL, seen: readonly string[]): { readonly onward?: string } {
  const own = new Set(organisationsIn(list));
  const others = organisationsIn(url).filter((one) => !own.has(one));
  // A service that decodes twice finds another path in such a segment.
  const isPlain = segmentsOf(url.pathname).every((segment) => !/[/\\;%]|^\.+$/.test(segment));
  const isWithin = own.size === 1 && organisationsIn(url).length > 0 && others.length === 0 && isPlain;
  return isWithin && !seen.includes(url.href) ? { onward: url.href } : {};
}

/** The rules for pages of any list, by the first requested address. */
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

/** Not letter by letter but for the ids of organisations; `//` is `/`, and a slash at the end is none. */
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

/** Does the id of an organisation stand there? */
function isOrganisation(segments: readonly string[], at: number): boolean {
  return /^org$/i.test(segments[at - 1] ?? '');
}

/** The organisations that an address names, in its path or in its query. */
function organisationsIn({ pathname, searchParams }: URL): readonly string[] {
  const segments = segmentsOf(pathname);
  const named = [...searchParams].flatMap(([name, value]) => (/^org/i.test(name) ? [value] : []));
  return [...segments.filter((_, at) => isOrganisation(segments, at)), ...named];
}

/** Null where it is no encoded text. */
function decodedSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** A link's first difference from the list; null: none. Only a parameter that means "none" may be missing. */
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
    // The same one twice is still the same.
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

/** Services write `true`, `True` or `1`, and texts trimmed and in small letters. */
function isSameValue(a: string, b: string): boolean {
  return a === b || plain(a) === plain(b);
}

function plain(value: string): string {
  const text = value.normalize('NFC').trim().toLowerCase();
  return text === '1' ? 'true' : text === '0' ? 'false' : text;
}

/** Compared as requested: a service may search for something else after changing a text. */
function spelledAs(asked: readonly string[] | undefined, value: string): string {
  const same = asked?.find((one) => isSameValue(one, value));
  return same === undefined || /^(?:true|false)$/.test(same) ? value : same;
}

/** A link that is not followed, and why. */
export function untrusted(link: unknown, reason: LinkFault): { readonly kind: 'untrusted' } & UntrustedLink {
  return { kind: 'untrusted', link: typeof link === 'string' ? link : typeof link, reason };
}
