/** Which enrolment keys stand on the systems read so far, with how many systems, and how many stale ones? */
import type { System } from '../../api/system.ts';
import { isStale } from '../staleness/staleness.ts';

export interface KeySeen {
  /** Null: systems that name no key. */
  readonly id: number | null;
  readonly description: string | null;
  readonly systems: number;
  readonly stale: number;
}

/** The keys with the most systems first. */
export function keysSeen(systems: Iterable<System>, days: number, now: number): readonly KeySeen[] {
  const keys = new Map<
    number | null,
    { id: number | null; description: string | null; systems: number; stale: number }
  >();
  for (const system of systems) {
    const id = system.enrolmentKeyId;
    const key = keys.get(id) ?? { id, description: system.enrolmentKeyDescription, systems: 0, stale: 0 };
    key.systems++;
    if (isStale(system, days, now)) key.stale++;
    keys.set(id, key);
  }
  return [...keys.values()].sort((a, b) => b.systems - a.systems);
}
