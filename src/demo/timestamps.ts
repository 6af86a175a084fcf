/** Writes times as the service does: ISO 8601 in UTC, not always with the same number of digits. */

import { type Random, whole } from './fleet/random.ts';

/**
 * A time (milliseconds since 1970) with 0 to 7 fraction digits, mostly three, and `Z`; a few carry `+00:00` instead.
 * Digits that are left out are cut, never rounded: a time does not move into the future.
 */
export function timestamp(random: Random, time: number): string {
  const text = new Date(time).toISOString();
  const chance = random();
  if (chance < 0.6) return text;
  if (chance < 0.63) return `${text.slice(0, 23)}+00:00`;
  const digits = whole(random, 0, 7);
  if (digits === 0) return `${text.slice(0, 19)}Z`;
  if (digits <= 3) return `${text.slice(0, 20 + digits)}Z`;
  return `${text.slice(0, 23)}${String(whole(random, 1000, 9999)).slice(0, digits - 3)}Z`;
}
