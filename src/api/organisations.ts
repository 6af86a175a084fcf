/** Lists the organisations that a token may use: `GET /account/orgs` (specification, "Endpoints"). */
import * as z from 'zod/mini';
import type { Client } from './http/client.ts';
import { type Decoded, wrong } from './decode.ts';
import { failed, type Result } from './problem.ts';

/** As the account's list describes it (specification, "Organisation summary"). */
export interface Organisation {
  readonly orgId: string;
  readonly orgName: string;
  /** The token's role. `Owner` is one value; others are "not shown". */
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
  return organisations.ok ? organisations : failed(operation, { kind: 'wrongShape', path: organisations.path });
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
    // Without a name, its id identifies it.
    organisations.push({ orgId, orgName: orgName || orgId, role: role ?? '' });
  }
  return { ok: true, value: organisations };
}
