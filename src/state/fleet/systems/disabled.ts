/** Since when a system is disabled, as far as rollcall did it and the system is as it left it. */
import type { System } from '../../../api/system.ts';

/** What the records of this computer say of a system that rollcall disabled. Milliseconds since 1970; null: not known. */
export interface Disabled {
  /** When, by the service's clock. */
  readonly at: number | null;
  /** When the system was enrolled, as the service said just before. */
  readonly enrolledAtMs: number | null;
}

/** By the ids of the systems. */
export type DisabledTimes = ReadonlyMap<string, Disabled>;

/** `unknown`: rollcall did it, and nothing says for certain when. Null: it did not, or the system was changed since. */
export type DisabledAt = number | 'unknown' | null;

/** One of two spellings of a time may leave its fraction out. */
const secondMs = 1000;

/** What the disabling itself wrote may have come so late. */
const lateMs = 5 * 60_000;

/** By all records that a list has of it: the least certain one counts. */
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
  // Enrolled again, or enabled: it is not rollcall that disabled it after that.
  if (enrolled !== null && enrolledAtMs !== null && Math.abs(enrolled - enrolledAtMs) >= secondMs) return null;
  if (at !== null && lastSeenMs !== null && lastSeenMs > at) return null;
  const isKnown =
    at !== null && enrolled !== null && enrolledAtMs !== null && (lastSeen === null || lastSeenMs !== null);
  if (!isKnown) return 'unknown';
  // Something happened to it, and only the field says what.
  return otherTimes.some(({ ms }) => ms > at + lateMs && ms <= now) ? 'unknown' : at;
}
