/** Checks the address of the next page: it comes from outside, and the token would be sent to it. */
import type { LinkFault } from '../problem.ts';

export type NextPage =
  /** `links.next` was null: every page was read. */
  | { readonly kind: 'end' }
  /** Checked, absolute, and never read before. */
  | { readonly kind: 'page'; readonly url: string }
  /** It points where a page of this list cannot be. The rows of this page are kept. */
  | { readonly kind: 'untrusted'; readonly link: string; readonly reason: LinkFault };

export type CheckedLink = Exclude<NextPage, { readonly kind: 'end' }>;

/** Which addresses are pages of the list that is read. */
export interface LinkRules {
  /** Of the service; its origin and protocol count. */
  readonly baseUrl: string;
  readonly isPath: (pathname: string) => boolean;
  readonly isSameList: (query: URLSearchParams) => boolean;
}

/** Where a link was found. */
export interface LinkPlace {
  /** The page that contains it: relative links are resolved from it. */
  readonly address: string;
  /** The addresses read before. */
  readonly seen: readonly string[];
}

/** What a page says of itself and its neighbours; null where it says nothing, or nothing possible. */
export interface PageNumbers {
  readonly index: number | null;
  /** Of the page before. */
  readonly lastIndex: number | null;
  readonly lastPage: number | null;
}

/** More pages are an attempt to keep the program reading. */
export const mostPagesEver = 20_000;

/** The page after this one: a link that leads elsewhere, back, or on without an end is not followed. */
export function nextPageOf(link: unknown, rules: LinkRules, place: LinkPlace, numbers: PageNumbers): NextPage {
  if (link === null) return { kind: 'end' };
  const { index, lastIndex, lastPage } = numbers;
  const pages = [...place.seen, place.address];
  const next = checkLink(link, rules, { address: place.address, seen: pages });
  if (next.kind === 'untrusted') return next;
  // The metadata may reveal a circle of links, whatever their addresses look like.
  if (index !== null && lastIndex !== null && index <= lastIndex) return untrusted(next.url, 'not forward');
  // A list that grows meanwhile has a page or two more than it said.
  const mostPages = Math.min(mostPagesEver, (lastPage ?? mostPagesEver) + 2);
  return pages.length >= mostPages ? untrusted(next.url, 'too many pages') : next;
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
  const base = new URL(rules.baseUrl);
  if (url.username !== '' || url.password !== '') return untrusted(link, 'carries user info');
  if (url.protocol === 'http:' && base.protocol === 'https:') return untrusted(link, 'not encrypted');
  // A host that ends with a dot is another host, as in browsers.
  // The origin of `blob:https://…` is the one inside it.
  if (url.origin !== base.origin || url.protocol !== base.protocol) return untrusted(link, 'another address');
  if (!rules.isPath(url.pathname)) return untrusted(link, 'another path');
  if (!rules.isSameList(url.searchParams)) return untrusted(link, 'another list');
  url.hash = '';
  return seen.includes(url.href) ? untrusted(link, 'seen before') : { kind: 'page', url: url.href };
}

/** The rules for pages of any list, by the address that was asked for first. */
export function rulesOf(first: string): LinkRules {
  const { pathname, searchParams } = new URL(first);
  const segments = segmentsOf(pathname);
  return {
    baseUrl: first,
    isPath(other) {
      const given = segmentsOf(other);
      return given.length === segments.length && given.every((segment, at) => segment === segments[at]);
    },
    isSameList: (query) => isSameQuery(query, searchParams),
  };
}

/** Decoded, without a slash at the end: a service may write `a@b` for `a%40b`. */
function segmentsOf(pathname: string): readonly string[] {
  return pathname
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => decodedSegment(segment) ?? `undecodable ${segment}`);
}

/** Null where it is no encoded text. */
export function decodedSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Parameters that say how long a page is. */
const ofSizes = ['per_page', 'perpage', 'page_size', 'pagesize', 'limit', 'top', '$top'];

/** Parameters that say a number, and so nothing of the list. */
const numbered = ['page', 'offset', 'skip', '$skip', 'start', 'startindex', ...ofSizes];

/** Parameters that choose a page of a list, and not the list. */
const ofPages = [
  ...numbered,
  ...['cursor', 'after', 'starting_after', 'page_token', 'pagetoken', 'nexttoken', 'marker', '$skiptoken'],
  ...['continuation', 'continuationtoken'],
];

/** Does a list that is asked for so begin with its first item? Some services count their pages from 1. */
export function isFirstPage(address: string): boolean {
  return [...new URL(address).searchParams].every(([given, value]) => {
    const name = given.toLowerCase();
    return (
      !ofPages.includes(name) || ofSizes.includes(name) || ['', '0', ...(name === 'page' ? ['1'] : [])].includes(value)
    );
  });
}

/**
 * Every parameter of the first request must mean the same in the link, and only those that mean "none" may be missing.
 * An opaque cursor may stand for all of them.
 */
function isSameQuery(link: URLSearchParams, first: URLSearchParams): boolean {
  const asked = [...namesOf(first)].filter((name) => !ofPages.includes(name));
  const given = [...namesOf(link)];
  const isOpaque = given.some((name) => !asked.includes(name) && !numbered.includes(name));
  if (isOpaque && !asked.some((name) => given.includes(name))) return true;
  return asked.every((name) => {
    const wanted = valuesOf(first, name).map(meaningOf);
    const values = valuesOf(link, name).map(meaningOf);
    if (values.length === 0) return wanted.every((value) => value === '' || value === 'false');
    // The same one twice is still the same.
    return values.every((value) => wanted.includes(value)) && wanted.every((value) => values.includes(value));
  });
}

function namesOf(query: URLSearchParams): ReadonlySet<string> {
  return new Set([...query.keys()].map((name) => name.toLowerCase()));
}

/** Services ignore the case of parameter names. */
export function valuesOf(query: URLSearchParams, name: string): readonly string[] {
  return [...query].flatMap(([given, value]) => (given.toLowerCase() === name ? [value] : []));
}

/** Services write `true`, `True` or `TRUE`. */
function meaningOf(value: string): string {
  return /^(true|false)$/i.test(value) ? value.toLowerCase() : value;
}

/** A link that is not followed, and why. */
export function untrusted(link: unknown, reason: LinkFault): CheckedLink {
  return { kind: 'untrusted', link: typeof link === 'string' ? link : typeof link, reason };
}
