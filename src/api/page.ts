/** Decodes one page of a list, and checks the address of the next one (specification, "Paged list envelope"). */
import * as z from 'zod/mini';
import { listAddress } from './address.ts';
import { type Decoded, decodeSystem, wrong } from './decode.ts';
import {
  checkLink,
  type CheckedLink,
  type LinkRules,
  type NextPage,
  nextPageOf,
  pageIndexOf,
  rulesOf,
} from './paging/next-link.ts';
import { type ListRead, withPageRead } from './paging/list-read.ts';
import { largestPage, metadataOf } from './paging/envelope.ts';
import type { System } from './system.ts';

export interface SystemsPage {
  readonly systems: readonly System[];
  /** Length of the whole list; null where the service gives none, or an impossible one. */
  readonly total: number | null;
  readonly pageCount: number | null;
  /** The list with this page. */
  readonly read: ListRead;
  readonly next: NextPage;
  /** The address that was requested. */
  readonly address: string;
}

/** Only the needed fields are checked. */
const envelope = z.object({
  metadata: z.optional(z.unknown()),
  links: z.object({ next: z.optional(z.unknown()) }),
  items: z.array(z.unknown()).check(z.maxLength(largestPage)),
});

/** The list itself: a link may not lead to another one. */
export interface AskedList {
  readonly baseUrl: string;
  readonly orgId: string;
  readonly search: string;
  readonly includeDisabled: boolean;
}

interface PageRequest {
  readonly asked: AskedList;
  /** A page of another list of the organisation that a person chose to continue with. */
  readonly list?: string | null;
  readonly address: string;
  /** The addresses of this list's earlier pages. */
  readonly seen: readonly string[];
  /** The list before this page. */
  readonly read: ListRead;
  /** Size of this page. */
  readonly bytes: number;
}

/** `onNext` is called before the items are decoded. */
export function decodePage(json: unknown, request: PageRequest, onNext?: (url: string) => void): Decoded<SystemsPage> {
  const parsed = envelope.safeParse(json);
  if (!parsed.success) return wrong('', parsed.error);
  const { metadata, links, items } = parsed.data;
  const { total, lastPage, prevPage, nextPage } = metadataOf(metadata, items.length);
  const { read: before, bytes } = request;
  const index = pageIndexOf(prevPage, nextPage);
  const rules = request.list == null ? rulesFor(request.asked) : rulesOf(request.list);
  const read = withPageRead(before, { rows: items.length, bytes, total, index });
  const next = nextPageOf(links.next, rules, request, { index, lastPage }, { before, read });
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
      read,
      next,
      address: request.address,
    },
  };
}

/** Relative links are resolved from `address`, the page that contains them; `seen` are the earlier addresses. */
export function checkNextLink(link: unknown, asked: AskedList, address: string, seen: readonly string[]): CheckedLink {
  return checkLink(link, rulesFor(asked), { address, seen });
}

/** An opaque cursor has neither parameter. */
function rulesFor({ baseUrl, orgId, search, includeDisabled }: AskedList): LinkRules {
  const asked = new Map([
    ['search', [search]],
    ['include_disabled', [String(includeDisabled)]],
  ]);
  return { list: listAddress(baseUrl, orgId), asked, isOpaque: () => true };
}
