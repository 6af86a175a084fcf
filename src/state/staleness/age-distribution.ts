/** The ages of systems, and how many are stale at any threshold. */
import type { System } from '../../api/system.ts';
import { ageOf, dayMs, isConnected } from './staleness.ts';

/** Made once from the systems read; every question after that is answered by halving. */
export interface Ages {
  /** Ages in milliseconds of the systems that are not connected, ascending. */
  readonly sorted: Float64Array;
  readonly connected: number;
  readonly unknown: number;
}

/** Systems older than `fromDays` and no older than `toDays` (null: no end). */
export interface AgeBand {
  readonly fromDays: number;
  readonly toDays: number | null;
  readonly count: number;
}

/** Edges of the bands, in days; the threshold is one more. */
export const fineEdges: readonly number[] = [7, 30, 90, 180, 365];

/** Where there is no room for all of them. */
export const coarseEdges: readonly number[] = [365];

export function agesOf(systems: Iterable<System>, now: number): Ages {
  const ages: number[] = [];
  let connected = 0;
  let unknown = 0;
  for (const system of systems) {
    if (isConnected(system)) {
      connected++;
      continue;
    }
    const age = ageOf(system, now);
    if ('ms' in age) ages.push(age.ms);
    else unknown++;
  }
  return { sorted: Float64Array.from(ages).sort(), connected, unknown };
}

/** How many are stale at a threshold: their age exceeds it. */
export function staleIn(ages: Ages, days: number): number {
  return ages.sorted.length - upTo(ages, days);
}

/** Bands whose edges include the threshold, so that it never falls inside a bar. */
export function bandsOf(ages: Ages, days: number, edges = fineEdges): readonly AgeBand[] {
  const all = [...new Set([...edges, days])].sort((a, b) => a - b);
  return [...all, null].map((toDays, at) => {
    const fromDays = all[at - 1] ?? 0;
    const below = at === 0 ? 0 : upTo(ages, fromDays);
    return { fromDays, toDays, count: (toDays === null ? ages.sorted.length : upTo(ages, toDays)) - below };
  });
}

function upTo({ sorted }: Ages, days: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= days * dayMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
