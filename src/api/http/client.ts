/** Sends one request. No redirect is followed, and nothing is sent twice. */
import { type Answer, answerOf } from './response.ts';
import { type Body, bodyOf } from './body.ts';
import { deadlineIn } from './deadline.ts';
import { exchange as directExchange, type Exchange, type Incoming } from './exchange.ts';
import { readHttpDate } from './http-date.ts';
import type { Clocks, Failure, Operation, Problem, Result } from '../problem.ts';
import { problemOfError } from './transport.ts';
import { tokenRemover } from './without-token.ts';

/** `preview` and `read-only`: no write leaves. */
export type ClientMode = 'normal' | 'preview' | 'read-only';

export interface ClientOptions {
  /** Normalised, without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  readonly version: string;
  /** Asked before each write, with the organisation that it names. */
  readonly modeFor: (orgId: string) => ClientMode;
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
  readonly send: (request: ApiRequest, signal?: AbortSignal) => Promise<Result<Answer>>;
}

const defaultLimits = { readSeconds: 30, changeSeconds: 20 };

/** The token stays inside: no property, problem or error of the client holds it. */
export function createClient(options: ClientOptions): Client {
  const {
    baseUrl,
    token,
    version,
    modeFor,
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
    const { body: given, mayLeave } = request.method === 'GET' ? {} : request;
    const mode = request.method === 'GET' ? 'normal' : modeFor(request.orgId);
    if (mode !== 'normal') return failed({ kind: 'withheld', mode });
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
        ...(given !== undefined && { 'Content-Type': 'application/json' }),
      };
      const sent = {
        ...(given !== undefined && { body: JSON.stringify(given) }),
        ...(mayLeave !== undefined && { mayLeave }),
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
