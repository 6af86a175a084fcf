/** Sends single requests: follows no redirect, and repeats nothing. */
import {
  exchange as directExchange,
  type Exchange,
  failureOfError,
  type Incoming,
  type ResponseHeaders,
} from './exchange.ts';
import {
  type ApiResponse,
  type Body,
  bodyOf,
  type Bytes,
  bytesOf,
  type Handed,
  passOn,
  maxSpellingLength,
  rawFault,
  readHttpDate,
  readResponse,
  findCacheFault,
  pastCachesHeaders,
  type ServiceDates,
} from './response.ts';
import { misleadingHeader, standardAccept } from './misleading-headers.ts';
import { isChangeMethod, type Operation, type ReadMethod } from '../operations.ts';
import { systemAddress, tokenRedactor } from '../access.ts';
import { systemsDeletionIn } from '../deletion/systems-deletion.ts';
import type { Clocks, Failure, Problem, Result } from '../problem.ts';
import type { OngoingRequest, RequestLog } from './request-log.ts';
import type { SavedIntent } from './saved-intent.ts';

export interface ClientOptions {
  /** Normalised, without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  readonly version: string;
  /** Called before each write, with the organisation that it names, or null. `preview` and `read-only` block writes. */
  readonly modeFor: (orgId: string | null) => 'normal' | 'preview' | 'read-only';
  /** Called with the `Date` of every response, whatever its status: milliseconds since 1970; null if unreadable. */
  readonly onDate?: (serverDate: number | null) => void;
  /** Sends a request; defaults to a direct connection. */
  readonly exchange?: Exchange | undefined;
  /** The proxy's name; null for a direct connection. */
  readonly via?: string | null;
  /** Called when a certificate is not valid at this computer's time. */
  readonly clocks?: () => Clocks;
  /** Receives the `Date` of each success, to detect answers from a cache; without it only `Age` counts. */
  readonly dates?: ServiceDates;
  /** Milliseconds since an arbitrary moment, to time answers. */
  readonly steady?: () => number;
  readonly log?: RequestLog | undefined;
  /** Limits for a whole request, from its first byte sent to its last byte read. */
  readonly limits?: { readonly readSeconds: number; readonly changeSeconds: number };
}

interface AnyRequest {
  readonly operation: Operation;
  /** An absolute address. */
  readonly url: string;
}

/** True when the read decides a deletion or informs you: a cached answer is then the problem `cached`. */
interface Check {
  readonly isCheck?: boolean;
}

interface ReadRequest extends AnyRequest, Check {
  readonly method: 'GET';
}

/** A read whose answer may have any type. */
export interface RawRequest extends AnyRequest, Check {
  readonly method: ReadMethod;
  /** Added to the headers of every request, or replacing them; never one that identifies the sender. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A change exactly as you saw it: sent once, never repeated automatically. */
export interface WriteRequest extends AnyRequest {
  /** A method that may change something; any other is withheld. */
  readonly method: string;
  /** The organisation in the path, which may be read-only; null when the path names none. */
  readonly orgId: string | null;
  /** Added to the headers of every request; never one that identifies the sender. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The text to send; null when there is no body. */
  readonly body?: string | null;
  /** Sent instead of `body` when the body contains files. */
  readonly bytes?: Uint8Array | undefined;
  /** Called right before sending; false cancels the request. */
  readonly mayLeave?: () => boolean;
  readonly reviewed?: { readonly orgId: string; readonly systemId: string };
}

/** A 2xx response of any type, or a requested 304. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** As received; empty when missing. */
  readonly contentType: string;
  /** Decompressed, with the token redacted. */
  readonly bytes: Uint8Array;
  /** `bytes` as text (UTF-8). */
  readonly text: string;
  /** From the request to the last byte. */
  readonly ms: number;
}

/** Callers can send no deletion of systems except the `reviewed` one, and no misleading header. */
export interface Client {
  readonly baseUrl: string;
  readonly read: (request: ReadRequest, signal?: AbortSignal) => Promise<Result<ApiResponse>>;
  readonly readRaw: (request: RawRequest, signal?: AbortSignal) => Promise<Result<RawResponse>>;
  /**
   * The only way to change something: it needs the proof that the intent is on the disk, and spends it. Withheld in
   * preview and read-only mode. Never aborted, because its outcome must be known.
   */
  readonly write: (intent: SavedIntent, request: WriteRequest) => Promise<Result<RawResponse>>;
  /** Passes the body on as it arrives, with the token redacted: it may be larger than rollcall keeps. */
  readonly download: (request: RawRequest, sink: Sink, signal?: AbortSignal) => Promise<Result<{ bytes: number }>>;
}

/** Receives a body piece by piece; its errors propagate. */
type Sink = (piece: Uint8Array) => Promise<void>;

/** Limit for a download: a slow connection needs time. */
const downloadSeconds = 60 * 60;

/** Bytes per second that the time limit of a request with files assumes. */
const slowestUpload = 64 * 1024;

const defaultLimits = { readSeconds: 30, changeSeconds: 20 };

/** The token stays inside: no property, problem or error of the client contains it. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, exchange = directExchange, limits = defaultLimits, steady = () => 0, dates } = options;
  const { origin, host } = new URL(baseUrl);
  const redact = tokenRedactor(token);
  const fail = (operation: Operation, failure: Failure): Result<never> => {
    const problem = { ...failure, operation };
    return { ok: false, problem: JSON.parse(redact(JSON.stringify(problem))) as Problem };
  };

  /** Why the request must not be sent; null when it may. */
  const refusalOf = ({ url, method, headers, bytes, reviewed, ...leaving }: Leaving): Failure | null => {
    const header = misleadingHeader(headers);
    if (header !== null) return { kind: 'misleading', header };
    const isReviewed =
      reviewed !== undefined &&
      method === 'DELETE' &&
      leaving.body === undefined &&
      url === systemAddress(baseUrl, reviewed.orgId, reviewed.systemId);
    // A placeholder stands for a file until it is sent, so the content is judged rather than the placeholder.
    const text = bytes === undefined ? leaving.body : textOf(bytes);
    return isReviewed || systemsDeletionIn({ url, method, headers, body: text }) === null
      ? null
      : { kind: 'notReviewed' };
  };

  /** Sends the request and reads the body with `read`, within its time limit. */
  const receive = async <B>(outgoing: Leaving, read: ReadBody<B>, signal?: AbortSignal): Promise<Arrived<B>> => {
    const { url, method, headers, seconds, isCheck = false } = outgoing;
    // A link from an earlier sign-in may lead to another service, which must not receive the token.
    if (URL.parse(url)?.origin !== origin) {
      return { kind: 'untrustedLink', link: url, reason: 'another address', page: null };
    }
    const refusal = refusalOf(outgoing);
    if (refusal !== null) return refusal;
    const deadline = startDeadline(seconds, signal);
    const noted = options.log?.(method, redact(url));
    try {
      const accepts = Object.keys(headers).some((name) => /^accept$/i.test(name)) ? {} : standardAccept;
      const own = { Authorization: `Bearer ${token}`, 'User-Agent': `rollcall/${options.version}` };
      const sent = { ...accepts, ...headers, ...(isCheck && pastCachesHeaders), ...own };
      const leftAt = dates?.now() ?? 0;
      const body = outgoing.bytes ?? outgoing.body;
      const incoming = await deadline.race(
        exchange(url, { ...outgoing, body, headers: sent, signal: deadline.signal }),
      );
      noted?.answered(incoming.status);
      const date = readHttpDate(incoming.headers.get('date'));
      options.onDate?.(date);
      const cached = isCheck ? findCacheFault(incoming, dates, leftAt) : null;
      // Successes only: a proxy with another clock rarely answers with a 2xx.
      if (date !== null && incoming.status >= 200 && incoming.status < 300) dates?.hear(date);
      const isEndless = /^text\/event-stream\s*(;|$)/i.test(incoming.headers.get('content-type') ?? '');
      const { body: all } = isEndless ? { body: null } : incoming;
      const arrived = await deadline.race(
        read({ status: incoming.status, body: noted === undefined ? all : noted.counted(all) }, deadline.signal),
      );
      // Abandons the body, and closes the connection with it.
      if (isEndless) deadline.end();
      return { incoming, body: arrived, cached, ended: (how) => noted?.ended(how) };
    } catch (error) {
      const failure = failureOfError(error, host, options.via);
      const code = 'code' in failure ? failure.code : failure.kind;
      noted?.ended({ failure: signal?.aborted === true ? 'stopped' : deadline.signal.aborted ? 'timed out' : code });
      if (signal?.aborted === true) return { kind: 'aborted' };
      if (deadline.signal.aborted) return { kind: 'timedOut', seconds };
      // An expired or not yet valid certificate may only mean that a clock is wrong.
      const isOfTime = failure.kind === 'unreachable' && /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(failure.code);
      return isOfTime && options.clocks !== undefined ? { ...failure, clocks: options.clocks() } : failure;
    } finally {
      deadline.clear();
    }
  };

  const read: Client['read'] = async ({ operation, method, url, isCheck = false }, signal) => {
    const arrived = await receive({ url, method, headers: {}, seconds: limits.readSeconds, isCheck }, bodyOf, signal);
    if ('kind' in arrived) return fail(operation, arrived);
    const body = arrived.body.ok ? { ...arrived.body, text: redact(arrived.body.text) } : arrived.body;
    const response = arrived.cached ?? readResponse(arrived.incoming, body);
    arrived.ended(endOf('kind' in response ? response : null, body));
    return 'kind' in response ? fail(operation, response) : { ok: true, value: response };
  };

  const rawOf = async (operation: Operation, outgoing: Leaving, signal?: AbortSignal): Promise<Result<RawResponse>> => {
    const from = steady();
    const arrived = await receive(outgoing, bytesOf, signal);
    if ('kind' in arrived) return fail(operation, arrived);
    const { incoming, body } = arrived;
    const isConditional = Object.keys(outgoing.headers).some((name) => /^if-(none-match|modified-since)$/i.test(name));
    const isAsked = incoming.status === 304 && isConditional && outgoing.body === undefined;
    const fault = arrived.cached ?? (isAsked ? null : rawFault(incoming, body));
    arrived.ended(endOf(fault, body));
    if (fault !== null) return fail(operation, fault);
    const { status, headers } = incoming;
    const ms = Math.round(steady() - from);
    const bytes = withoutToken(body.ok ? body.bytes : new Uint8Array(), redact);
    const contentType = headers.get('content-type') ?? '';
    let decoded: string | undefined;
    const value: RawResponse = {
      ...{ status, headers, contentType, bytes, ms },
      // A definition of many megabytes is never needed as text.
      get text() {
        return (decoded ??= new TextDecoder().decode(bytes));
      },
    };
    return { ok: true, value };
  };

  const readRaw: Client['readRaw'] = ({ operation, method, url, headers = {}, isCheck = false }, signal) =>
    rawOf(operation, { url, method, headers, isCheck, seconds: limits.readSeconds }, signal);

  const write: Client['write'] = async (intent, request) => {
    intent.spend();
    const { operation, method, url, orgId, headers = {}, body = null, bytes, mayLeave, reviewed } = request;
    const mode = isChangeMethod(method) ? options.modeFor(orgId) : 'read-only';
    if (mode !== 'normal') return fail(operation, { kind: 'withheld', mode });
    const payload = { ...(body !== null && { body, bytes }), ...(reviewed !== undefined && { reviewed }) };
    const seconds = limits.changeSeconds + Math.ceil((bytes?.byteLength ?? 0) / slowestUpload);
    return rawOf(operation, { url, method, headers, ...payload, mayLeave, seconds });
  };

  const download: Client['download'] = async ({ operation, method, url, headers = {} }, sink, signal) => {
    let thrown: { readonly error: unknown } | null = null;
    const guard: Sink = (piece) =>
      sink(piece).catch((error: unknown) => {
        thrown = { error };
        throw error;
      });
    const handOn: ReadBody<Handed> = (incoming, until) => passOn(incoming, guard, redact, until);
    const arrived = await receive({ url, method, headers, seconds: downloadSeconds }, handOn, signal);
    // An error of the sink is not a failure of the request.
    const fault = thrown as { readonly error: unknown } | null;
    if (fault !== null) throw fault.error;
    if ('kind' in arrived) return fail(operation, arrived);
    const { incoming, body } = arrived;
    const why = rawFault(incoming, body.ok ? { ok: true, bytes: body.first } : body);
    arrived.ended(endOf(why, body));
    return why === null ? { ok: true, value: { bytes: body.ok ? body.bytes : 0 } } : fail(operation, why);
  };

  return { baseUrl, read, readRaw, write, download };
}

/** Makes every read a check, so that cached answers are refused. */
export function pastCaches(client: Client): Client {
  return {
    ...client,
    read: (request, signal) => client.read({ ...request, isCheck: true }, signal),
    readRaw: (request, signal) => client.readRaw({ ...request, isCheck: true }, signal),
  };
}

type Leaving = Pick<Parameters<Exchange>[1], 'method' | 'headers' | 'mayLeave'> & {
  readonly body?: string | undefined;
  readonly bytes?: Uint8Array | undefined;
  readonly isCheck?: boolean;
  readonly url: string;
  readonly seconds: number;
  readonly reviewed?: { readonly orgId: string; readonly systemId: string };
};

type ReadBody<B> = (incoming: Pick<Incoming, 'body' | 'status'>, signal: AbortSignal) => Promise<B>;

type Arrived<B> =
  | Failure
  | {
      readonly incoming: Incoming;
      readonly body: B;
      /** Why the answer does not count for a check. */
      readonly cached: Failure | null;
      readonly ended: OngoingRequest['ended'];
    };

/** For the log: the service's trace id, and why the body could not be read. */
function endOf(fault: Failure | null, body: Body | Bytes | Handed): Parameters<OngoingRequest['ended']>[0] {
  return {
    traceId: fault?.kind === 'refused' ? fault.traceId : null,
    ...(fault?.kind === 'cached' ? { failure: 'from a cache' } : body.ok ? {} : { failure: body.reason }),
  };
}

/** The text of a file, to judge it: UTF-8, UTF-16 with a byte order mark, otherwise one character per byte. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** Treats each byte as one character: the ASCII token is found anywhere, and other bytes stay unchanged. */
function withoutToken(bytes: Uint8Array, redact: (text: string) => string): Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isSafe = (from: number): boolean => {
    const piece = all.toString('latin1', from, from + pieceLength + maxSpellingLength);
    return redact(piece) === piece;
  };
  for (let from = 0; from < all.length; from += pieceLength) {
    if (!isSafe(from)) return Buffer.from(redact(all.toString('latin1')), 'latin1');
  }
  return bytes;
}

/** Most bodies are only searched, so a large body is never held as one text. */
const pieceLength = 64 * 1024;

/**
 * Aborts a request at its time limit, or for its caller. `AbortSignal.timeout` and `any` would outlive a quick
 * response.
 */
function startDeadline(seconds: number, callers: AbortSignal | undefined) {
  const controller = new AbortController();
  const aborted = Promise.withResolvers<never>();
  // Avoids an unhandled rejection when no step is pending.
  aborted.promise.catch(() => undefined);
  const abort = (): void => {
    controller.abort();
    aborted.reject(new Error('aborted'));
  };
  // Not unref'ed: the request must end in time even if nothing else keeps the process alive.
  const timer = setTimeout(abort, seconds * 1000);
  if (callers?.aborted === true) abort();
  callers?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    /** Settles like `step`; rejects once the request is aborted, even if `step` ignores the signal. */
    race: <T>(step: Promise<T>): Promise<T> => Promise.race([step, aborted.promise]),
    /** Closes the connection of a response that is not read to its end. */
    end: abort,
    /** Removes the timer and the listener when the request has ended. */
    clear() {
      clearTimeout(timer);
      callers?.removeEventListener('abort', abort);
    },
  };
}
