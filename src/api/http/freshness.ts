/** Detects whether an answer was made for its request or came from a cache (RFC 9111, 5.1; RFC 9110, 6.6.1). */
import type { Failure } from '../problem.ts';
import type { Incoming } from './exchange.ts';
import { readHttpDate } from './response.ts';

/** Asks each cache on the way to revalidate (RFC 9111, 5.2.1.4 and 5.4). */
export const pastCachesHeaders = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' };

/** Maximum age of an answer to a check, because a deletion is sent at most this long after its check. */
const oldestMs = 2000;

/** `Date` is truncated to seconds, so the real moment may be this much later. */
const cutOffMs = 999;

/** Maximum drift per millisecond between two clocks under correction (adjtime: 500 ppm each). */
const drift = 0.001;

/** The service's clock, estimated from the `Date`s of its answers and this computer's monotonic clock. */
export interface ServiceDates {
  /** Milliseconds since an arbitrary moment, including the time that this computer slept. */
  readonly now: () => number;
  /** Adds the `Date` of a new answer, in milliseconds since 1970. Only a later one than expected counts. */
  readonly hear: (date: number) => void;
  /** Lower bound of the service's clock at a moment of `now`; null before the first `Date`. */
  readonly leastAt: (moment: number) => number | null;
}

/** One per service, because each has its own clock. */
export function createServiceDates(now: () => number): ServiceDates {
  let newest: { readonly date: number; readonly at: number } | null = null;
  const leastAt = (moment: number): number | null =>
    newest === null ? null : newest.date + (moment - newest.at) * (1 - drift);
  return {
    now,
    hear(date) {
      const at = now();
      if (date >= (leastAt(at) ?? date)) newest = { date, at };
    },
    leastAt,
  };
}

/**
 * Why an answer to a check that was sent at this moment does not count; null when it does. Refusals for a missing
 * token or a fast pace always count, because they say nothing about a system. An `Age` that is not a number is not
 * guessed: a cache answered, and the time of its copy is unknown.
 */
export function cachedFault(
  { status, headers }: Pick<Incoming, 'status' | 'headers'>,
  dates: ServiceDates | undefined,
  leftAt: number,
): Extract<Failure, { readonly kind: 'cached' }> | null {
  if (status === 401 || status === 429 || status >= 500) return null;
  const age = ageIn(headers.get('age'));
  if (age === null) return { kind: 'cached', ageMs: null };
  const date = readHttpDate(headers.get('date'));
  const least = dates?.leastAt(leftAt) ?? null;
  const behind = date === null || least === null ? 0 : least - date - cutOffMs;
  const ageMs = Math.max(age, behind);
  return ageMs > oldestMs ? { kind: 'cached', ageMs: Math.round(ageMs) } : null;
}

/** No cache counts further (RFC 9111, 1.2.2). */
const maxSeconds = 2 ** 31;

/** Milliseconds; 0 when missing, null when not a number of seconds. The first of several counts. */
function ageIn(text: string | null): number | null {
  if (text === null) return 0;
  const [first = ''] = text.split(',');
  return /^\s*\d+\s*$/.test(first) ? Math.min(maxSeconds, Number(first)) * 1000 : null;
}
