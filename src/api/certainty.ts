/** The table of certainty: the meaning of a failed request for the change that it asked for. */
import type { Problem, Refused } from './problem.ts';

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
