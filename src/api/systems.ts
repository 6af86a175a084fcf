/** Lists, reads, deletes, disables and enables the systems of an organisation (specification, "Endpoints"). */
import * as z from 'zod/mini';
import { isPathId, listAddress, systemAddress } from './access.ts';
import { type Decoded, decodeSystem, wrong } from './decode.ts';
import {
  type CheckedLink,
  checkLink,
  type LinkRules,
  type NextPage,
  nextPageOf,
  pageIndexOf,
  rulesOf,
  type ListRead,
  nothingRead,
  withPageRead,
} from './paging/next-link.ts';
import { maxPageSize, metadataOf } from './paging/envelope.ts';
import type { System } from './system.ts';
import type { Client } from './http/client.ts';
import { type ApiResponse, readResponse } from './http/response.ts';
import type { SavedIntent } from './http/saved-intent.ts';
import { contradictionIn, type Says } from './contradiction.ts';
import { type SystemChange, systemChanges } from './operations.ts';
import { makeFailure, type Result } from './problem.ts';

// Decodes one page of a list, and checks the address of the next page (specification, "Paged list envelope").

export interface SystemsPage {
  readonly systems: readonly System[];
  /** Length of the whole list; null when the service gives none, or an impossible one. */
  readonly total: number | null;
  readonly pageCount: number | null;
  /** The list including this page. */
  readonly read: ListRead;
  readonly next: NextPage;
  readonly address: string;
}

/** Only the fields that rollcall needs are checked. */
const envelope = z.object({
  metadata: z.optional(z.unknown()),
  links: z.object({ next: z.optional(z.unknown()) }),
  items: z.array(z.unknown()).check(z.maxLength(maxPageSize)),
});

/** The requested list: a link may not lead to another one. */
export interface AskedList {
  readonly baseUrl: string;
  readonly orgId: string;
  readonly search: string;
  readonly includeDisabled: boolean;
}

interface PageRequest {
  readonly asked: AskedList;
  /** A page of another list of the organisation with which you chose to continue. */
  readonly list?: string | null;
  readonly address: string;
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

/** Relative links are resolved from `address`, the page that contains them; `seen` has the earlier addresses. */
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

export interface ListQuery {
  readonly orgId: string;
  /** Sent as typed; empty for the whole organisation. */
  readonly search: string;
  readonly includeDisabled: boolean;
  /** Null: the service's own page size. */
  readonly perPage: number | null;
}

export type PageAddress =
  | { readonly kind: 'first' }
  /** A checked link, the addresses read before it, and what those pages contained. */
  | {
      readonly kind: 'link';
      readonly url: string;
      readonly seen: readonly string[];
      readonly read: ListRead;
      /** The list with which you continued, when it is not the requested one. */
      readonly list?: string;
    };

/**
 * Reads the first page, or the page of a link. With `prefetch`, the next page is requested before this one is decoded.
 */
export async function readSystemsPage(
  client: Client,
  query: ListQuery,
  from: PageAddress,
  signal?: AbortSignal,
  prefetch?: Prefetch,
): Promise<Result<SystemsPage>> {
  const operation = 'list systems';
  if (!isPathId(query.orgId)) return makeFailure(operation, { kind: 'oddId' });
  const url = from.kind === 'link' ? from.url : firstAddress(client.baseUrl, query);
  const response = await (prefetch?.take(url, signal) ?? client.read({ operation, method: 'GET', url }, signal));
  if (!response.ok) return response;
  const asked = { baseUrl: client.baseUrl, ...query };
  const { seen, read, list = null } = from.kind === 'link' ? from : { seen: [], read: nothingRead };
  const onNext = (next: string): void => prefetch?.start(client, next);
  const { json, bytes } = response.value;
  const page = decodePage(json, { asked, list, address: url, seen, read, bytes }, onNext);
  return page.ok ? page : makeFailure(operation, { kind: 'wrongShape', path: page.path });
}

/** Requests the next page while this one is decoded, as soon as its address is checked. Holds one page. */
export interface Prefetch {
  readonly start: (client: Client, url: string) => void;
  /** The response of this address, which `signal` aborts from now on; null when another page or none was prefetched. */
  readonly take: (url: string, signal?: AbortSignal) => Promise<Result<ApiResponse>> | null;
  readonly cancel: () => void;
}

export function createPrefetch(): Prefetch {
  let pending: { url: string; response: Promise<Result<ApiResponse>>; controller: AbortController } | null = null;
  const cancel = (): void => {
    pending?.controller.abort();
    pending = null;
  };
  return {
    start(client, url) {
      cancel();
      const controller = new AbortController();
      const response = client.read({ operation: 'list systems', method: 'GET', url }, controller.signal);
      pending = { url, response, controller };
    },
    take(url, signal) {
      if (pending?.url !== url) {
        cancel();
        return null;
      }
      const { response, controller } = pending;
      const abort = (): void => {
        controller.abort();
      };
      pending = null;
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
      return response;
    },
    cancel,
  };
}

/**
 * `GET /org/<orgId>/systems/<systemId>`. `record` is the JSON as received, with undocumented fields; `etag` is its
 * version.
 */
export async function readSystem(
  client: Client,
  orgId: string,
  systemId: string,
  signal?: AbortSignal,
): Promise<Result<{ readonly system: System; readonly record: unknown; readonly etag: string | null }>> {
  const operation = 'read system';
  if (!isPathId(orgId) || !isPathId(systemId)) return makeFailure(operation, { kind: 'oddId' });
  const url = systemAddress(client.baseUrl, orgId, systemId);
  const response = await client.read({ operation, method: 'GET', url }, signal);
  if (!response.ok) return response;
  const record = response.value.json;
  const system = decodeSystem(record);
  if (!system.ok) return makeFailure(operation, { kind: 'wrongShape', path: system.path });
  if (system.value.systemId !== systemId) {
    return makeFailure(operation, { kind: 'wrongShape', path: `systemId: ${JSON.stringify(system.value.systemId)}` });
  }
  return { ok: true, value: { system: system.value, record, etag: response.value.headers.get('etag') } };
}

/** The fields by which a response says that a system was changed (`so`) or was not. */
const saying: Readonly<Record<SystemChange, Says>> = {
  'delete system': { so: ['deleted', 'isdeleted', 'removed'], not: [] },
  'disable system': { so: ['disabled', 'isdisabled'], not: ['enabled', 'isenabled'] },
  'enable system': { so: ['enabled', 'isenabled'], not: ['disabled', 'isdisabled'] },
};

/**
 * Answer to a change of one system. `accepted`: 202, so the change may take longer. `record`: the system's, if the
 * answer has it.
 */
export interface Changed {
  readonly accepted: boolean;
  readonly record?: unknown;
}

/**
 * The specification does not show the responses: any 2xx is success, unless its body contradicts it; `accepted` is a
 * 202, after which the change may take longer. `mayLeave` is called right before sending; false cancels the request.
 */
export async function changeSystem(
  client: Client,
  intent: SavedIntent,
  operation: SystemChange,
  orgId: string,
  systemId: string,
  mayLeave: () => boolean = () => true,
): Promise<Result<Changed>> {
  if (!isPathId(orgId) || !isPathId(systemId)) return makeFailure(operation, { kind: 'oddId' });
  const { method, path } = systemChanges[operation];
  const url = systemAddress(client.baseUrl, orgId, systemId) + path;
  const reviewed = method === 'DELETE' ? { reviewed: { orgId, systemId } } : {};
  const answer = await client.write(intent, { operation, method, orgId, url, mayLeave, ...reviewed });
  if (!answer.ok) return answer;
  const response = readResponse(answer.value, { ok: true, text: answer.value.text });
  if ('kind' in response) return makeFailure(operation, response);
  const { status, json } = response;
  const contradiction = contradictionIn(json, systemId, saying[operation]);
  return contradiction === null
    ? { ok: true, value: { accepted: status === 202 } }
    : makeFailure(operation, { kind: 'wrongShape', path: contradiction });
}

/** The request that `changeSystem` sends, for plans. */
export function plannedRequest(baseUrl: string, operation: SystemChange, orgId: string, systemId: string): string {
  const { method, path } = systemChanges[operation];
  return `${method} ${systemAddress(baseUrl, orgId, systemId)}${path}`;
}

function firstAddress(baseUrl: string, { orgId, search, includeDisabled, perPage }: ListQuery): string {
  const url = new URL(listAddress(baseUrl, orgId));
  if (search !== '') url.searchParams.set('search', search);
  if (perPage !== null) url.searchParams.set('per_page', String(perPage));
  url.searchParams.set('include_disabled', String(includeDisabled));
  return url.href;
}
