/** How is one request sent? No redirect is followed, and nothing is tried again once it may have been acted on. */
import { type Answer, answerOf } from './response.ts';
import { type Body, bodyOf } from './body.ts';
import { deadlineIn } from './deadline.ts';
import { exchange as directExchange, type Exchange, type Incoming } from './exchange.ts';
import { readHttpDate } from './http-date.ts';
import type { Clocks, Failure, Operation, Problem, Result } from '../problem.ts';
import { problemOfError } from './transport.ts';
import { tokenRemover } from './without-token.ts';

/** `preview` and `read-only`: every method but GET is refused here, whatever asked for it. */
export type ClientMode = 'normal' | 'preview' | 'read-only';

export interface ClientOptions {
  /** Normalised, without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  readonly version: string;
  readonly mode: ClientMode;
  /** Hears the `Date` of every answer, whatever else is in it: milliseconds since 1970, null where it is unreadable. */
  readonly heard?: (serverDate: number | null) => void;
  /** How a request is sent; straight to the service unless it goes through a proxy. */
  readonly exchange?: Exchange;
  /** The proxy's name; null where requests go straight to the service. */
  readonly via?: string | null;
  /** Asked where a certificate is not valid at this computer's time. */
  readonly clocks?: () => Clocks;
  /** For a whole request, from its first byte sent to its last byte read. */
  readonly limits?: { readonly readSeconds: number; readonly changeSeconds: number };
}

export interface ApiRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absolute. */
  readonly url: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Asked right before it leaves: false, and nothing is sent. */
  readonly mayLeave?: () => boolean;
}

export interface Client {
  readonly baseUrl: string;
  readonly send: (request: ApiRequest, signal?: AbortSignal) => Promise<Result<Answer>>;
}

const defaultLimits = { readSeconds: 30, changeSeconds: 20 };

/** The token stays inside: no property, problem or error of the client holds it. */
export function createClient(options: ClientOptions): Client {
  const {
    baseUrl,
    token,
    version,
    mode,
    exchange = directExchange,
    heard,
    via = null,
    limits = defaultLimits,
  } = options;
  const { origin, host } = new URL(baseUrl);
  const withoutToken = tokenRemover(token);

  const send = async (request: ApiRequest, signal?: AbortSignal): Promise<Result<Answer>> => {
    const { operation, method, url } = request;
    const failed = (failure: Failure): Result<Answer> => {
      const problem = { ...failure, operation } as Problem;
      return { ok: false, problem: JSON.parse(withoutToken(JSON.stringify(problem))) as Problem };
    };
    if (method !== 'GET' && mode !== 'normal') return failed({ kind: 'withheld', mode });
    // A link that was good for an earlier sign-in may be of another service: the token is not for that one.
    if (URL.parse(url)?.origin !== origin) {
      return failed({ kind: 'untrustedLink', link: url, reason: 'another address', page: null });
    }

    const seconds = method === 'GET' ? limits.readSeconds : limits.changeSeconds;
    const deadline = deadlineIn(seconds, signal);
    let incoming: Incoming;
    let body: Body;
    try {
      const headers = {
        Accept: 'application/json, application/problem+json',
        Authorization: `Bearer ${token}`,
        'User-Agent': `rollcall/${version}`,
        ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
      };
      const sent = {
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        ...(request.mayLeave !== undefined && { mayLeave: request.mayLeave }),
      };
      incoming = await deadline.during(exchange(url, { method, headers, signal: deadline.signal, ...sent }));
      heard?.(readHttpDate(incoming.headers.get('date') ?? ''));
      const read = await deadline.during(bodyOf(incoming, deadline.signal));
      body = read.ok ? { ok: true, text: withoutToken(read.text) } : read;
    } catch (error) {
      if (deadline.isOver()) return failed({ kind: 'timedOut', seconds });
      return failed(
        signal?.aborted === true ? { kind: 'aborted' } : withClocks(problemOfError(error, host, via), options),
      );
    } finally {
      deadline.lift();
    }
    const answer = answerOf(incoming, body);
    return answer.ok ? answer : failed(answer.failure);
  };

  return { baseUrl, send };
}

/** A certificate that is not valid yet or any more may only mean that a clock is wrong. */
function withClocks(failure: Failure, { clocks }: ClientOptions): Failure {
  if (failure.kind !== 'unreachable' || clocks === undefined) return failure;
  return /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(failure.code) ? { ...failure, clocks: clocks() } : failure;
}
