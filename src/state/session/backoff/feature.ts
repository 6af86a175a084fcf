/** Declares the feature: the network route of requests, queued reads, and retries. */
import type { Exchange } from '../../../api/http/exchange.ts';
import type { Problem, Result } from '../../../api/problem.ts';
import type { Tagged } from '../../kernel/declare.ts';
import type { Route } from '../session.ts';
import { setTimeout } from 'node:timers/promises';

export interface Network {
  readonly route: Route;
  /** Absent for a direct connection. */
  readonly exchange?: Exchange;
}

/** During a pause no read is sent: neither the failed one nor any other. */
export interface Backoff<Read> {
  readonly id: number;
  readonly until: { readonly kind: 'time'; readonly seconds: number } | { readonly kind: 'token' };
  readonly problem: Problem;
  /** Sent when the pause ends. */
  readonly queued: readonly Read[];
}

export interface RequestsState<Read> {
  /** A pause: no read is sent before it ends. */
  readonly backoff: Backoff<Read> | null;
  /** Number of failures so far of each retried read, by its key. */
  readonly failures: ReadonlyMap<string, number>;
}

declare module '../../root/state.ts' {
  interface State {
    readonly requests: RequestsState<Read>;
  }
}

export interface RequestsFeature {
  readonly action: Tagged<{
    /** No read is sent for a while. */
    pauseBegun: { problem: Problem };
    /** The pause was given up together with its queued reads, of these kinds. */
    pauseLeft: { until: Backoff<never>['until']['kind']; problem: Problem; queued: readonly string[] };
  }>;
  readonly timer: 'backoff';
  readonly service: 'client' | 'useService';
  readonly port: {
    readonly networkTo: (baseUrl: string) => Network;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly backoff: RequestsFeature;
  }
}

// Retry with backoff: which failed reads are retried automatically, and after how long.

/** Number of retries of a read that was cut off, or that the service failed to answer. */
const automaticRetries = 2;

/** For a longer wait, the screen shows until when, and you decide. */
export const maxPauseSeconds = 600;

/** Maximum backoff when a service asks for a slower pace without a time. */
const maxBackoffSeconds = 60;

/**
 * Seconds to wait before a retry; null when the problem is reported to you instead. `failures`: earlier failures of
 * this read. A service that asks for patience (429, or 503 with `Retry-After`) gets it every time; any other temporary
 * failure is retried twice.
 */
export function pauseBefore(problem: Problem, failures: number): number | null {
  if (problem.kind === 'refused' && asksForPatience(problem)) {
    const { retryAfter } = problem;
    // Treats `Retry-After: 0` as unset: a service that repeats it would be asked without a pause.
    const isSaid = retryAfter !== null && retryAfter > 0;
    const seconds = isSaid ? retryAfter : Math.min(maxBackoffSeconds, 2 ** failures);
    return seconds > maxPauseSeconds ? null : seconds;
  }
  return isPassing(problem) && failures < automaticRetries ? 2 ** failures : null;
}

/** Does the service say that requests come too fast, or that it is temporarily busy (RFC 6585, 4; RFC 9110, 15.6.4)? */
export function asksForPatience(problem: Problem): boolean {
  if (problem.kind !== 'refused') return false;
  return problem.status === 429 || (problem.status === 503 && problem.retryAfter !== null);
}

/** Codes of connections that may work a moment later; a wrong name or certificate stays wrong. */
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
      // JSON that ends early was cut off.
      return problem.reason === 'cut off' || problem.reason === 'not json';
    // A timeout already took half a minute, so you decide whether to wait again. A cache that ignores `no-cache` would
    // do so again.
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

// Retries reads when no screen shows a countdown: as often as a screen does, but for a limited time.

export interface Waiting {
  /** Milliseconds since an arbitrary moment. */
  readonly steady: () => number;
  /** Called once, before the first wait that a service asks for. */
  readonly tell: (problem: Problem) => void;
  readonly pause?: (seconds: number) => Promise<void>;
}

/** Gives up at most ten minutes after a read began, because no key can end the wait there. */
export function createPatience({ steady, tell, pause = sleep }: Waiting) {
  let isAnnounced = false;
  return async <Value>(read: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    const until = steady() + maxPauseSeconds * 1000;
    for (let failures = 0; ; failures++) {
      const answer = await read();
      const seconds = answer.ok ? null : pauseBefore(answer.problem, failures);
      if (answer.ok || seconds === null || steady() + seconds * 1000 > until) return answer;
      if (!isAnnounced && asksForPatience(answer.problem)) {
        isAnnounced = true;
        tell(answer.problem);
      }
      await pause(seconds);
    }
  };
}

function sleep(seconds: number): Promise<void> {
  return setTimeout(seconds * 1000);
}
