/** How long does the service ask to wait? (`Retry-After`, RFC 9110, 10.2.3) */
import { readHttpDate } from './http-date.ts';

/** More is never meant: thirty years. */
const mostSeconds = 1e9;

/** A date further off than this is taken for a mistake of some clock. */
const furthestDateSeconds = 600;

/**
 * Seconds, at least 1; null where the header is missing or says nothing that can be read. A date is measured against
 * the same answer's `Date`: this computer's clock may be wrong by years.
 */
export function readRetryAfter(text: string | null, dateHeader: string | null): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Math.min(mostSeconds, Math.max(1, Number(text)));
  const until = readHttpDate(text);
  const now = readHttpDate(dateHeader ?? '');
  if (until === null || now === null) return null;
  return Math.min(furthestDateSeconds, Math.max(1, Math.ceil((until - now) / 1000)));
}
