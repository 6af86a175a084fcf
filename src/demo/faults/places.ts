/** The places where a fault can be injected: requests whose answer a person sees. */

import type { ReceivedRequest } from '../request.ts';

type Is = (request: ReceivedRequest) => boolean;

const requestsAt = {
  organisations: ({ method, path }) => method === 'GET' && path === '/account/orgs',
  'first page': ({ method, path, query }) => method === 'GET' && path.endsWith('/systems') && !query.has('page'),
  'later page': ({ method, path, query }) => method === 'GET' && path.endsWith('/systems') && query.has('page'),
  details: ({ method, path }) => method === 'GET' && /\/systems\/[^/]+$/.test(path),
  deletion: ({ method }) => method === 'DELETE',
  'key creation': ({ method }) => method === 'POST',
} as const satisfies Readonly<Record<string, Is>>;

export type Place = keyof typeof requestsAt;

export const places = Object.keys(requestsAt) as readonly Place[];

/** Is it a request of this place? */
export function isAt(place: Place, request: ReceivedRequest): boolean {
  return requestsAt[place](request);
}
