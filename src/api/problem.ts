/** Problems: the possible failures of a request, as values. */
import type { Operation } from './operations.ts';

/** Any failure of a request. Its texts are raw, until screens clean them; no field ever contains the access token. */
export type Problem = { readonly operation: Operation } & (
  | Refused
  /** Nothing was sent: no connection. `code` is Node's (`ECONNREFUSED`), or `PROXY_407` of the proxy `via`. */
  | {
      readonly kind: 'unreachable';
      readonly host: string;
      readonly code: string;
      readonly via?: string;
      /** Where the certificate is not valid at this time: the readings of the clocks. */
      readonly clocks?: Clocks;
    }
  /** The connection broke after the request may have been sent: the service may have acted on it. */
  | { readonly kind: 'lost'; readonly code: string }
  /** The whole request, from first byte sent to last byte read, took longer than its limit. */
  | { readonly kind: 'timedOut'; readonly seconds: number }
  /** A 3xx response, which is never followed. `location` is where it pointed, raw. */
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string | null }
  /** The response is not the API's: another content type, not JSON, or cut off. */
  | {
      readonly kind: 'notTheApi';
      readonly status: number;
      readonly reason: 'content type' | 'not json' | 'cut off' | 'too large';
      readonly contentType: string;
      /** The title of an HTML page, for example `Proxy login`; raw. */
      readonly title: string | null;
    }
  /** A cache on the way answered a check with a copy of this age; null: it does not say. The service was not asked. */
  | { readonly kind: 'cached'; readonly ageMs: number | null }
  /** JSON of another shape than the specification's. `path` says where: `items[3].systemId: expected string`. */
  | { readonly kind: 'wrongShape'; readonly path: string }
  /** `links.next` points where a page of this list cannot be. Nothing was sent there. */
  | ({
      readonly kind: 'untrustedLink';
      /** The number of pages read before; null where the link was not of a page. */
      readonly page: number | null;
    } & UntrustedLink)
  /** The system's id cannot be part of a path (empty, `.`, `..`, a separator, too long). Nothing was sent. */
  | { readonly kind: 'oddId' }
  /** Preview or read-only: the client refuses every method but GET. Nothing was sent. */
  | { readonly kind: 'withheld'; readonly mode: 'preview' | 'read-only' }
  /** The systems that it names were checked too long ago when it was to leave. Nothing was sent. */
  | { readonly kind: 'outdated' }
  /** A request that could delete systems, and that no review stands behind: the client refuses it. Nothing was sent. */
  | { readonly kind: 'notReviewed' }
  /** A header that could make another request of it, or lead it elsewhere: the client refuses it. Nothing was sent. */
  | { readonly kind: 'misleading'; readonly header: string }
  /** A file of its body cannot be read. Nothing was sent. `code`: the operating system's, or a word of rollcall's. */
  | { readonly kind: 'fileUnread'; readonly path: string; readonly code: string }
  /** A newer read took this one's place, or the program is leaving. */
  | { readonly kind: 'aborted' }
);

/** Milliseconds since 1970 by this computer's clock, and by the service's where a response had a date. */
export interface Clocks {
  readonly local: number;
  readonly service: number | null;
}

/** A problem without its operation. */
export type Failure = Problem extends infer P ? (P extends Problem ? Omit<P, 'operation'> : never) : never;

/** An HTTP error status, or one below 200 (101), with the details of its body (RFC 9457; specification, "Errors"). */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  /** Last path segment of `type`, for example `system-not-found`; null where the body is not problem details. */
  readonly slug: string | null;
  readonly title: string | null;
  readonly detail: string | null;
  readonly traceId: string | null;
  /** Seconds that the service asks to wait (`Retry-After`, RFC 9110 10.2.3), at least 1; null where it does not. */
  readonly retryAfter: number | null;
  /** A validation problem's messages by field, where the body carries `errors`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** A link that is not followed. */
export interface UntrustedLink {
  readonly link: string;
  readonly reason: LinkFault;
  /** The part of another path or list that is not the list's own; null: there is none. */
  readonly differs?: { readonly name: string; readonly asked: string | null; readonly given: string | null };
  /** Its address, where a person may have it followed: at the same service, in the same organisation. */
  readonly onward?: string;
}

/**
 * `not forward`: the page's own metadata says that it does not come after the one before. `too many pages`: more were
 * read than the list can have. `page limit`: more than rollcall follows by a parameter. `too much`: more than rollcall
 * holds of one list. `not named`: there is no link, and the page shows that there is more; `link` is then the
 * field that shows it, empty: its total.
 */
export const linkFaults = [
  ...(['another address', 'not encrypted', 'carries user info', 'another path', 'another list'] as const),
  ...(['seen before', 'not forward', 'too many pages', 'page limit', 'too much', 'not named', 'not a link'] as const),
] as const;

export type LinkFault = (typeof linkFaults)[number];

/** A value, or the problem in its place. Nothing in `src/api` throws but for bugs. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export function failed(operation: Operation, failure: Failure): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { operation, ...failure } };
}

// The table of certainty: the meaning of a failed request for the change that it asked for.

/** `unknown`: the service may have acted, and the target is looked at before anything is sent again. */
export type Certainty = 'notSent' | 'refused' | 'unknown';

/** Every judgement of a change's outcome asks here: deletions, disabling, requests, new keys, `rollcall api`. */
export function certainty(problem: Problem): Certainty {
  switch (problem.kind) {
    case 'refused':
      return isRefusal(problem) ? 'refused' : 'unknown';
    // Names, connections, certificates and proxies fail before the first byte of a request.
    case 'unreachable':
    case 'untrustedLink':
    case 'oddId':
    case 'withheld':
    case 'outdated':
    case 'notReviewed':
    case 'misleading':
    case 'fileUnread':
      return 'notSent';
    // A service may carry it out before it redirects.
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

/** By the status (RFC 9110, 15; RFC 9457). */
function isRefusal({ status, slug }: Refused): boolean {
  // 101 offers another protocol, and is no answer; a server that says 408 may have read all of the request.
  if (status < 200 || status === 408) return false;
  // Anything on the way may answer so. A problem that is named is the service's own; `about:blank` names none.
  if (status === 404) return slug !== null && slug !== 'about:blank';
  // A service that fails may have acted before. One that does not know the method has not.
  return status < 500 || status === 501;
}
