/** With which client is the service read where no screen asks? One that changes nothing. */
import { type Client, createClient } from '../api/client.ts';
import type { Network } from './ports.ts';

/** `heard` gets the service's `Date` with each answer: milliseconds since 1970, null where it is unreadable. */
export function createReadingClient(
  baseUrl: string,
  token: string,
  version: string,
  { exchange, route }: Network,
  heard?: (date: number | null) => void,
): Client {
  return createClient({
    baseUrl,
    token,
    version,
    mode: 'read-only',
    via: route.kind === 'proxy' ? route.name : null,
    clocks: () => ({ local: Date.now(), service: null }),
    ...(exchange !== undefined && { exchange }),
    ...(heard !== undefined && { heard }),
  });
}
