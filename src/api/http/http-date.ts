/** Which moment does an HTTP date name? (RFC 9110, 5.6.7) */

/** Only the form that HTTP prescribes: a clock is judged by it, and `Date.parse` makes a date of nearly anything. */
export function readHttpDate(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) || new Date(ms).toUTCString() !== text ? null : ms;
}
