/** Tells when rollcall disabled a system, if that still holds. */
import type { System } from '../../../api/system.ts';
import { folded } from '../../kernel/spelling.ts';

/** Local record of a system that rollcall disabled. Milliseconds since 1970; null: not known. */
export interface Disabled {
  /** By the service's clock. */
  readonly at: number | null;
  /** The enrolment time that the service gave just before. */
  readonly enrolledAtMs: number | null;
}

/** Disabled systems by id. */
export type DisabledTimes = ReadonlyMap<string, Disabled>;

/** `unknown`: rollcall disabled it, at an uncertain time. Null: rollcall did not, or the system was changed since. */
export type DisabledAt = number | 'unknown' | null;

/** Tolerance, because one spelling of a time may omit the fraction. */
const secondMs = 1000;

/** The service may write the change that disabling causes this late. */
const lateMs = 5 * 60_000;

/** Judges every record that a list has of the system; the least certain answer wins. */
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
  // Enrolled again, or enabled: a later disabling was not by rollcall.
  if (enrolled !== null && enrolledAtMs !== null && Math.abs(enrolled - enrolledAtMs) >= secondMs) return null;
  if (at !== null && lastSeenMs !== null && lastSeenMs > at) return null;
  const isKnown =
    at !== null && enrolled !== null && enrolledAtMs !== null && (lastSeen === null || lastSeenMs !== null);
  if (!isKnown) return 'unknown';
  // A later change in an unnamed time field may or may not be another switch.
  return otherTimes.some(({ ms }) => ms > at + lateMs && ms <= now) ? 'unknown' : at;
}

// Keys of natural sort: srv-2 before srv-10, in any case.

const ZERO = 0x30;
const NINE = 0x39;

/** The number of arguments that every JavaScript engine accepts in a call. */
const maxCodes = 4096;

/** A reused buffer for the codes of the key: joining pieces of text would be slow. */
const codes: number[] = [];

/**
 * Keys compare as their texts do, ignoring case, with runs of digits as numbers of any length. Each number is
 * prefixed by the count of its digits, so a number with fewer digits is smaller. Counts of leading zeros follow at
 * the end, to separate texts that differ only in those.
 */
export function naturalKey(text: string): string {
  const lower = folded(text);
  const { length } = lower;
  codes.length = 0;
  let zeros = '';
  for (let at = 0; at < length; at++) {
    const code = lower.charCodeAt(at);
    if (!isDigit(code)) {
      codes.push(code);
      continue;
    }
    let end = at + 1;
    while (end < length && isDigit(lower.charCodeAt(end))) end += 1;
    let significant = at;
    while (significant < end - 1 && lower.charCodeAt(significant) === ZERO) significant += 1;
    if (significant > at) zeros += `\0${codes.length} ${significant - at}`;
    pushCount(end - significant);
    for (at = significant; at < end; at++) codes.push(lower.charCodeAt(at));
    at -= 1;
  }
  return textOfCodes() + zeros;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Up to 9 the count is a digit; above, a sign that sorts after all digits, and two codes that hold the count. */
function pushCount(count: number): void {
  if (count <= 9) codes.push(ZERO + count);
  else codes.push(NINE + 1, count >>> 15, count & 0x7fff);
}

function textOfCodes(): string {
  if (codes.length <= maxCodes) return String.fromCharCode(...codes);
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += maxCodes) {
    parts.push(String.fromCharCode(...codes.slice(at, at + maxCodes)));
  }
  return parts.join('');
}
