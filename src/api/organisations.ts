/** Lists the organisations that a token may use, and creates enrolment keys (specification, "Endpoints"). */
import * as z from 'zod/mini';
import type { Client } from './http/client.ts';
import { type Decoded, wrong } from './decode.ts';
import { makeFailure, type Result } from './problem.ts';
import type { Call } from './calls/call.ts';
import { readResponse } from './http/response.ts';
import type { SavedIntent } from './http/saved-intent.ts';
import { isPathId, orgAddress } from './access.ts';
import { isJsonObject } from './exact-json.ts';

/** As the account's list describes it (specification, "Organisation summary"). */
export interface Organisation {
  readonly orgId: string;
  readonly orgName: string;
  /** The token's role. The specification shows only `Owner`. */
  readonly role: string;
}

export async function listOrganisations(
  client: Client,
  signal?: AbortSignal,
): Promise<Result<readonly Organisation[]>> {
  const operation = 'list organisations';
  const response = await client.read({ operation, method: 'GET', url: `${client.baseUrl}/account/orgs` }, signal);
  if (!response.ok) return response;
  const organisations = decodeOrganisations(response.value.json);
  return organisations.ok ? organisations : makeFailure(operation, { kind: 'wrongShape', path: organisations.path });
}

const text = z.nullish(z.string());
const organisationsShape = z.object({ orgs: z.array(z.unknown()) });
const organisationShape = z.object({ orgId: z.string(), orgName: text, role: text });

export function decodeOrganisations(json: unknown): Decoded<readonly Organisation[]> {
  const read = organisationsShape.safeParse(json);
  if (!read.success) return wrong('', read.error);
  const organisations: Organisation[] = [];
  for (const [at, element] of read.data.orgs.entries()) {
    const organisation = organisationShape.safeParse(element);
    if (!organisation.success) return wrong(`orgs[${at}]`, organisation.error);
    const { orgId, orgName, role } = organisation.data;
    // Without a name, the id is shown.
    organisations.push({ orgId, orgName: orgName || orgId, role: role ?? '' });
  }
  return { ok: true, value: organisations };
}

// Creates an enrolment key (specification, "Endpoints").

/** The specification does not show the response's fields, so all are kept, in the order received. */
export interface EnrolmentKey {
  readonly status: number;
  readonly fields: readonly { readonly name: string; readonly value: unknown }[];
}

const creation = 'create enrolment key';

/** The request as it is recorded; none of it is secret. */
export function newKeyCall(baseUrl: string, orgId: string, description: string): Result<Call> {
  if (!isPathId(orgId)) return makeFailure(creation, { kind: 'oddId' });
  const value: Call = {
    method: 'POST',
    url: `${orgAddress(baseUrl, orgId)}/enrolment-keys`,
    headers: { 'Content-Type': 'application/json' },
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
  intent: SavedIntent,
  call: Call,
): Promise<Result<EnrolmentKey>> {
  const { method, url, orgId, headers, body } = call;
  const answer = await client.write(intent, { operation: creation, method, url, orgId, headers, body });
  if (!answer.ok) return answer;
  const response = readResponse(answer.value, { ok: true, text: answer.value.text });
  if ('kind' in response) return makeFailure(creation, response);
  const { status, json } = response;
  if (json === undefined) return { ok: true, value: { status, fields: [] } };
  if (!isJsonObject(json)) return makeFailure(creation, { kind: 'wrongShape', path: 'expected object' });
  const fields: [string, unknown][] = Object.entries(json);
  return { ok: true, value: { status, fields: fields.map(([name, value]) => ({ name, value })) } };
}
