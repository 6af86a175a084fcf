/**
 * The registry of the types of services for effects, beside the ports: one line each. Their values are in each
 * feature's `services`.
 */
import type { Client } from '../../api/http/client.ts';
import type { Prefetch } from '../../api/systems.ts';
import type { RunJournals } from '../change/runs/open-journals.ts';
import type { SessionClock } from '../session/clock/clock.ts';
import type { Credentials } from '../session/credentials.ts';

/** Services that `app` provides for effects, beside the ports. */
export interface Given {
  readonly credentials: Credentials;
  readonly clock: SessionClock;
}

export interface Made {
  /** A client for the service in use, with this token or the current one. */
  readonly client: (token?: string) => Client;
  readonly useService: (baseUrl: string) => void;
  readonly pageAhead: Prefetch;
  /** The prefetched next page of the list against which a run checks its outcomes. */
  readonly checkAhead: Prefetch;
  readonly journals: RunJournals;
}
