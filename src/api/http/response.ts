/**
 * Reads a response: its body, whether it comes from the API or a cache, its JSON, and the details of an error (RFC
 * 9457; specification, "Errors").
 */
import { parseExactly } from '../exact-json.ts';
import type { Incoming, ResponseHeaders } from './exchange.ts';
import type { Failure, Refused } from '../problem.ts';

export type Body =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: 'too large' | 'cut off' };

/** Limit on decompressed bytes: a few hundred kilobytes of gzip can expand beyond the memory. */
export const maxBodyBytes = 16 * 1024 * 1024;

/** Stops at the first byte over the limit. Rejects only when `signal` aborts the reading. */
export async function bodyOf(incoming: Pick<Incoming, 'body'>, signal: AbortSignal): Promise<Body> {
  const body = await bytesOf(incoming, signal);
  return body.ok ? { ok: true, text: new TextDecoder().decode(body.bytes) } : body;
}

export type Bytes = { readonly ok: true; readonly bytes: Uint8Array } | Extract<Body, { readonly ok: false }>;

/** Like `bodyOf`, but not decoded. */
export async function bytesOf({ body }: Pick<Incoming, 'body'>, signal: AbortSignal): Promise<Bytes> {
  const pieces: Uint8Array[] = [];
  const reason = await eachChunk(body, signal, maxBodyBytes, (chunk) => pieces.push(chunk));
  return reason === null ? { ok: true, bytes: Buffer.concat(pieces) } : { ok: false, reason };
}

/** Why the body is incomplete; null when it is complete. */
async function eachChunk(
  body: Incoming['body'],
  signal: AbortSignal,
  maxBytes: number,
  take: (chunk: Uint8Array) => unknown,
): Promise<'too large' | 'cut off' | null> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) return 'too large';
      await take(chunk);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return 'cut off';
  }
  return null;
}

export type Handed =
  { readonly ok: true; readonly bytes: number; readonly first: Uint8Array } | Extract<Body, { readonly ok: false }>;

/** Limits in bytes: a gigabyte for a streamed body, and enough for the details of an error. */
const maxHanded = 1024 ** 3;
const maxOfError = 64 * 1024;

/** Longer than any spelling of the token, which may be split between two pieces. */
export const maxSpellingLength = 1024;

/** Streams a body as it arrives, with the token redacted. `first`: the body of an error, which is not streamed. */
export async function passOn(
  { status, body }: Pick<Incoming, 'status' | 'body'>,
  sink: (piece: Uint8Array) => Promise<void>,
  redact: (text: string) => string,
  signal: AbortSignal,
): Promise<Handed> {
  const isError = status < 200 || status > 299;
  let bytes = 0;
  let left = '';
  const reason = await eachChunk(body, signal, isError ? maxOfError : maxHanded, async (chunk) => {
    bytes += chunk.byteLength;
    const safe = redact(left + Buffer.from(chunk).toString('latin1'));
    const border = isError ? 0 : Math.max(0, safe.length - maxSpellingLength);
    if (border > 0) await sink(Buffer.from(safe.slice(0, border), 'latin1'));
    left = safe.slice(border);
  });
  if (reason !== null) return { ok: false, reason };
  const rest = Buffer.from(left, 'latin1');
  if (!isError) await sink(rest);
  return { ok: true, bytes, first: isError ? rest : new Uint8Array() };
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Numbers keep all digits (`ExactNumber`). Undefined when the body was empty. */
  readonly json: unknown;
  /** Decompressed size of the body. */
  readonly bytes: number;
}

export function readResponse(incoming: Omit<Incoming, 'body'>, body: Body): ApiResponse | Failure {
  const { status, headers } = incoming;
  const fault = statusFault(incoming, () => (body.ok ? body.text : ''));
  if (fault !== null) return fault;
  const contentType = headers.get('content-type') ?? '';
  const notTheApi = (reason: 'cut off' | 'too large' | 'content type' | 'not json'): Failure => {
    return { kind: 'notTheApi', status, reason, contentType, title: body.ok ? htmlTitle(body.text) : null };
  };
  if (!body.ok) return notTheApi(body.reason);
  const bytes = Buffer.byteLength(body.text);
  if (body.text.trim() === '') return { status, headers, json: undefined, bytes };
  // Problem details never mean success, whatever the status.
  if (!isJson(contentType) || isProblemType(contentType)) return notTheApi('content type');
  try {
    return { status, headers, json: parseExactly(body.text), bytes };
  } catch {
    return notTheApi('not json');
  }
}

function isProblemType(contentType: string): boolean {
  return /^application\/problem\+json\s*(;|$)/i.test(contentType);
}

/** Any status but 2xx counts even without a readable body: 101 is a refusal as well. */
function statusFault({ status, headers }: Omit<Incoming, 'body'>, text: () => string): Failure | null {
  if (status >= 400 || status < 200) return readRefusal(status, headers, text());
  return status >= 300 ? { kind: 'redirected', status, location: headers.get('location') } : null;
}

/** Like `statusFault`, for a response whose content may have any type. */
export function rawFault(incoming: Omit<Incoming, 'body'>, body: Bytes): Failure | null {
  const fault = statusFault(incoming, () => (body.ok ? new TextDecoder().decode(body.bytes) : ''));
  if (fault !== null || body.ok) return fault;
  const contentType = incoming.headers.get('content-type') ?? '';
  return { kind: 'notTheApi', status: incoming.status, reason: body.reason, contentType, title: null };
}

/** Why a 2xx answer says nothing about its change; null when it does. `mayBePage`: a web page is a valid answer. */
export function changeFault(
  { status, contentType, text }: { readonly status: number; readonly contentType: string; readonly text: string },
  mayBePage: boolean,
): Failure | null {
  const fault = (reason: 'content type' | 'not json'): Failure => {
    return { kind: 'notTheApi', status, reason, contentType, title: htmlTitle(text) };
  };
  const isPage = /html/i.test(contentType) && !mayBePage;
  if (isPage || isProblemType(contentType)) return fault('content type');
  if (!isJson(contentType) || text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    return fault('not json');
  }
}

const maxTextLength = 2000;
const maxSnippetLength = 120;
const maxErrors = 100;

/** Accepts any body: problem details, other JSON, plain text, HTML of a proxy, or none. The HTTP status wins. */
export function readRefusal(status: number, headers: Incoming['headers'], text: string): Refused {
  const contentType = headers.get('content-type') ?? '';
  const retryAfter = readRetryAfter(headers.get('retry-after'), headers.get('date'));
  const unsaid = { slug: null, title: null, detail: null, traceId: null, errors: {} };
  const bare: Refused = { kind: 'refused', status, retryAfter, ...unsaid };
  if (isJson(contentType)) return { ...bare, ...detailsOf(text) };
  if (/html/i.test(contentType)) return { ...bare, title: htmlTitle(text) };
  return { ...bare, detail: textOf(text.trim().slice(0, maxSnippetLength)) };
}

function detailsOf(text: string): Partial<Refused> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof json !== 'object' || json === null) return {};
  const { title, detail, traceId, type, errors } = json as Readonly<Record<string, unknown>>;
  return {
    title: textOf(title),
    detail: textOf(detail),
    traceId: textOf(traceId),
    // The last segment of the type's address, which is never fetched.
    slug: textOf(type)?.split(/[/#]/).at(-1) || null,
    errors: errorsOf(errors),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, maxTextLength) || null : null;
}

/** By field: one message or a list of messages. */
function errorsOf(value: unknown): Refused['errors'] {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).slice(0, maxErrors) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([field, messages]) => {
      const list: unknown[] = Array.isArray(messages) ? messages.slice(0, maxErrors) : [messages];
      return [field.slice(0, maxTextLength), list.flatMap((message) => textOf(message) ?? [])];
    }),
  );
}

/** Visits each `<` once: a page of unfinished tags must not take hours. */
const titlePattern = /<title[^<>]*>([^<]{1,120})/i;

/** Raw, at most 120 characters; null when there is no title. */
export function htmlTitle(html: string): string | null {
  return titlePattern.exec(html)?.[1]?.trim() || null;
}

/** JSON, or a type based on it such as `application/problem+json`. */
export function isJson(contentType: string): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType);
}

/** Milliseconds since 1970 (RFC 9110, 5.6.7). `Date.parse` alone is too lenient for comparing clocks. */
export function readHttpDate(text: string | null): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) || new Date(ms).toUTCString() !== text ? null : ms;
}

/** Thirty years, more than any service means. */
const maxRetrySeconds = 1e9;

/** A date further off than this is a clock error. */
const furthestDateSeconds = 600;

/**
 * Seconds to wait, at least 1 (`Retry-After`, RFC 9110, 10.2.3); null when the header is missing or unreadable. A date
 * is compared with the `Date` of the same response, because this computer's clock may be wrong by years.
 */
export function readRetryAfter(text: string | null, dateHeader: string | null): number | null {
  if (text !== null && /^\d+$/.test(text)) return Math.min(maxRetrySeconds, Math.max(1, Number(text)));
  const until = readHttpDate(text);
  const now = readHttpDate(dateHeader);
  if (until === null || now === null) return null;
  return Math.min(furthestDateSeconds, Math.max(1, Math.ceil((until - now) / 1000)));
}

// Detects whether an answer was made for its request or came from a cache (RFC 9111, 5.1; RFC 9110, 6.6.1).

/** Asks each cache on the way to revalidate (RFC 9111, 5.2.1.4 and 5.4). */
export const pastCachesHeaders = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' };

/** Maximum age of an answer to a check, because a deletion is sent at most this long after its check. */
const oldestMs = 2000;

/** `Date` is truncated to seconds, so the real moment may be this much later. */
const cutOffMs = 999;

/** Maximum drift per millisecond between two clocks under correction (adjtime: 500 ppm each). */
const drift = 0.001;

/** The service's clock, estimated from the `Date`s of its answers and this computer's monotonic clock. */
export interface ServiceDates {
  /** Milliseconds since an arbitrary moment, including the time that this computer slept. */
  readonly now: () => number;
  /** Adds the `Date` of a new answer, in milliseconds since 1970. Only a later one than expected counts. */
  readonly hear: (date: number) => void;
  /** Lower bound of the service's clock at a moment of `now`; null before the first `Date`. */
  readonly leastAt: (moment: number) => number | null;
}

/** One per service, because each has its own clock. */
export function createServiceDates(now: () => number): ServiceDates {
  let newest: { readonly date: number; readonly at: number } | null = null;
  const leastAt = (moment: number): number | null =>
    newest === null ? null : newest.date + (moment - newest.at) * (1 - drift);
  return {
    now,
    hear(date) {
      const at = now();
      if (date >= (leastAt(at) ?? date)) newest = { date, at };
    },
    leastAt,
  };
}

/**
 * Why an answer to a check that was sent at this moment does not count; null when it does. Refusals for a missing
 * token or a fast pace always count, because they say nothing about a system. An `Age` that is not a number is not
 * guessed: a cache answered, and the time of its copy is unknown.
 */
export function findCacheFault(
  { status, headers }: Pick<Incoming, 'status' | 'headers'>,
  dates: ServiceDates | undefined,
  leftAt: number,
): Extract<Failure, { readonly kind: 'cached' }> | null {
  if (status === 401 || status === 429 || status >= 500) return null;
  const age = ageIn(headers.get('age'));
  if (age === null) return { kind: 'cached', ageMs: null };
  const date = readHttpDate(headers.get('date'));
  const least = dates?.leastAt(leftAt) ?? null;
  const behind = date === null || least === null ? 0 : least - date - cutOffMs;
  const ageMs = Math.max(age, behind);
  return ageMs > oldestMs ? { kind: 'cached', ageMs: Math.round(ageMs) } : null;
}

/** No cache counts further (RFC 9111, 1.2.2). */
const maxSeconds = 2 ** 31;

/** Milliseconds; 0 when missing, null when not a number of seconds. The first of several counts. */
function ageIn(text: string | null): number | null {
  if (text === null) return 0;
  const [first = ''] = text.split(',');
  return /^\s*\d+\s*$/.test(first) ? Math.min(maxSeconds, Number(first)) * 1000 : null;
}
