/** What reads wait for before they are sent, and the way that requests take. */
import type { Exchange } from '../../api/http/exchange.ts';
import type { Problem } from '../../api/problem.ts';
import type { Route } from '../sign-in/session.ts';

/** While something is waited for, no read is sent: neither the one that failed nor any other. */
export interface Wait<Read> {
  readonly id: number;
  readonly until: { readonly kind: 'time'; readonly seconds: number } | { readonly kind: 'token' };
  /** What the service, or the connection to it, said. */
  readonly problem: Problem;
  /** Sent when the wait is over. */
  readonly held: readonly Read[];
}

/** How requests reach a service. */
export interface Network {
  readonly route: Route;
  /** Absent: straight to the service. */
  readonly exchange?: Exchange;
}
