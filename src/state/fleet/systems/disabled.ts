/** When rollcall disabled a system, if that still holds. */
import type { System } from '../../../api/system.ts';

/** The local records of a system that rollcall disabled. Milliseconds since 1970; null: not known. */
export interface Disabled {
  /** When it was disabled, by the service's clock. */
  readonly at: number | null;
  /** The enrolment time that the service gave just before. */
  readonly enrolledAtMs: number | null;
}

/** By the ids of the systems. */
export type DisabledTimes = ReadonlyMap<string, Disabled>;

/** `unknown`: rollcall disabled it, at an uncertain time. Null: it did not, or the system was changed since. */
export type DisabledAt = number | 'unknown' | null;

/** One of two spellings of a time may omit its fraction. */
const secondMs = 1000;

/** The change that disabling itself writes may come this late. */
const lateMs = 5 * 60_000;

/** The time by all records that a list has of it: the least certain one counts. */
export function disabledAt(system: System, times: DisabledTimes, now: number): DisabledAt {
  const disabled = system.isEnabled === false ? times.get(system.systemId) : undefined;
  if (disabled === undefined) return null;
  let least = byRecord(system, disabled, now);
  for (let record = system.alsoListed; record !== null; record = record.alsoListed) {
    const other = byRecord(record, disabled, now);
    least = least === null || other === null ? null : typeof other === 'number' ? least : other;
  }
  return least;
}

function byRecord(system: System, { at, enrolledAtMs }: Disabled, now: number): DisabledAt {
  const { isEnabled, lastSeen, lastSeenMs, otherTimes } = system;
  if (isEnabled !== false) return null;
  const enrolled = system.enrolledAtMs;
  // Enrolled again, or enabled: a later disabling was not rollcall's.
  if (enrolled !== null && enrolledAtMs !== null && Math.abs(enrolled - enrolledAtMs) >= secondMs) return null;
  if (at !== null && lastSeenMs !== null && lastSeenMs > at) return null;
  const isKnown =
    at !== null && enrolled !== null && enrolledAtMs !== null && (lastSeen === null || lastSeenMs !== null);
  if (!isKnown) return 'unknown';
  // Only the field tells how it was changed.
  return otherTimes.some(({ ms }) => ms > at + lateMs && ms <= now) ? 'unknown' : at;
}
