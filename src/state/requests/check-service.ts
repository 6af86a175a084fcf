/** Checks what the service says to a token, where no screen asks: by reading the organisations once. */
import { listOrganisations } from '../../api/organisations.ts';
import type { Problem } from '../../api/problem.ts';
import { createReadingClient, type ServiceAccess } from './read-only-client.ts';

export interface ServiceCheck {
  /** How many organisations the token sees; null where that was not answered. */
  readonly organisations: number | null;
  readonly problem: Problem | null;
  /** The service's clock minus this computer's, as exact as its `Date` header; null where it gives none. */
  readonly clockAheadMs: number | null;
}

/** `now`: this computer's clock, in milliseconds since 1970. */
export async function checkService(access: ServiceAccess, now: () => number): Promise<ServiceCheck> {
  let clockAheadMs: number | null = null;
  const clocks = () => ({ local: now(), service: null });
  const client = createReadingClient(access, clocks, (date) => {
    if (date !== null) clockAheadMs = date - now();
  });
  const answer = await listOrganisations(client);
  return answer.ok
    ? { organisations: answer.value.length, problem: null, clockAheadMs }
    : { organisations: null, problem: answer.problem, clockAheadMs };
}
