/** Decides which systems are stale at a given moment (specification, "What the service does", 9). */
import type { System } from '../../../api/system.ts';
import { connectionOf } from '../systems/connection.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** The basis of age and staleness: the threshold in days, the moment, and whether the service has told a time. */
export interface JudgedBy {
  readonly days: number;
  readonly now: number;
  readonly isVerified: boolean;
}

/** How long ago a system was last seen, or enrolled where it never connected; milliseconds, never negative. */
export type Age =
  | { readonly kind: 'seen'; readonly ms: number }
  | { readonly kind: 'neverConnected'; readonly ms: number }
  /** No time, or an unreadable one. Such a system is never stale by rule. */
  | { readonly kind: 'unknown' | 'unreadable' };

/** A time in the future gives age 0: a wrong clock must not make anything look old. */
export function ageOf(system: System, now: number): Age {
  const kind = system.lastSeen === null ? 'neverConnected' : 'seen';
  const ms = ageMs(system, now);
  if (ms !== null) return { kind, ms };
  return { kind: kind === 'neverConnected' && system.enrolledAt === null ? 'unknown' : 'unreadable' };
}

/** Milliseconds of `ageOf`, without its object; null where there is no readable time. */
export function ageMs(system: System, now: number): number | null {
  const ms = system.lastSeen === null ? system.enrolledAtMs : system.lastSeenMs;
  return ms === null ? null : Math.max(0, now - ms);
}

/** Ignores `lastSeen`, the time of the last write to the session: it proves neither life nor death. */
export function isConnected(system: System): boolean {
  return connectionOf(system.state) === 'connected';
}

/** Not connected, and without a readable time: nothing shows whether it is stale. */
export function hasUnknownAge(system: System): boolean {
  return !isConnected(system) && !('ms' in ageOf(system, 0));
}

/** An unreadable time of the system, as it was sent; null where there is none. */
export function unreadTimeOf({ lastSeen, lastSeenMs, enrolledAt, enrolledAtMs }: System): string | null {
  if (lastSeen !== null && lastSeenMs === null) return lastSeen;
  return enrolledAtMs === null ? enrolledAt : null;
}

/** Systems of unknown age: how many, of how many, and one of their unreadable times. */
export interface UnknownAges {
  readonly count: number;
  readonly of: number;
  /** As it was sent; null: they have no time at all. */
  readonly example: string | null;
}

/** Stale: not connected, and its age *exceeds* `days` × 24 h. */
export function isStale(system: System, days: number, now: number): boolean {
  if (isConnected(system)) return false;
  const ms = ageMs(system, now);
  return ms !== null && ms > days * dayMs;
}
