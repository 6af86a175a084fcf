/** Requests that have a screen of their own in rollcall: they are never sent from the explorer. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import { systemsDeletionIn } from '../../../api/systems-deletion.ts';
import { decoded } from '../call/address.ts';
import type { Call } from '../call/call.ts';
import { isList } from '../call/value-text.ts';

export type TakenOver =
  /** The review of these systems. Empty: the request names none. */
  | { readonly kind: 'review'; readonly systemIds: readonly string[] }
  /** The screen for a new enrolment key. */
  | { readonly kind: 'newKey'; readonly description: string };

/** Which screen takes the request over; null: none. */
export function takenOverBy(call: Pick<Call, 'method' | 'url'>, body: Json | undefined): TakenOver | null {
  const deletion = systemsDeletionIn(call.method, call.url);
  if (deletion !== null) {
    const { systemId } = deletion;
    return { kind: 'review', systemIds: systemId === null ? namedIn(call.url, body) : [systemId] };
  }
  const description = describedKey(call, body);
  return description === null ? null : { kind: 'newKey', description };
}

/** The texts of the first list in the body, else of the query. */
function namedIn(url: string, body: Json | undefined): readonly string[] {
  const lists = body === undefined ? [] : [body, ...(isJsonObject(body) ? Object.values(body) : [])].filter(isList);
  const inBody = lists[0]?.filter((one) => typeof one === 'string') ?? [];
  const inQuery = [...(URL.parse(url)?.searchParams ?? [])].flatMap(([, value]) => value.split(','));
  return [...new Set([...inBody, ...inQuery])].filter((id) => id.trim() !== '');
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
