/** The counts of earlier weeks that the demo begins with, as if it had been used before: from the lives of its systems. */

import type { OrganisationRecord, SystemRecord } from './fleet.ts';

const [WEEK, LIMIT, WEEKS] = [7 * 24 * 60 * 60_000, 90 * 24 * 60 * 60_000, 8];

/** How many systems there were, and how many of them were stale. `at`: milliseconds since 1970. */
export interface EarlierCount {
  readonly at: number;
  readonly systems: number;
  readonly stale: number;
}

/** One for each week, the oldest first. */
export function earlierCounts({ systems }: OrganisationRecord, now: number): readonly EarlierCount[] {
  return Array.from({ length: WEEKS }, (_, index) => countAt(systems, now - (WEEKS - index) * WEEK));
}

function countAt(systems: readonly SystemRecord[], at: number): EarlierCount {
  const there = systems.filter(({ enrolledAt }) => timeOf(enrolledAt) <= at);
  const stale = there.filter(
    ({ state, lastSeen, enrolledAt }) => state !== 'Connected' && timeOf(lastSeen || enrolledAt) < at - LIMIT,
  );
  return { at, systems: there.length, stale: stale.length };
}

function timeOf(time: unknown): number {
  return typeof time === 'string' ? Date.parse(time) : NaN;
}
