/** Creates enrolment keys: `POST /org/<orgId>/enrolment-keys` (specification, "Endpoints"). */
import type { Client } from './http/client.ts';
import { isPathId, orgAddress } from './address.ts';
import { isJsonObject } from './exact-json.ts';
import { failed, type Result } from './problem.ts';

/** The specification does not show the response's fields: all are kept, in the order received. */
export interface EnrolmentKey {
  readonly fields: readonly { readonly name: string; readonly value: unknown }[];
}

/** Sent once: a lost response may have created a key, and a second request would create another. */
export async function createEnrolmentKey(
  client: Client,
  orgId: string,
  description: string,
): Promise<Result<EnrolmentKey>> {
  const operation = 'create enrolment key';
  if (!isPathId(orgId)) return failed(operation, { kind: 'oddId' });
  const url = `${orgAddress(client.baseUrl, orgId)}/enrolment-keys`;
  const response = await client.send({ operation, method: 'POST', orgId, url, body: { description } });
  if (!response.ok) return response;
  const { json } = response.value;
  if (json === undefined) return { ok: true, value: { fields: [] } };
  if (!isJsonObject(json)) return failed(operation, { kind: 'wrongShape', path: 'expected object' });
  const fields: [string, unknown][] = Object.entries(json);
  return { ok: true, value: { fields: fields.map(([name, value]) => ({ name, value })) } };
}
