/** The systems of one organisation that were silent longest, as the list of all organisations shows them. */
import type { System } from '../../../api/system.ts';
import { agesOf, isConnected } from '../../fleet/staleness/staleness.ts';
import { stateWord } from '../../fleet/systems/connection.ts';
import { lastLifeOf } from '../../fleet/systems/fields.ts';
import { memoize } from '../../kernel/store.ts';

/** Maximum number of systems of one organisation: an account may have hundreds of large ones. */
export const maxOldest = 1000;

/** A system that is not connected. Nothing else of it is kept when its list is evicted. */
export interface SilentSystem {
  readonly systemId: string;
  readonly hostname: string | null;
  /** As lists show it; null: the service sent none. */
  readonly state: string | null;
  /** When it was last seen, or enrolled if it never connected; milliseconds since 1970. */
  readonly time: number;
  readonly hasConnected: boolean;
}

/**
 * Oldest first, by any threshold: the stale ones are always the first. Systems without a readable time are never stale,
 * and left out.
 */
export const oldestSystems = memoize((pages: readonly (readonly System[])[]): readonly SilentSystem[] => {
  // Sorting all records would take many times longer than sorting their times.
  const times = Float64Array.from(pages.flatMap((page) => Array.from(agesOf(page).times))).sort();
  const last = times[maxOldest - 1] ?? Infinity;
  return pages
    .flatMap((page) => page.filter((system) => !isConnected(system) && (lastLifeOf(system) ?? Infinity) <= last))
    .flatMap((system) => silent(system))
    .sort((a, b) => a.time - b.time)
    .slice(0, maxOldest);
});

function silent(system: System): readonly SilentSystem[] {
  const time = lastLifeOf(system);
  if (time === null) return [];
  const { systemId, hostname, lastSeen } = system;
  return [{ systemId, hostname, state: stateWord(system), time, hasConnected: lastSeen !== null }];
}
