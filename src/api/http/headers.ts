/** Reads header fields of a response: `Content-Type`, `Date` and `Retry-After`. */

/** JSON, or a type made of it such as `application/problem+json`. */
export function isJson(contentType: string): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType);
}

/** Problem details (RFC 9457). */
export function isProblem(contentType: string): boolean {
  return /^application\/problem\+json\s*(;|$)/i.test(contentType);
}

/**
 * Milliseconds since 1970 (RFC 9110, 5.6.7). Only the form that HTTP prescribes: clocks are compared by it, and
 * `Date.parse` makes a date of nearly anything.
 */
export function readHttpDate(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) || new Date(ms).toUTCString() !== text ? null : ms;
}

/** Thirty years: more is never meant. */
const mostRetrySeconds = 1e9;

/** A date further off than this is a mistake of some clock. */
const furthestDateSeconds = 600;

/**
 * Seconds to wait, at least 1 (`Retry-After`, RFC 9110, 10.2.3); null where the header is missing or unreadable. A date
 * is compared with the `Date` of the same response: this computer's clock may be wrong by years.
 */
export function readRetryAfter(text: string | null, dateHeader: string | null): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Math.min(mostRetrySeconds, Math.max(1, Number(text)));
  const until = readHttpDate(text);
  const now = readHttpDate(dateHeader ?? '');
  if (until === null || now === null) return null;
  return Math.min(furthestDateSeconds, Math.max(1, Math.ceil((until - now) / 1000)));
}
