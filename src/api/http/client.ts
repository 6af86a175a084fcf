/** Sends one request. No redirect is followed, and nothing is sent twice. */
import { exchange as directExchange, type Exchange, failureOfError, type Incoming } from './exchange.ts';
import { type ApiResponse, type Body, bodyOf, readHttpDate, readResponse } from './response.ts';
import type { Operation } from '../operations.ts';
import type { Clocks, Failure, Problem, Result } from '../problem.ts';
import { tokenRedactor } from '../token.ts';
import type { RequestLog } from './request-log.ts';

export interface ClientOptions {
  /** Normalised, without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  readonly version: string;
  /** Asked before each write, with the organisation that it names. `preview` and `read-only`: no write leaves. */
  readonly modeFor: (orgId: string) => 'normal' | 'preview' | 'read-only';
  /** Called with the `Date` of every response, whatever its status: milliseconds since 1970, null if unreadable. */
  readonly onDate?: (serverDate: number | null) => void;
  /** Sends a request; directly to the service unless through a proxy. */
  readonly exchange?: Exchange | undefined;
  /** The proxy's name; null where requests go directly to the service. */
  readonly via?: string | null;
  /** Called when a certificate is not valid at this computer's time. */
  readonly clocks?: () => Clocks;
  /** Where each request that is sent is noted. */
  readonly log?: Pick<RequestLog, 'begin'>;
  /** For a whole request, from its first byte sent to its last byte read. */
  readonly limits?: { readonly readSeconds: number; readonly changeSeconds: number };
}

interface AnyRequest {
  readonly operation: Operation;
  /** Absolute. */
  readonly url: string;
}

interface Read extends AnyRequest {
  readonly method: 'GET';
}

/** A write names the organisation that it changes: without one, read-only cannot be checked, and it does not compile. */
interface Write extends AnyRequest {
  readonly method: 'POST' | 'DELETE';
  readonly orgId: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Asked right before it leaves: false, and nothing is sent. */
  readonly mayLeave?: () => boolean;
}

export type ApiRequest = Read | Write;

export interface Client {
  readonly baseUrl: string;
  readonly send: (request: ApiRequest, signal?: AbortSignal) => Promise<Result<ApiResponse>>;
}

const defaultLimits = { readSeconds: 30, changeSeconds: 20 };

/** The token stays inside: no property, problem or error of the client contains it. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, exchange = directExchange, limits = defaultLimits } = options;
  const { origin, host } = new URL(baseUrl);
  const redact = tokenRedactor(token);

  const send: Client['send'] = async (request, signal) => {
    const { operation, method, url } = request;
    const failed = (failure: Failure): Result<never> => {
      const problem = { ...failure, operation };
      return { ok: false, problem: JSON.parse(redact(JSON.stringify(problem))) as Problem };
    };
    const write = request.method === 'GET' ? null : request;
    const mode = write === null ? 'normal' : options.modeFor(write.orgId);
    if (mode !== 'normal') return failed({ kind: 'withheld', mode });
    // A link from an earlier sign-in may lead to another service, which must not get the token.
    if (URL.parse(url)?.origin !== origin) {
      return failed({ kind: 'untrustedLink', link: url, reason: 'another address', page: null });
    }

    const seconds = write === null ? limits.readSeconds : limits.changeSeconds;
    const deadline = startDeadline(seconds, signal);
    const noted = options.log?.begin(method, redact(url));
    let incoming: Incoming;
    let body: Body;
    try {
      const payload = write?.body === undefined ? undefined : JSON.stringify(write.body);
      const headers = {
        Accept: 'application/json, application/problem+json',
        Authorization: `Bearer ${token}`,
        'User-Agent': `rollcall/${options.version}`,
        ...(payload !== undefined && { 'Content-Type': 'application/json' }),
      };
      const outgoing = { method, headers, body: payload, mayLeave: write?.mayLeave, signal: deadline.signal };
      incoming = await deadline.race(exchange(url, outgoing));
      noted?.answered(incoming.status);
      options.onDate?.(readHttpDate(incoming.headers.get('date')));
      const arriving = noted === undefined ? incoming : { body: noted.counted(incoming.body) };
      const read = await deadline.race(bodyOf(arriving, deadline.signal));
      body = read.ok ? { ...read, text: redact(read.text) } : read;
    } catch (error) {
      const failure = failureOfError(error, host, options.via);
      const code = 'code' in failure ? failure.code : failure.kind;
      noted?.ended({ failure: signal?.aborted === true ? 'stopped' : deadline.signal.aborted ? 'timed out' : code });
      if (signal?.aborted === true) return failed({ kind: 'aborted' });
      if (deadline.signal.aborted) return failed({ kind: 'timedOut', seconds });
      // A certificate that is expired or not yet valid may only mean that a clock is wrong.
      const isOfTime = failure.kind === 'unreachable' && /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(failure.code);
      return failed(isOfTime && options.clocks !== undefined ? { ...failure, clocks: options.clocks() } : failure);
    } finally {
      deadline.clear();
    }
    const response = readResponse(incoming, body);
    const traceId = 'kind' in response && response.kind === 'refused' ? response.traceId : null;
    noted?.ended({ traceId, ...(body.ok ? {} : { failure: body.reason }) });
    return 'kind' in response ? failed(response) : { ok: true, value: response };
  };

  return { baseUrl, send };
}

/**
 * Aborts a request when its time is over, or when its caller aborts it. Not `AbortSignal.timeout` and `any`: those live
 * on for the whole time, however soon the response came.
 */
function startDeadline(seconds: number, callers: AbortSignal | undefined) {
  const controller = new AbortController();
  const aborted = Promise.withResolvers<never>();
  // Not unhandled where no step is pending.
  aborted.promise.catch(() => undefined);
  const abort = (): void => {
    controller.abort();
    aborted.reject(new Error('aborted'));
  };
  // Not unref'ed: where nothing else keeps the program alive, the request still ends in time.
  const timer = setTimeout(abort, seconds * 1000);
  if (callers?.aborted === true) abort();
  callers?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    /** Settles as `step` does; rejects once the request is aborted, also where `step` ignores the signal. */
    race: <T>(step: Promise<T>): Promise<T> => Promise.race([step, aborted.promise]),
    /** Called when the request has ended: leaves no timer and no listener. */
    clear() {
      clearTimeout(timer);
      callers?.removeEventListener('abort', abort);
    },
  };
}
