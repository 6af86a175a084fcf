/** Sends one request. No redirect is followed, and nothing is sent twice. */
import { type ApiResponse, readResponse } from './response.ts';
import { type Body, bodyOf } from './body.ts';
import { startDeadline } from './deadline.ts';
import { exchange as directExchange, type Exchange, type Incoming } from './exchange.ts';
import { readHttpDate } from './headers.ts';
import type { Operation } from '../operations.ts';
import type { Clocks, Failure, Problem, Result } from '../problem.ts';
import { failureOfError } from './transport.ts';
import { tokenRedactor } from './redact-token.ts';

/** `preview` and `read-only`: no write leaves. */
export type ClientMode = 'normal' | 'preview' | 'read-only';

export interface ClientOptions {
  /** Normalised, without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  readonly version: string;
  /** Asked before each write, with the organisation that it names. */
  readonly modeFor: (orgId: string) => ClientMode;
  /** Called with the `Date` of every response, whatever its status: milliseconds since 1970, null if unreadable. */
  readonly onDate?: (serverDate: number | null) => void;
  /** Sends a request; directly to the service unless through a proxy. */
  readonly exchange?: Exchange;
  /** The proxy's name; null where requests go directly to the service. */
  readonly via?: string | null;
  /** Called when a certificate is not valid at this computer's time. */
  readonly clocks?: () => Clocks;
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

  const send = async (request: ApiRequest, signal?: AbortSignal): Promise<Result<ApiResponse>> => {
    const { operation, method, url } = request;
    const failed = (failure: Failure): Result<ApiResponse> => {
      const problem = { ...failure, operation };
      return { ok: false, problem: JSON.parse(redact(JSON.stringify(problem))) as Problem };
    };
    const { body: payload, mayLeave } = request.method === 'GET' ? {} : request;
    const mode = request.method === 'GET' ? 'normal' : options.modeFor(request.orgId);
    if (mode !== 'normal') return failed({ kind: 'withheld', mode });
    // A link from an earlier sign-in may lead to another service, which must not get the token.
    if (URL.parse(url)?.origin !== origin) {
      return failed({ kind: 'untrustedLink', link: url, reason: 'another address', page: null });
    }

    const seconds = method === 'GET' ? limits.readSeconds : limits.changeSeconds;
    const deadline = startDeadline(seconds, signal);
    let incoming: Incoming;
    let body: Body;
    try {
      const headers = {
        Accept: 'application/json, application/problem+json',
        Authorization: `Bearer ${token}`,
        'User-Agent': `rollcall/${options.version}`,
        ...(payload !== undefined && { 'Content-Type': 'application/json' }),
      };
      const sent = { method, headers, signal: deadline.signal, ...(mayLeave !== undefined && { mayLeave }) };
      incoming = await deadline.race(
        exchange(url, payload === undefined ? sent : { ...sent, body: JSON.stringify(payload) }),
      );
      options.onDate?.(readHttpDate(incoming.headers.get('date') ?? ''));
      const read = await deadline.race(bodyOf(incoming, deadline.signal));
      body = read.ok ? { ok: true, text: redact(read.text) } : read;
    } catch (error) {
      if (deadline.hasPassed()) return failed({ kind: 'timedOut', seconds });
      if (signal?.aborted === true) return failed({ kind: 'aborted' });
      return failed(withClocks(failureOfError(error, host, options.via), options));
    } finally {
      deadline.clear();
    }
    const response = readResponse(incoming, body);
    return response.ok ? response : failed(response.failure);
  };

  return { baseUrl, send };
}

/** A certificate that is expired or not yet valid may only mean that a clock is wrong. */
function withClocks(failure: Failure, { clocks }: ClientOptions): Failure {
  if (failure.kind !== 'unreachable' || clocks === undefined) return failure;
  return /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(failure.code) ? { ...failure, clocks: clocks() } : failure;
}
