/** Reads the list of systems: for the screen, and for callers without one. */
import { type ReadCall, sendReadCall } from '../../../api/calls/call.ts';
import { type DefinitionAnswer, requestDefinition, type Validators } from '../../../api/openapi/read-definition.ts';
import { type Client, type ClientOptions, createClient, type RawResponse } from '../../../api/http/client.ts';
import { createServiceDates, type ServiceDates } from '../../../api/http/response.ts';
import { listOrganisations, type Organisation } from '../../../api/organisations.ts';
import { type Clocks, makeFailure, type Problem, type Result } from '../../../api/problem.ts';
import { createPrefetch, type ListQuery, readSystemsPage } from '../../../api/systems.ts';
import type { SessionClock } from '../../session/clock.ts';
import { pageRequest, currentScan } from './listing.ts';
import { advance, newScan, type Scan } from './scan.ts';
import { type Network, createPatience, type Waiting } from '../../session/backoff/feature.ts';
import type { Feature, Reads } from '../../root/feature.ts';

export interface ServiceAccess {
  readonly baseUrl: string;
  readonly token: string;
  readonly version: string;
  readonly network: Network;
  /** Used by checks to recognise an answer from a cache. */
  readonly dates?: ServiceDates;
}

/**
 * Lets the clients that read and change share one estimate of the service's clock. `sinceBoot`: milliseconds,
 * including sleep.
 */
export function withDates(access: Omit<ServiceAccess, 'dates'>, sinceBoot: () => number): ServiceAccess {
  return { ...access, dates: createServiceDates(sinceBoot) };
}

/**
 * `hear` receives the service's `Date` header of each answer: milliseconds since 1970, null if unreadable. Read-only
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
  /** Number of organisations that the token sees; null if the service did not answer. */
  readonly organisations: number | null;
  readonly problem: Problem | null;
  /** The service's clock minus this computer's, as exact as the `Date` header; null without one. */
  readonly clockAheadMs: number | null;
}

/** `now`: this computer's clock, in milliseconds since 1970. */
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
  /**
   * Loads the list to its end, and once more if it changed during loading. Fails with the problem of the first
   * unreadable page.
   */
  systems(query: ListQuery): Promise<Result<Scan>>;
  answer(call: ReadCall): Promise<Result<RawResponse>>;
  /** Not retried: every caller can do without the definition. `known`: validators of the cached one. */
  definition(known: Validators | null): Promise<Result<DefinitionAnswer>>;
}

/** `clock` learns the service's time: ages must be judged by it, not by this computer's clock. */
export function createReader(access: ServiceAccess, clock: SessionClock, waiting: Waiting): Reader {
  const client = clientFor(access, clock);
  const patiently = createPatience(waiting);
  return {
    organisations: () => patiently(() => listOrganisations(client)),
    async systems(list) {
      const prefetch = createPrefetch();
      let scan = newScan(0, list, 'all');
      for (;;) {
        const { query, from } = pageRequest(scan);
        const page = await patiently(() => readSystemsPage(client, query, from, undefined, prefetch));
        const step = advance(scan, page, 0);
        if (step.kind === 'failed') return { ok: false, problem: step.problem };
        scan = step.scan;
        if (step.kind === 'reading') continue;
        const { next, addresses } = scan;
        if (next.kind !== 'untrusted') return { ok: true, value: scan };
        return makeFailure('list systems', { ...next, kind: 'untrustedLink', page: addresses.length });
      }
    },
    answer: (call) => patiently(() => sendReadCall(client, call)),
    definition: (known) => requestDefinition(client, known),
  };
}

export function listServices(): ReturnType<Feature<'list'>['services']> {
  const pageAhead = createPrefetch();
  return { forEffect: () => ({ pageAhead }), forget: pageAhead.cancel };
}

export const listReads: Reads<'list'> = {
  readPage: {
    slot: 'page',
    key: () => 'page',
    async send({ scan, query, from, isFollowed }, { client, clock, signal, pageAhead, dispatch }) {
      const answer = await readSystemsPage(client(), query, from, signal, isFollowed ? pageAhead : undefined);
      dispatch(
        answer.ok
          ? { kind: 'pageArrived', scan, page: answer.value, now: clock.now() }
          : { kind: 'pageFailed', scan, problem: answer.problem },
      );
      // The reducer has claimed the prefetched page by now, or does not want it.
      pageAhead.cancel();
      return null;
    },
    answers: { pageArrived: () => 'page', pageFailed: () => 'page' },
    retries: {
      pageFailed(state, action) {
        const scan = currentScan(state.list.listing);
        return scan?.id === action.scan && scan.inFlight ? pageRequest(scan) : null;
      },
    },
    givenUp: ({ scan }, problem) => ({ kind: 'pageFailed', scan, problem: { ...problem, operation: 'list systems' } }),
  },
};
