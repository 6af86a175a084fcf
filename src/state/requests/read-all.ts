/** Reads all systems of an organisation where no screen asks: page after page, with the retries of the program. */
import { setTimeout } from 'node:timers/promises';
import { type Organisation, listOrganisations } from '../../api/organisations.ts';
import { createPrefetch } from '../../api/prefetch.ts';
import type { Problem, Result } from '../../api/problem.ts';
import { type PageAddress, readSystemsPage, type ListQuery } from '../../api/systems.ts';
import { createReadingClient, type ServiceAccess } from './read-only-client.ts';
import { longestPauseSeconds, pauseBefore } from './retry.ts';
import type { SessionClock } from '../clock/clock.ts';
import { needsSecondReading, newScan, type Scan, withPage } from '../list/scan.ts';

export interface Reader {
  organisations(): Promise<Result<readonly Organisation[]>>;
  /** The list to its end, once more where it moved; the problem of the page that could not be read, else. */
  systems(query: ListQuery): Promise<Result<Scan>>;
}

/** `clock` hears when the service answers: by it, and not by this computer's own, ages are to be judged. */
export function createReader(access: ServiceAccess, clock: SessionClock): Reader {
  const client = createReadingClient(access, clock.clocks, clock.hear);
  const toItsEnd = async (query: ListQuery, isSecondReading: boolean): Promise<Result<Scan>> => {
    let scan = newScan(0, query, 'all', isSecondReading);
    const prefetch = createPrefetch();
    for (let from: PageAddress | null = { kind: 'first' }; from !== null; from = nextOf(scan)) {
      const address = from;
      const asked = scan.query;
      const page = await patiently(() => readSystemsPage(client, asked, address, undefined, prefetch));
      if (page.ok) {
        scan = withPage(scan, page.value);
        if (page.value.next.kind === 'untrusted') {
          const { link, reason } = page.value.next;
          const problem = {
            kind: 'untrustedLink',
            operation: 'list systems',
            link,
            reason,
            page: scan.addresses.length,
          } as const;
          return { ok: false, problem };
        }
      } else if (isPageSizeRefused(page.problem, scan)) {
        scan = newScan(0, { ...query, perPage: null }, 'all', isSecondReading);
      } else return page;
    }
    return { ok: true, value: scan };
  };
  return {
    organisations: () => patiently(() => listOrganisations(client)),
    async systems(query) {
      const read = await toItsEnd(query, false);
      return read.ok && needsSecondReading(read.value) ? toItsEnd(read.value.query, true) : read;
    },
  };
}

function nextOf({ next, addresses, lastIndex }: Scan): PageAddress | null {
  switch (next.kind) {
    case 'first':
      return { kind: 'first' };
    case 'page':
      return { kind: 'link', url: next.url, seen: addresses, lastIndex };
    case 'end':
    case 'untrusted':
      return null;
  }
}

/** Another page size than its own is not for every service. */
function isPageSizeRefused(problem: Problem, { next, query }: Scan): boolean {
  const isRefused = problem.kind === 'refused' && (problem.status === 400 || problem.status === 422);
  return isRefused && next.kind === 'first' && query.perPage !== null;
}

/** As often as the program asks again by itself, and no longer than it would wait once: nobody is there who could end it. */
export async function patiently<Value>(
  read: () => Promise<Result<Value>>,
  pause = (seconds: number): Promise<void> => setTimeout(seconds * 1000),
): Promise<Result<Value>> {
  let waited = 0;
  for (let failures = 0; ; failures++) {
    const answer = await read();
    const seconds = answer.ok ? null : pauseBefore(answer.problem, failures);
    if (answer.ok || seconds === null || waited + seconds > longestPauseSeconds) return answer;
    waited += seconds;
    await pause(seconds);
  }
}
