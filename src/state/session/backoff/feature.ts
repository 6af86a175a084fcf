/** Declares the feature: the network route of requests, queued reads, and retries. */
import type { Exchange } from '../../../api/http/exchange.ts';
import type { Problem } from '../../../api/problem.ts';
import type { Tagged } from '../../kernel/declare.ts';
import type { Route } from '../session.ts';

export interface Network {
  readonly route: Route;
  /** Absent for a direct connection. */
  readonly exchange?: Exchange;
}

/** During a pause no read is sent: neither the failed one nor any other. */
export interface Backoff<Read> {
  readonly id: number;
  readonly until: { readonly kind: 'time'; readonly seconds: number } | { readonly kind: 'token' };
  readonly problem: Problem;
  /** Sent when the pause ends. */
  readonly queued: readonly Read[];
}

export interface RequestsState<Read> {
  /** A pause: no read is sent before it ends. */
  readonly backoff: Backoff<Read> | null;
  /** Number of failures so far of each retried read, by its key. */
  readonly failures: ReadonlyMap<string, number>;
}

export interface RequestsFeature {
  readonly action: Tagged<{
    /** No read is sent for a while. */
    pauseBegun: { problem: Problem };
    /** The pause was given up together with its queued reads, of these kinds. */
    pauseLeft: { until: Backoff<never>['until']['kind']; problem: Problem; queued: readonly string[] };
  }>;
  readonly timer: 'backoff';
  readonly service: 'client' | 'useService';
  readonly port: {
    readonly networkTo: (baseUrl: string) => Network;
  };
}
