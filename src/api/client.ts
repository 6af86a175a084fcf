/** How is one request sent, and its answer read? Nothing is repeated, and no redirect is followed. */
import { bodyOf } from './body.ts';
import { isJson } from './content-type.ts';
import type { Operation, Problem, Result } from './problem.ts';
import { refusedBy } from './problem-details.ts';
import { problemOfError } from './transport.ts';

/** `preview` and `read-only`: every method but GET is refused here, whatever asked for it. */
export type ClientMode = 'normal' | 'preview' | 'read-only';

export interface ClientOptions {
  /** Normalised, without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  readonly version: string;
  readonly mode: ClientMode;
  /** Limits for a whole request, from its first byte sent to its last byte read. */
  readonly limits?: { readonly readSeconds: number; readonly changeSeconds: number };
}

export interface ApiRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absolute, and of this client's service: it is the caller who builds or checks it. */
  readonly url: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A 2xx answer. */
export interface Answer {
  readonly status: number;
  /** Undefined where the body was empty. */
  readonly json: unknown;
  /** The `Date` header in milliseconds since 1970; null where it is missing or unreadable. */
  readonly serverDate: number | null;
}

export interface Client {
  readonly baseUrl: string;
  readonly send: (request: ApiRequest, signal?: AbortSignal) => Promise<Result<Answer>>;
}

const defaultLimits = { readSeconds: 30, changeSeconds: 20 };

/** The token stays inside: no property, problem or error of the client holds it. */
export function createClient({ baseUrl, token, version, mode, limits = defaultLimits }: ClientOptions): Client {
  const send = async (request: ApiRequest, signal?: AbortSignal): Promise<Result<Answer>> => {
    const { operation, method, url, body } = request;
    const failed = (problem: Failure): Result<Answer> => ({ ok: false, problem: { ...problem, operation } as Problem });
    if (method !== 'GET' && mode !== 'normal') return failed({ kind: 'withheld', mode });
    const seconds = method === 'GET' ? limits.readSeconds : limits.changeSeconds;
    const deadline = AbortSignal.timeout(seconds * 1000);
    try {
      const response = await fetch(url, {
        method,
        // A redirected DELETE would be sent again, with the token, wherever the answer points.
        redirect: 'manual',
        headers: {
          Accept: 'application/json, application/problem+json',
          Authorization: `Bearer ${token}`,
          'User-Agent': `rollcall/${version}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return await answerOf(response, failed);
    } catch (error) {
      if (deadline.aborted) return failed({ kind: 'timedOut', seconds });
      if (signal?.aborted === true) return failed({ kind: 'aborted' });
      return failed(problemOfError(error, new URL(url).host));
    }
  };
  return { baseUrl, send };
}

/** A problem that does not know yet which operation met it. */
export type Failure = Problem extends infer P ? (P extends Problem ? Omit<P, 'operation'> : never) : never;

async function answerOf(response: Response, failed: (problem: Failure) => Result<Answer>): Promise<Result<Answer>> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    return failed({ kind: 'redirected', status, location: headers.get('location') });
  }
  const contentType = headers.get('content-type') ?? '';
  const body = await bodyOf(response);
  if (!body.ok) return failed({ kind: 'notTheApi', status, reason: body.reason, contentType });
  if (status >= 400) return failed(refusedBy(status, contentType, body.text));
  const serverDate = dateOf(headers);
  if (body.text.trim() === '') return { ok: true, value: { status, json: undefined, serverDate } };
  if (!isJson(contentType)) return failed({ kind: 'notTheApi', status, reason: 'content type', contentType });
  try {
    return { ok: true, value: { status, json: JSON.parse(body.text), serverDate } };
  } catch {
    return failed({ kind: 'notTheApi', status, reason: 'not json', contentType });
  }
}

function dateOf(headers: Headers): number | null {
  const ms = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) ? null : ms;
}
