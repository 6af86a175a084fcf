/** Requests that have a screen of their own in rollcall: they are never sent from the explorer. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import { systemsDeletionIn } from '../../../api/deletion/systems-deletion.ts';
import { decoded } from '../../../api/openapi/path-form.ts';
import type { Call } from '../../../api/calls/call.ts';

export type TakenOver =
  /** The review of these systems. Empty: the request names none. */
  | { readonly kind: 'review'; readonly systemIds: readonly string[] }
  /** The screen for a new enrolment key. */
  | { readonly kind: 'newKey'; readonly description: string };

/** As much of a call as it is judged by. */
export type JudgedCall = Pick<Call, 'method' | 'url' | 'headers' | 'body'>;

/** Which screen takes the request over; null: none. */
export function takenOverBy(call: JudgedCall, body: Json | undefined): TakenOver | null {
  const deletion = systemsDeletionIn(call);
  if (deletion !== null) return { kind: 'review', ...deletion };
  const description = describedKey(call, body);
  return description === null ? null : { kind: 'newKey', description };
}

/** `POST …/org/<x>/enrolment-keys` with a description, and nothing else; null for any other request. */
function describedKey({ method, url }: Pick<Call, 'method' | 'url'>, body: Json | undefined): string | null {
  const address = URL.parse(url);
  if (method !== 'POST' || address === null || address.search !== '') return null;
  const [org, , keys] = address.pathname
    .split('/')
    .slice(-3)
    .map((one) => decoded(one)?.toLowerCase());
  if (org !== 'org' || keys !== 'enrolment-keys' || body === undefined || !isJsonObject(body)) return null;
  const { description } = body;
  const isAlone = Object.keys(body).length === 1 && typeof description === 'string' && description.trim() !== '';
  return isAlone ? description : null;
}
