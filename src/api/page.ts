/** Decodes one page of a list, and the address of the next one (specification, "Paged list envelope"). */
import * as z from 'zod/mini';
import { type Decoded, decodeSystem, wrong } from './decode.ts';
import { type AskedList, checkNextLink } from './next-link.ts';
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

const anything = z.optional(z.unknown());

/** Only what is needed is checked: metadata that is wrong or missing must not stop the reading. */
const envelope = z.object({
  metadata: z.catch(z.object({ total: anything, lastPage: anything, prevPage: anything, nextPage: anything }), {}),
  links: z.object({ next: anything }),
  items: z.array(z.unknown()).check(z.maxLength(largestPage)),
});

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
  const lastPage = wholeNumber(metadata.lastPage);
  const index = indexOf(metadata);
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
      total: totalOf(metadata.total, lastPage, systems.length),
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
  const checked = checkNextLink(link, asked, address, pages);
  if (!checked.ok)
    return { kind: 'untrusted', link: typeof link === 'string' ? link : typeof link, reason: checked.reason };
  // The metadata may reveal a circle of links, whatever their addresses look like.
  if (index !== null && lastIndex !== null && index <= lastIndex)
    return { kind: 'untrusted', link: checked.url, reason: 'not forward' };
  // A list that grows meanwhile has a page or two more than it said.
  const mostPages = lastPage === null ? mostPagesEver : Math.min(mostPagesEver, lastPage + 2);
  if (pages.length >= mostPages) return { kind: 'untrusted', link: checked.url, reason: 'too many pages' };
  return { kind: 'page', url: checked.url };
}

/** As its neighbours imply; null where they do not, or do not agree. */
function indexOf({ prevPage, nextPage }: { prevPage?: unknown; nextPage?: unknown }): number | null {
  const [before, after] = [wholeNumber(prevPage), wholeNumber(nextPage)];
  const byNext = after === null || after === 0 ? null : after - 1;
  const byPrev = before === null ? null : before + 1;
  return byNext !== null && byPrev !== null && byNext !== byPrev ? null : (byNext ?? byPrev);
}

/** A total that no list of such pages can have is ignored. */
function totalOf(given: unknown, lastPage: number | null, items: number): number | null {
  const total = wholeNumber(given);
  const mostPages = lastPage === null ? mostPagesEver : Math.min(mostPagesEver, lastPage + 1);
  return total === null || total > mostPages * largestPage || (total === 0 && items > 0) ? null : total;
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
