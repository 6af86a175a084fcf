/** Sends a call that changes one system, and reads what its answer says of that system. */
import type { Client } from '../http/client.ts';
import type { SavedIntent } from '../http/saved-intent.ts';
import { contradictionIn } from '../contradiction.ts';
import { decodeSystem } from '../decode.ts';
import { jsonIn } from '../exact-json.ts';
import { failed, type Result } from '../problem.ts';
import type { Changed } from '../systems.ts';
import type { Call } from './call.ts';

/**
 * Any 2xx is success, unless its body contradicts that. `mayLeave` is called right before the request is sent: false, and
 * nothing is sent.
 */
export async function sendForSystem(
  client: Client,
  intent: SavedIntent,
  call: Call,
  systemId: string,
  mayLeave: () => boolean,
): Promise<Result<Changed>> {
  const operation = 'send request';
  const { method, url, orgId, headers, body } = call;
  const answer = await client.write(intent, { operation, method, url, orgId, headers, body, mayLeave });
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  const json = jsonIn(text);
  const contradiction = contradictionIn(json, systemId, { so: [], not: [] });
  if (contradiction !== null) return failed(operation, { kind: 'wrongShape', path: contradiction });
  const read = json === undefined ? null : decodeSystem(json);
  const record = read?.ok === true && read.value.systemId === systemId ? { record: json } : {};
  return { ok: true, value: { accepted: status === 202, ...record } };
}
