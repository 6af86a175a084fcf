/** Is a system stale at a given moment? (specification, "What the service does", 9) */
import type { System } from '../api/system.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** Days without a sign of life after which the reference client calls a system stale. */
export const defaultDays = 90;

/** How long ago a system was last seen, or enrolled where it never connected; milliseconds, never negative. */
export type Age =
  | { readonly kind: 'seen'; readonly ms: number }
  | { readonly kind: 'neverConnected'; readonly ms: number }
  /** No time, or none that can be read. Such a system is never stale by rule. */
  | { readonly kind: 'unknown' };

/** A time in the future gives age 0: a wrong clock must not make anything look old. */
export function ageOf(system: System, now: number): Age {
  if (system.lastSeen !== null) {
    return system.lastSeenMs === null
      ? { kind: 'unknown' }
      : { kind: 'seen', ms: Math.max(0, now - system.lastSeenMs) };
  }
  return system.enrolledAtMs === null
    ? { kind: 'unknown' }
    : { kind: 'neverConnected', ms: Math.max(0, now - system.enrolledAtMs) };
}

/** Whatever its `lastSeen` says: that is when the session was last written, not proof of life or death. */
export function isConnected(system: System): boolean {
  return system.state?.toLowerCase() === 'connected';
}

/** Stale: not connected, and its age *exceeds* `days` × 24 h. */
export function isStale(system: System, days: number, now: number): boolean {
  if (isConnected(system)) return false;
  const age = ageOf(system, now);
  return age.kind !== 'unknown' && age.ms > days * dayMs;
}
