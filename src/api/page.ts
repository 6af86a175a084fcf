/** Decodes one page of a list, and checks the address of the next one (specification, "Paged list envelope"). */
import * as z from 'zod/mini';
import { type Decoded, decodeSystem, wrong } from './decode.ts';
import {
  checkLink,
  type CheckedLink,
  decodedSegment,
  type LinkRules,
  type NextPage,
  nextPageOf,
  pageIndexOf,
  valuesOf,
} from './paging/next-link.ts';
import { largestPage, metadataOf } from './paging/envelope.ts';
import type { System } from './system.ts';

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

/** Only what is needed is checked. */
const envelope = z.object({
  metadata: z.optional(z.unknown()),
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
  const { total, lastPage, prevPage, nextPage } = metadataOf(metadata, items.length);
  const { lastIndex } = request;
  const index = pageIndexOf(prevPage, nextPage);
  const next = nextPageOf(links.next, rulesFor(request.asked), request, { index, lastIndex, lastPage });
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
      total,
      pageCount: lastPage === null ? null : lastPage + 1,
      index,
      next,
      address: request.address,
    },
  };
}

/** Relative links are resolved from `address`, the page that contains them; `seen` are the addresses read before. */
export function checkNextLink(link: unknown, asked: AskedList, address: string, seen: readonly string[]): CheckedLink {
  return checkLink(link, rulesFor(asked), { address, seen });
}

function rulesFor(asked: AskedList): LinkRules {
  return {
    baseUrl: asked.baseUrl,
    isPath: (pathname) => isListPath(pathname, asked),
    isSameList: (query) => isSameList(query, asked),
  };
}

/** With or without a slash at its end. Ids are compared decoded: a service may write `a@b` for `a%40b`. */
function isListPath(pathname: string, { baseUrl, orgId }: AskedList): boolean {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const id = /^\/org\/([^/]+)\/systems\/?$/.exec(pathname.startsWith(base) ? pathname.slice(base.length) : '')?.[1];
  return id !== undefined && decodedSegment(id) === orgId;
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
