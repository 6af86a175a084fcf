/** A client that only reads, for commands without screens. */
import { type Client, createClient } from '../../api/http/client.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import type { Clocks } from '../../api/problem.ts';
import type { Route } from '../sign-in/session.ts';

/** How requests reach a service. */
export interface Network {
  readonly route: Route;
  /** Absent: straight to the service. */
  readonly exchange?: Exchange;
}

/** Which service is asked, by whom, and which way. */
export interface ServiceAccess {
  readonly baseUrl: string;
  readonly token: string;
  /** Of this program. */
  readonly version: string;
  readonly network: Network;
}

/** `onDate` gets the service's `Date` with each answer: milliseconds since 1970, null where it is unreadable. */
export function createReadingClient(
  { baseUrl, token, version, network: { exchange, route } }: ServiceAccess,
  clocks: () => Clocks,
  onDate: (date: number | null) => void,
): Client {
  return createClient({
    baseUrl,
    token,
    version,
    modeFor: () => 'read-only',
    via: route.kind === 'proxy' ? route.name : null,
    clocks,
    onDate,
    ...(exchange !== undefined && { exchange }),
  });
}
