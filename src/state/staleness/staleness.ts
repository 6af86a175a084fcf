/** Which systems are stale at a given moment (specification, "What the service does", 9), and how many at any threshold. */
import type { System } from '../../api/system.ts';
import { connectionOf } from '../systems/connection.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** Days without a sign of life after which the reference client calls a system stale. */
export const defaultDays = 90;

/** How long ago a system was last seen, or enrolled where it never connected; milliseconds, never negative. */
export type Age =
  | { readonly kind: 'seen'; readonly ms: number }
  | { readonly kind: 'neverConnected'; readonly ms: number }
  /** No time, or one that is there and cannot be read. Such a system is never stale by rule. */
  | { readonly kind: 'unknown' | 'unreadable' };

/** A time in the future gives age 0: a wrong clock must not make anything look old. */
export function ageOf(system: System, now: number): Age {
  const kind = system.lastSeen === null ? 'neverConnected' : 'seen';
  const [text, ms] = kind === 'seen' ? [system.lastSeen, system.lastSeenMs] : [system.enrolledAt, system.enrolledAtMs];
  if (ms !== null) return { kind, ms: Math.max(0, now - ms) };
  return { kind: text === null ? 'unknown' : 'unreadable' };
}

/** Whatever its `lastSeen` says: that is when the session was last written, not proof of life or death. */
export function isConnected(system: System): boolean {
  return connectionOf(system.state) === 'connected';
}

/** Stale: not connected, and its age *exceeds* `days` × 24 h. */
export function isStale(system: System, days: number, now: number): boolean {
  if (isConnected(system)) return false;
  const age = ageOf(system, now);
  return 'ms' in age && age.ms > days * dayMs;
}

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

export function agesOf(systems: readonly System[], now: number): Ages {
  const away = systems.filter((system) => !isConnected(system)).map((system) => ageOf(system, now));
  const ages = away.flatMap((age) => ('ms' in age ? [age.ms] : []));
  const sorted = Float64Array.from(ages).sort();
  return { sorted, connected: systems.length - away.length, unknown: away.length - ages.length };
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

/** The tags that stale systems carry, the most frequent first. */
export function staleTags(systems: readonly System[], days: number, now: number): { tag: string; stale: number }[] {
  const tagged = systems.filter((system) => system.tags.length > 0 && isStale(system, days, now));
  const tags = tagged.flatMap((system) => [...new Set(system.tags)]);
  const same = Map.groupBy(tags, (tag) => tag);
  return Array.from(same, ([tag, { length: stale }]) => ({ tag, stale })).sort((a, b) => b.stale - a.stale);
}
