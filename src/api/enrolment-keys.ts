/** Creates an enrolment key (specification, "Endpoints"). */
import type { Call } from './calls/call.ts';
import type { Client } from './http/client.ts';
import { readResponse } from './http/response.ts';
import type { SavedIntent } from './http/saved-intent.ts';
import { isPathId, orgAddress } from './address.ts';
import { isJsonObject } from './exact-json.ts';
import { failed, type Result } from './problem.ts';

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
  if ('kind' in response) return failed(creation, response);
  const { status, json } = response;
  if (json === undefined) return { ok: true, value: { status, fields: [] } };
  if (!isJsonObject(json)) return failed(creation, { kind: 'wrongShape', path: 'expected object' });
  const fields: [string, unknown][] = Object.entries(json);
  return { ok: true, value: { status, fields: fields.map(([name, value]) => ({ name, value })) } };
}
