/** Checks `links.next` before it is followed: it comes from outside, and the token would be sent to it. */
import type { LinkFault } from './problem.ts';

/** The list that is read: a link may not lead to another one. */
export interface AskedList {
  readonly baseUrl: string;
  readonly orgId: string;
  readonly search: string;
  readonly includeDisabled: boolean;
}

export type LinkRead = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: LinkFault };

/** Relative links are resolved from `address`, the page that contains them; `seen` are the addresses read before. */
export function checkNextLink(link: unknown, asked: AskedList, address: string, seen: readonly string[]): LinkRead {
  if (typeof link !== 'string' || link.trim() === '') return refused('not a link');
  const url = URL.parse(link, address);
  if (url === null) return refused('not a link');
  const base = new URL(asked.baseUrl);
  if (url.username !== '' || url.password !== '') return refused('carries user info');
  if (url.protocol === 'http:' && base.protocol === 'https:') return refused('not encrypted');
  // A host that ends with a dot is another host, as in browsers.
  // The origin of `blob:https://…` is the one inside it.
  if (url.origin !== base.origin || url.protocol !== base.protocol) return refused('another address');
  if (!isListPath(url.pathname, asked)) return refused('another path');
  if (!isSameList(url.searchParams, asked)) return refused('another list');
  url.hash = '';
  return seen.includes(url.href) ? refused('seen before') : { ok: true, url: url.href };
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

function refused(reason: LinkFault): LinkRead {
  return { ok: false, reason };
}
