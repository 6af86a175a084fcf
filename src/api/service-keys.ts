/** Lists the enrolment keys of an organisation, where the service's definition names that operation. */
import * as z from 'zod/mini';
import type { Client } from './http/client.ts';
import { isPathId, orgAddress } from './address.ts';
import { type NextPage, nextPageOf, pageIndexOf, rulesOf } from './next-link.ts';
import { failed, type Result } from './problem.ts';
import { readTimestamp } from './timestamp.ts';

/** An enrolment key as the service lists it. Its secret is left out: nothing here needs it. */
export interface ServiceKey {
  /** Null: it has none that a system could name. */
  readonly id: number | null;
  readonly description: string | null;
  /** `Enabled`, `Disabled`, `NoUsesRemaining`, or any other text; raw. */
  readonly status: string | null;
  /** -1: any number. */
  readonly usesRemaining: number | null;
  /** Milliseconds since 1970. */
  readonly lastUsedMs: number | null;
  readonly type: string | null;
}

export interface ServiceKeysPage {
  readonly keys: readonly ServiceKey[];
  readonly next: NextPage;
  /** The address that was read. */
  readonly address: string;
  /** Of this page, from 0; null where its metadata does not tell. */
  readonly index: number | null;
}

/** More items are an attempt to fill the memory. */
const largestPage = 10_000;

const orNull = <T>(schema: z.ZodMiniType<T>) => z.catch(z.nullable(z.optional(schema)), null);
const wholeNumber = orNull(z.int());
const text = orNull(z.string());

/** Its id may have the name that it has in systems. */
const item = z.object({
  id: wholeNumber,
  enrolmentKeyId: wholeNumber,
  description: text,
  status: text,
  usesRemaining: wholeNumber,
  lastUsed: text,
  type: text,
});

const pageNumber = orNull(z.int().check(z.nonnegative()));

/** Only what is needed is checked: a field that is odd must not hide the other keys. */
const envelope = z.object({
  metadata: orNull(z.object({ lastPage: pageNumber, prevPage: pageNumber, nextPage: pageNumber })),
  links: orNull(z.object({ next: z.optional(z.unknown()) })),
  items: z.array(item).check(z.maxLength(largestPage)),
});

/** Where the reading goes on: a link of the page before, the addresses read before it, and the index of that page. */
export interface KeysLink {
  readonly url: string;
  readonly seen: readonly string[];
  readonly lastIndex: number | null;
}

/** `GET /org/<orgId>/enrolment-keys`: the first page, or that of a link. A bare list is one page. */
export async function readServiceKeys(
  client: Client,
  orgId: string,
  from: KeysLink | null,
  signal?: AbortSignal,
): Promise<Result<ServiceKeysPage>> {
  const operation = 'list enrolment keys';
  if (!isPathId(orgId)) return failed(operation, { kind: 'oddId' });
  const first = `${orgAddress(client.baseUrl, orgId)}/enrolment-keys`;
  const address = from?.url ?? first;
  const response = await client.send({ operation, method: 'GET', url: address }, signal);
  if (!response.ok) return response;
  const { json } = response.value;
  const read = envelope.safeParse(Array.isArray(json) ? { items: json, links: { next: null } } : json);
  if (!read.success) return failed(operation, { kind: 'wrongShape', path: 'expected a page of keys' });
  const { items, metadata, links } = read.data;
  const index = pageIndexOf(metadata?.prevPage ?? null, metadata?.nextPage ?? null);
  const numbers = { index, lastIndex: from?.lastIndex ?? null, lastPage: metadata?.lastPage ?? null };
  const next = nextPageOf(links?.next ?? null, rulesOf(first), { address, seen: from?.seen ?? [] }, numbers);
  const keys = items.map((key) => ({
    id: key.id ?? key.enrolmentKeyId ?? null,
    description: key.description ?? null,
    status: key.status ?? null,
    usesRemaining: key.usesRemaining ?? null,
    lastUsedMs: key.lastUsed == null ? null : readTimestamp(key.lastUsed),
    type: key.type ?? null,
  }));
  return { ok: true, value: { keys, next, address, index } };
}
