/** The tags that stale systems carry, the most frequent first. */
import type { System } from '../../api/system.ts';
import { isStale } from './staleness.ts';

export interface StaleTag {
  readonly tag: string;
  readonly stale: number;
}

export function staleTags(systems: Iterable<System>, days: number, now: number): readonly StaleTag[] {
  const counts = new Map<string, number>();
  for (const system of systems) {
    if (system.tags.length === 0 || !isStale(system, days, now)) continue;
    for (const tag of new Set(system.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([tag, stale]) => ({ tag, stale })).sort((a, b) => b.stale - a.stale);
}
