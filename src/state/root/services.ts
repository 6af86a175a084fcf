/** The registry of types of what effects work with, beside the ports: one line each. Its values are in each feature's `services`. */
import type { Client } from '../../api/http/client.ts';
import type { Prefetch } from '../../api/systems.ts';
import type { RunJournals } from '../change/runs/open-journals.ts';
import type { SessionClock } from '../session/clock/clock.ts';
import type { Credentials } from '../session/credentials.ts';

/** Services that `app` hands in for effects, beside the ports. */
export interface Given {
  readonly credentials: Credentials;
  readonly clock: SessionClock;
}

/** Services that features make for effects, once for the program. */
export interface Made {
  /** For the service in use, with this token or with the one in use. */
  readonly client: (token?: string) => Client;
  /** The service at this address from here on. */
  readonly useService: (baseUrl: string) => void;
  /** The page after the one that the list reads, requested ahead of time. */
  readonly pageAhead: Prefetch;
  /** The same of the list against which a run checks its outcomes. */
  readonly checkAhead: Prefetch;
  readonly journals: RunJournals;
}
