/** May the next page be read where `links.next` points? Links come from outside, and the token would go with them. */
import type { LinkFault } from './problem.ts';

/** The list that is read: a link may not lead to another one. */
export interface AskedList {
  readonly baseUrl: string;
  readonly orgId: string;
  readonly search: string;
  readonly includeDisabled: boolean;
}

export type LinkRead = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: LinkFault };

/** Relative links are taken from `address`, the page that carried them; `seen` are the addresses asked before. */
export function checkNextLink(link: unknown, asked: AskedList, address: string, seen: readonly string[]): LinkRead {
  if (typeof link !== 'string' || link.trim() === '') return refused('not a link');
  const url = URL.parse(link, address);
  if (url === null) return refused('not a link');
  const base = new URL(asked.baseUrl);
  if (url.username !== '' || url.password !== '') return refused('carries user info');
  if (url.protocol === 'http:' && base.protocol === 'https:') return refused('not encrypted');
  // A host with a dot at its end is another host to the browser's rules, and to these.
  // The origin of `blob:https://…` is the one inside it.
  if (url.origin !== base.origin || url.protocol !== base.protocol) return refused('another address');
  if (!isListPath(url.pathname, asked)) return refused('another path');
  if (!isSameList(url.searchParams, asked)) return refused('another list');
  url.hash = '';
  return seen.includes(url.href) ? refused('seen before') : { ok: true, url: url.href };
}

/** Where the list of an organisation's systems is, without a question. */
export function listAddress({ baseUrl, orgId }: Pick<AskedList, 'baseUrl' | 'orgId'>): string {
  return `${baseUrl}/org/${encodeURIComponent(orgId)}/systems`;
}

/** With or without a slash at its end. The id is compared by meaning: a service may write `a@b` where encodeURIComponent writes `a%40b`. */
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
 * An opaque cursor carries neither parameter, and is the service's to understand. Where a link carries one of them,
 * both must mean what was asked; the one that is missing means its default.
 */
function isSameList(query: URLSearchParams, { search, includeDisabled }: AskedList): boolean {
  const searches = valuesOf(query, 'search');
  const disabled = valuesOf(query, 'include_disabled');
  if (searches.length === 0 && disabled.length === 0) return true;
  return (
    (searches.length === 0 ? [''] : searches).every((value) => value === search) &&
    (disabled.length === 0 ? ['false'] : disabled).every((value) => meansTrue(value) === includeDisabled)
  );
}

/** Services write a boolean as `true`, `True` or `1`; null where it is none. */
function meansTrue(value: string): boolean | null {
  if (/^(true|1)$/i.test(value)) return true;
  return /^(false|0)$/i.test(value) ? false : null;
}

/** Services read the names of parameters in any case. */
function valuesOf(query: URLSearchParams, name: string): string[] {
  return [...query].flatMap(([given, value]) => (given.toLowerCase() === name ? [value] : []));
}

function refused(reason: LinkFault): LinkRead {
  return { ok: false, reason };
}
