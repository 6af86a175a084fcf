/** Retry with backoff: which failed reads are sent again by themselves, and after how long. */
import type { Problem, Result } from '../../../api/problem.ts';
import { setTimeout } from 'node:timers/promises';

/** How often a read is repeated that broke off, or that the service failed to answer. */
const automaticRetries = 2;

/** A service that asks for more is not waited for: the person is told until when, and decides. */
export const maxPauseSeconds = 600;

/** Where a service asks for a slower pace and does not say how slow. */
const maxBackoffSeconds = 60;

/**
 * Seconds to wait before the same read is sent again; null where it is not, and the person hears of the problem.
 * `failures`: how often this read failed before. A service that asks for patience (429, or 503 with `Retry-After`)
 * is given it as often as it asks; any other passing failure is tried twice more.
 */
export function pauseBefore(problem: Problem, failures: number): number | null {
  if (problem.kind === 'refused' && asksForPatience(problem)) {
    const { retryAfter } = problem;
    // At once is no pace: a service that repeats it would be asked without a pause.
    const isSaid = retryAfter !== null && retryAfter > 0;
    const seconds = isSaid ? retryAfter : Math.min(maxBackoffSeconds, 2 ** failures);
    return seconds > maxPauseSeconds ? null : seconds;
  }
  return isPassing(problem) && failures < automaticRetries ? 2 ** failures : null;
}

/** Does the service say that it is asked too fast, or busy for a while (RFC 6585, 4; RFC 9110, 15.6.4)? */
export function asksForPatience(problem: Problem): boolean {
  if (problem.kind !== 'refused') return false;
  return problem.status === 429 || (problem.status === 503 && problem.retryAfter !== null);
}

/** Codes of connections that may be there a moment later; a name or a certificate that is wrong stays wrong. */
const passingCodes = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

function isPassing(problem: Problem): boolean {
  switch (problem.kind) {
    case 'refused':
      return problem.status >= 500;
    case 'lost':
      return true;
    case 'unreachable':
      return passingCodes.test(problem.code);
    case 'notTheApi':
      // A body that ends in the middle of its JSON was cut off, whatever cut it.
      return problem.reason === 'cut off' || problem.reason === 'not json';
    // It took half a minute already: whether to wait as long again is the person's to say. A cache that answers in spite of
    // `no-cache` does so again.
    case 'timedOut':
    case 'cached':
    case 'redirected':
    case 'wrongShape':
    case 'untrustedLink':
    case 'oddId':
    case 'withheld':
    case 'outdated':
    case 'notReviewed':
    case 'misleading':
    case 'fileUnread':
    case 'aborted':
      return false;
  }
}

// Repeats reads where no screen counts a wait down: as often as a screen does, and for a time that is said.

export interface Waiting {
  /** Milliseconds since some moment. */
  readonly steady: () => number;
  /** Called once, before the first wait that a service asks for. */
  readonly tell: (problem: Problem) => void;
  readonly pause?: (seconds: number) => Promise<void>;
}

/** A read gets its last answer, at most ten minutes after it was begun: nobody is there who could end it. */
export function createPatience({ steady, tell, pause = sleep }: Waiting) {
  let isTold = false;
  return async <Value>(read: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    const until = steady() + maxPauseSeconds * 1000;
    for (let failures = 0; ; failures++) {
      const answer = await read();
      const seconds = answer.ok ? null : pauseBefore(answer.problem, failures);
      if (answer.ok || seconds === null || steady() + seconds * 1000 > until) return answer;
      if (!isTold && asksForPatience(answer.problem)) {
        isTold = true;
        tell(answer.problem);
      }
      await pause(seconds);
    }
  };
}

function sleep(seconds: number): Promise<void> {
  return setTimeout(seconds * 1000);
}
