/** Enrolment keys: creates one (specification, "Endpoints"), and lists them where the definition names that. */
import * as z from 'zod/mini';
import type { Call } from './calls/call.ts';
import type { Client } from './http/client.ts';
import { isPathId, orgAddress } from './address.ts';
import { isJsonObject, type WholeNumber, wholeNumber } from './exact-json.ts';
import { envelopeOf, largestPage, nextAddress, type Paging, pagingAfter, pagingFrom } from './paging/envelope.ts';
import { failed, type Result } from './problem.ts';
import { readTimestamp } from './timestamp.ts';

/** The specification does not show the response's fields: all are kept, in the order received. */
export interface EnrolmentKey {
  readonly status: number;
  readonly fields: readonly { readonly name: string; readonly value: unknown }[];
}

const creation = 'create enrolment key';

/** The request that creates a key, as it is recorded: nothing of it is a secret. */
export function newKeyCall(baseUrl: string, orgId: string, description: string): Result<Call> {
  if (!isPathId(orgId)) return failed(creation, { kind: 'oddId' });
  const value: Call = {
    method: 'POST',
    url: `${orgAddress(baseUrl, orgId)}/enrolment-keys`,
    headers: {},
    body: JSON.stringify({ description }),
    orgId,
    operation: 'POST /org/{orgId}/enrolment-keys',
    secrets: [],
  };
  return { ok: true, value };
}

/** Sent once: a lost response may have created a key, and a second request would create another. */
export async function createEnrolmentKey(
  client: Client,
  orgId: string,
  description: string,
): Promise<Result<EnrolmentKey>> {
  const call = newKeyCall(client.baseUrl, orgId, description);
  if (!call.ok) return call;
  const { url } = call.value;
  const response = await client.send({ operation: creation, method: 'POST', orgId, url, body: { description } });
  if (!response.ok) return response;
  const { status, json } = response.value;
  if (json === undefined) return { ok: true, value: { status, fields: [] } };
  if (!isJsonObject(json)) return failed(creation, { kind: 'wrongShape', path: 'expected object' });
  const fields: [string, unknown][] = Object.entries(json);
  return { ok: true, value: { status, fields: fields.map(([name, value]) => ({ name, value })) } };
}

/** An enrolment key as the service lists it. Its secret is left out: nothing here needs it. */
export interface ServiceKey {
  /** Null: it has no id that a system could name. */
  readonly id: WholeNumber | null;
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
  readonly paging: Paging;
}

const orNull = <T>(schema: z.ZodMiniType<T>) => z.catch(z.nullable(z.optional(schema)), null);
const count = orNull(z.int());
const id = z.pipe(z.unknown(), z.transform(wholeNumber));
const text = orNull(z.string());

/** Its id may have the name that it has in systems. */
const item = z.object({
  id: z.optional(id),
  enrolmentKeyId: z.optional(id),
  description: text,
  status: text,
  usesRemaining: count,
  lastUsed: text,
  type: text,
});

/** Only the needed fields are checked: an odd one must not hide the other keys. */
const items = z.array(item).check(z.maxLength(largestPage));

/** `GET /org/<orgId>/enrolment-keys`: the first page, or the next one. A bare list is one page. */
export async function readServiceKeys(
  client: Client,
  orgId: string,
  read: Paging | null,
  signal?: AbortSignal,
): Promise<Result<ServiceKeysPage>> {
  const operation = 'list enrolment keys';
  if (!isPathId(orgId)) return failed(operation, { kind: 'oddId' });
  const paging = read ?? pagingFrom(`${orgAddress(client.baseUrl, orgId)}/enrolment-keys`);
  const response = await client.send({ operation, method: 'GET', url: nextAddress(paging) }, signal);
  if (!response.ok) return response;
  const { json, headers, bytes } = response.value;
  const page = envelopeOf(json);
  const decoded = items.safeParse(page?.items);
  if (page === null || !decoded.success)
    return failed(operation, { kind: 'wrongShape', path: 'expected a page of keys' });
  const keys = decoded.data.map((key) => ({
    id: key.id ?? key.enrolmentKeyId ?? null,
    description: key.description ?? null,
    status: key.status ?? null,
    usesRemaining: key.usesRemaining ?? null,
    lastUsedMs: key.lastUsed == null ? null : readTimestamp(key.lastUsed),
    type: key.type ?? null,
  }));
  return { ok: true, value: { keys, paging: pagingAfter(paging, page, headers, bytes) } };
}
