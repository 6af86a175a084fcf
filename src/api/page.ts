/** Decodes one page of a list, and checks the address of the next one (specification, "Paged list envelope"). */
import * as z from 'zod/mini';
import { type Decoded, decodeSystem, wrong } from './decode.ts';
import type { LinkFault } from './problem.ts';
import type { System } from './system.ts';

export type NextPage =
  /** `links.next` was null: every page was read. */
  | { readonly kind: 'end' }
  /** Checked, absolute, and never read before. */
  | { readonly kind: 'page'; readonly url: string }
  /** It points where a page of this list cannot be. The rows of this page are kept. */
  | { readonly kind: 'untrusted'; readonly link: string; readonly reason: LinkFault };

export interface SystemsPage {
  readonly systems: readonly System[];
  /** Of the whole list; null where the service gives none, or an impossible one. */
  readonly total: number | null;
  readonly pageCount: number | null;
  /** Of this page, from 0, as the metadata of its neighbours implies; null where it does not. */
  readonly index: number | null;
  readonly next: NextPage;
  /** The address that was read. */
  readonly address: string;
}

/** More items are an attempt to fill the memory. */
const largestPage = 10_000;

/** More pages are an attempt to keep the program reading. */
const mostPagesEver = 20_000;

const count = z.catch(z.nullable(z.int().check(z.nonnegative())), null);
const noMetadata = { total: null, lastPage: null, prevPage: null, nextPage: null };

/** Only what is needed is checked: metadata that is wrong or missing must not stop the reading. */
const envelope = z.object({
  metadata: z.catch(z.object({ total: count, lastPage: count, prevPage: count, nextPage: count }), noMetadata),
  links: z.object({ next: z.optional(z.unknown()) }),
  items: z.array(z.unknown()).check(z.maxLength(largestPage)),
});

/** The list that is read: a link may not lead to another one. */
export interface AskedList {
  readonly baseUrl: string;
  readonly orgId: string;
  readonly search: string;
  readonly includeDisabled: boolean;
}

interface PageRequest {
  readonly asked: AskedList;
  readonly address: string;
  /** The addresses of this list's pages read before. */
  readonly seen: readonly string[];
  /** Of the page before. */
  readonly lastIndex: number | null;
}

/** `onNext` is called before the items are decoded. */
export function decodePage(json: unknown, request: PageRequest, onNext?: (url: string) => void): Decoded<SystemsPage> {
  const read = envelope.safeParse(json);
  if (!read.success) return wrong('', read.error);
  const { metadata, links, items } = read.data;
  const { total, lastPage, prevPage, nextPage } = metadata;
  const index = indexOf(prevPage, nextPage);
  const next = nextOf(links.next, request, index, lastPage);
  if (next.kind === 'page') onNext?.(next.url);
  const systems: System[] = [];
  for (const [at, item] of items.entries()) {
    const system = decodeSystem(item, `items[${at}]`);
    if (!system.ok) return system;
    systems.push(system.value);
  }
  return {
    ok: true,
    value: {
      systems,
      total: totalOf(total, lastPage, systems.length),
      pageCount: lastPage === null ? null : lastPage + 1,
      index,
      next,
      address: request.address,
    },
  };
}

function nextOf(link: unknown, request: PageRequest, index: number | null, lastPage: number | null): NextPage {
  if (link === null) return { kind: 'end' };
  const { asked, address, lastIndex, seen } = request;
  const pages = [...seen, address];
  const next = checkNextLink(link, asked, address, pages);
  if (next.kind === 'untrusted') return next;
  // The metadata may reveal a circle of links, whatever their addresses look like.
  if (index !== null && lastIndex !== null && index <= lastIndex) return untrusted(next.url, 'not forward');
  // A list that grows meanwhile has a page or two more than it said.
  const mostPages = Math.min(mostPagesEver, (lastPage ?? mostPagesEver) + 2);
  return pages.length >= mostPages ? untrusted(next.url, 'too many pages') : next;
}

/** As its neighbours imply; null where they do not, or do not agree. */
function indexOf(prevPage: number | null, nextPage: number | null): number | null {
  const byNext = nextPage === null || nextPage === 0 ? null : nextPage - 1;
  const byPrev = prevPage === null ? null : prevPage + 1;
  return byNext !== null && byPrev !== null && byNext !== byPrev ? null : (byNext ?? byPrev);
}

/** A total that no list of such pages can have is ignored. */
function totalOf(total: number | null, lastPage: number | null, items: number): number | null {
  const most = Math.min(mostPagesEver, (lastPage ?? mostPagesEver) + 1) * largestPage;
  return total === null || total > most || (total === 0 && items > 0) ? null : total;
}

type CheckedLink = Exclude<NextPage, { readonly kind: 'end' }>;

/**
 * A link comes from outside, and the token would be sent to it. Relative ones are resolved from `address`, the page that
 * contains them; `seen` are the addresses read before.
 */
export function checkNextLink(link: unknown, asked: AskedList, address: string, seen: readonly string[]): CheckedLink {
  const url = typeof link !== 'string' || link.trim() === '' ? null : URL.parse(link, address);
  if (url === null) return untrusted(link, 'not a link');
  const base = new URL(asked.baseUrl);
  if (url.username !== '' || url.password !== '') return untrusted(link, 'carries user info');
  if (url.protocol === 'http:' && base.protocol === 'https:') return untrusted(link, 'not encrypted');
  // A host that ends with a dot is another host, as in browsers.
  // The origin of `blob:https://…` is the one inside it.
  if (url.origin !== base.origin || url.protocol !== base.protocol) return untrusted(link, 'another address');
  if (!isListPath(url.pathname, asked)) return untrusted(link, 'another path');
  if (!isSameList(url.searchParams, asked)) return untrusted(link, 'another list');
  url.hash = '';
  return seen.includes(url.href) ? untrusted(link, 'seen before') : { kind: 'page', url: url.href };
}

/** With or without a slash at its end. Ids are compared decoded: a service may write `a@b` for `a%40b`. */
function isListPath(pathname: string, { baseUrl, orgId }: AskedList): boolean {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const id = /^\/org\/([^/]+)\/systems\/?$/.exec(pathname.startsWith(base) ? pathname.slice(base.length) : '')?.[1];
  return id !== undefined && decoded(id) === orgId;
}

/** Null where it is no encoded text. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/**
 * An opaque cursor has neither parameter. Where a link has one of them, both must be those of the list; a missing one has
 * its default.
 */
function isSameList(query: URLSearchParams, { search, includeDisabled }: AskedList): boolean {
  const searches = valuesOf(query, 'search');
  const disabled = valuesOf(query, 'include_disabled');
  if (searches.length === 0 && disabled.length === 0) return true;
  // Services write `true`, `True` or `1`.
  const same = includeDisabled ? /^(true|1)$/i : /^(false|0)$/i;
  const isSearch = searches.length === 0 ? search === '' : searches.every((value) => value === search);
  return isSearch && (disabled.length === 0 ? !includeDisabled : disabled.every((value) => same.test(value)));
}

/** Services ignore the case of parameter names. */
function valuesOf(query: URLSearchParams, name: string): string[] {
  return [...query].flatMap(([given, value]) => (given.toLowerCase() === name ? [value] : []));
}

function untrusted(link: unknown, reason: LinkFault): CheckedLink {
  return { kind: 'untrusted', link: typeof link === 'string' ? link : typeof link, reason };
}
