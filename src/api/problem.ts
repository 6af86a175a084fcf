/** Problems: the possible failures of a request, as values. */
import type { Operation } from './operations.ts';

/** Any failure of a request. Texts are raw until screens clean them; no field ever contains the access token. */
export type Problem = { readonly operation: Operation } & (
  | Refused
  /**
   * There was no connection, so nothing was sent. `code` is Node's (`ECONNREFUSED`), or `PROXY_407` from the proxy
   * `via`.
   */
  | {
      readonly kind: 'unreachable';
      readonly host: string;
      readonly code: string;
      readonly via?: string;
      /** Clock readings, when the certificate is not valid at this time. */
      readonly clocks?: Clocks;
    }
  /** The connection broke after the request may have been sent: the service may have acted on it. */
  | { readonly kind: 'lost'; readonly code: string }
  /** The whole request, from first byte sent to last byte read, exceeded its time limit. */
  | { readonly kind: 'timedOut'; readonly seconds: number }
  /** A 3xx response; redirects are never followed. `location` is its raw target. */
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string | null }
  /** The response does not come from the API: another content type, not JSON, or truncated. */
  | {
      readonly kind: 'notTheApi';
      readonly status: number;
      readonly reason: 'content type' | 'not json' | 'cut off' | 'too large';
      readonly contentType: string;
      /** The title of an HTML page, for example `Proxy login`; raw. */
      readonly title: string | null;
    }
  /** A cache answered a check with a copy of this age (null: unknown), so the service was not asked. */
  | { readonly kind: 'cached'; readonly ageMs: number | null }
  /** JSON whose shape differs from the specification. `path` locates it: `items[3].systemId: expected string`. */
  | { readonly kind: 'wrongShape'; readonly path: string }
  /** `links.next` cannot be a page of this list. Nothing was sent there. */
  | ({
      readonly kind: 'untrustedLink';
      /** Number of pages read before; null when the link was not about a page. */
      readonly page: number | null;
    } & UntrustedLink)
  /** The system's id cannot be part of a path (empty, `.`, `..`, a separator, too long). Nothing was sent. */
  | { readonly kind: 'oddId' }
  /** Preview or read-only mode: the client refuses every method but GET. Nothing was sent. */
  | { readonly kind: 'withheld'; readonly mode: 'preview' | 'read-only' }
  /** The check of the named systems was too old at the moment of sending. Nothing was sent. */
  | { readonly kind: 'outdated' }
  /** The client refuses a request that could delete systems without a review. Nothing was sent. */
  | { readonly kind: 'notReviewed' }
  /** The client refuses a header that could turn the request into another or send it elsewhere. Nothing was sent. */
  | { readonly kind: 'misleading'; readonly header: string }
  /** A file in its body cannot be read. Nothing was sent. `code` is the operating system's or rollcall's own. */
  | { readonly kind: 'fileUnread'; readonly path: string; readonly code: string }
  /** A newer read replaced this one, or rollcall is quitting. */
  | { readonly kind: 'aborted' }
);

/** Milliseconds since 1970 by this computer's clock, and by the service's where a response had a date. */
export interface Clocks {
  readonly local: number;
  readonly service: number | null;
}

export type Failure = Problem extends infer P ? (P extends Problem ? Omit<P, 'operation'> : never) : never;

/** An HTTP error status, or one below 200 (101), with the details of its body (RFC 9457; specification, "Errors"). */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  /** Last path segment of `type`, for example `system-not-found`; null when the body is not problem details. */
  readonly slug: string | null;
  readonly title: string | null;
  readonly detail: string | null;
  readonly traceId: string | null;
  /**
   * Seconds to wait as requested by the service (`Retry-After`, RFC 9110 10.2.3), at least 1; null when it names none.
   */
  readonly retryAfter: number | null;
  /** Messages of a validation problem by field, when the body has `errors`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

export interface UntrustedLink {
  readonly link: string;
  readonly reason: LinkFault;
  /** The part that differs from the list's own; null when nothing differs. */
  readonly differs?: { readonly name: string; readonly asked: string | null; readonly given: string | null };
  /** The address, when you may choose to follow it: same service, same organisation. */
  readonly onward?: string;
}

/**
 * `not forward`: by its own metadata, the page does not come after the one before. `too many pages`: more were read
 * than the list can have. `page limit`: more than rollcall follows by a parameter. `too much`: more than rollcall
 * keeps of one list. `not named`: there is no link although the page shows that there is more; `link` is then the
 * field that shows it, or empty for the total.
 */
export const linkFaults = [
  'another address',
  'not encrypted',
  'carries user info',
  'another path',
  'another list',
  'seen before',
  'not forward',
  'too many pages',
  'page limit',
  'too much',
  'not named',
  'not a link',
] as const;

export type LinkFault = (typeof linkFaults)[number];

/** A value or a problem. `src/api` throws only for bugs. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export function makeFailure(operation: Operation, failure: Failure): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { operation, ...failure } };
}

// The table of certainty: what a failed request means for the change that it asked for.

/** `unknown`: the service may have acted, so the target is checked before anything is sent again. */
export type Certainty = 'notSent' | 'refused' | 'unknown';

/** Says what a failed change means. Nothing else may judge it: deletions, disabling, requests, new keys, `rollcall api`. */
export function certaintyOf(problem: Problem): Certainty {
  switch (problem.kind) {
    case 'refused':
      return isRefusal(problem) ? 'refused' : 'unknown';
    // Name lookup, connection, certificate and proxy fail before the first byte of a request.
    case 'unreachable':
    case 'untrustedLink':
    case 'oddId':
    case 'withheld':
    case 'outdated':
    case 'notReviewed':
    case 'misleading':
    case 'fileUnread':
      return 'notSent';
    // A service may carry out a request before it redirects.
    case 'redirected':
    case 'lost':
    case 'timedOut':
    case 'notTheApi':
    case 'cached':
    case 'wrongShape':
    case 'aborted':
      return 'unknown';
  }
}

/** The documented 404: deleted by another person, or no longer visible (specification, "Errors", 3). */
export function isSystemNotFound(problem: Problem): boolean {
  return problem.kind === 'refused' && problem.status === 404 && problem.slug === 'system-not-found';
}

/** Does the status prove that the service did not act (RFC 9110, 15; RFC 9457)? */
function isRefusal({ status, slug }: Refused): boolean {
  // 101 offers another protocol and is not an answer; a server that says 408 may have read the whole request.
  if (status < 200 || status === 408) return false;
  // Any intermediary may answer 404. A named problem is the service's own; `about:blank` names none.
  if (status === 404) return slug !== null && slug !== 'about:blank';
  // A failing service may have acted before. A service that does not know the method (501) has not.
  return status < 500 || status === 501;
}
