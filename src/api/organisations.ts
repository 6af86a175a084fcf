/** Which organisations may this token use? `GET /account/orgs` (specification, "Endpoints") */
import type { Client } from './http/client.ts';
import { decodeOrganisations } from './decode.ts';
import type { Organisation } from './organisation.ts';
import type { Result } from './problem.ts';

export async function listOrganisations(
  client: Client,
  signal?: AbortSignal,
): Promise<Result<readonly Organisation[]>> {
  const operation = 'list organisations';
  const answer = await client.send({ operation, method: 'GET', url: `${client.baseUrl}/account/orgs` }, signal);
  if (!answer.ok) return answer;
  const organisations = decodeOrganisations(answer.value.json);
  if (!organisations.ok) return { ok: false, problem: { operation, kind: 'wrongShape', path: organisations.path } };
  return organisations;
}
