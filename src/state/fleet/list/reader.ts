/** Reads where no screen asks: all systems of an organisation, or only what the service says to a token. */
import { type ReadCall, sendReadCall } from '../../../api/calls/call.ts';
import { type DefinitionAnswer, requestDefinition, type Validators } from '../../../api/openapi/read-definition.ts';
import { type Client, type ClientOptions, createClient, type RawResponse } from '../../../api/http/client.ts';
import { createServiceDates, type ServiceDates } from '../../../api/http/freshness.ts';
import { listOrganisations, type Organisation } from '../../../api/organisations.ts';
import { type Clocks, failed, type Problem, type Result } from '../../../api/problem.ts';
import { createPrefetch, type ListQuery, readSystemsPage } from '../../../api/systems.ts';
import type { SessionClock } from '../../session/clock/clock.ts';
import { pageRead } from './listing.ts';
import { advance, newScan, type Scan } from './scan.ts';
import type { Network } from '../../session/backoff/feature.ts';
import { createPatience, type Waiting } from '../../session/backoff/retry.ts';

/** Which service is asked, by whom, and which way. */
export interface ServiceAccess {
  readonly baseUrl: string;
  readonly token: string;
  /** The version of rollcall. */
  readonly version: string;
  readonly network: Network;
  /** By which checks tell an answer of a cache. */
  readonly dates?: ServiceDates;
}

/** For clients that read and change, which hear one service's clock together. `sinceBoot`: milliseconds, also of sleep. */
export function withDates(access: Omit<ServiceAccess, 'dates'>, sinceBoot: () => number): ServiceAccess {
  return { ...access, dates: createServiceDates(sinceBoot) };
}

/**
 * `hear` gets the service's `Date` with each answer: milliseconds since 1970, null where it is unreadable. It only reads,
 * unless `modeFor` says otherwise.
 */
export function clientFor(
  { network: { exchange, route }, ...service }: ServiceAccess,
  { clocks, hear: onDate }: { readonly clocks: () => Clocks; readonly hear: (date: number | null) => unknown },
  modeFor: ClientOptions['modeFor'] = () => 'read-only',
): Client {
  const via = route.kind === 'proxy' ? route.name : null;
  return createClient({ ...service, exchange, via, modeFor, clocks, onDate });
}

interface ServiceCheck {
  /** How many organisations the token sees; null where that was not answered. */
  readonly organisations: number | null;
  readonly problem: Problem | null;
  /** The service's clock minus this computer's, as exact as its `Date` header; null where it gives none. */
  readonly clockAheadMs: number | null;
}

/** The service's answer to a token. `now`: this computer's clock, in milliseconds since 1970. */
export async function checkService(access: ServiceAccess, now: () => number): Promise<ServiceCheck> {
  let clockAheadMs: number | null = null;
  const client = clientFor(access, {
    clocks: () => ({ local: now(), service: null }),
    hear(date) {
      if (date !== null) clockAheadMs = date - now();
    },
  });
  const answer = await listOrganisations(client);
  return answer.ok
    ? { organisations: answer.value.length, problem: null, clockAheadMs }
    : { organisations: null, problem: answer.problem, clockAheadMs };
}

export interface Reader {
  organisations(): Promise<Result<readonly Organisation[]>>;
  /** The list to its end, once more where it moved; the problem of the page that could not be read, else. */
  systems(query: ListQuery): Promise<Result<Scan>>;
  /** The answer to any call that reads. */
  answer(call: ReadCall): Promise<Result<RawResponse>>;
  /** Asked for once: whoever asks can do without it. `known`: the one that is there. */
  definition(known: Validators | null): Promise<Result<DefinitionAnswer>>;
}

/** `clock` hears when the service answers: by it, and not by this computer's own, ages are to be judged. */
export function createReader(access: ServiceAccess, clock: SessionClock, waiting: Waiting): Reader {
  const client = clientFor(access, clock);
  const patiently = createPatience(waiting);
  return {
    organisations: () => patiently(() => listOrganisations(client)),
    async systems(list) {
      const prefetch = createPrefetch();
      let scan = newScan(0, list, 'all');
      for (;;) {
        const { query, from } = pageRead(scan);
        const page = await patiently(() => readSystemsPage(client, query, from, undefined, prefetch));
        const step = advance(scan, page, 0);
        if (step.kind === 'failed') return { ok: false, problem: step.problem };
        scan = step.scan;
        if (step.kind === 'reading') continue;
        const { next, addresses } = scan;
        if (next.kind !== 'untrusted') return { ok: true, value: scan };
        return failed('list systems', { ...next, kind: 'untrustedLink', page: addresses.length });
      }
    },
    answer: (call) => patiently(() => sendReadCall(client, call)),
    definition: (known) => requestDefinition(client, known),
  };
}
