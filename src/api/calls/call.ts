/** A call: one request, built once and never changed; what it may show, how it is sent, and the kind of its answer. */
import { isJsonObject, isList, type Json, jsonIn, writeExactly, type JsonObject } from '../exact-json.ts';
import type { Client, RawResponse } from '../http/client.ts';
import { isReadMethod } from '../operations.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../openapi/definition.ts';
import type { PageParameter } from '../paging/page-parameters.ts';
import { makeFailure, type Result } from '../problem.ts';
import { decode } from '../openapi/path-form.ts';
import { hiddenText, mask, type Masking, textWithoutSecrets } from '../secrets.ts';
import { bodyValue, formFieldsIn } from '../openapi/form-writing.ts';
import type { SavedIntent } from '../http/saved-intent.ts';
import { contradictionIn } from '../contradiction.ts';
import { decodeSystem } from '../decode.ts';
import type { Changed } from '../systems.ts';
import { type Envelope, envelopeOf } from '../paging/envelope.ts';

export interface Call {
  readonly method: DefinedOperation['method'];
  /** An absolute address. */
  readonly url: string;
  /** The few headers that you may set, and `Content-Type`; never `Authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text to send; null when there is no body. */
  readonly body: string | null;
  /** Files whose content replaces their placeholders in the body, in the order of the placeholders. */
  readonly files?: readonly FileInBody[];
  /** The organisation in the path; null when there is none. */
  readonly orgId: string | null;
  /** For example `GET /org/{orgId}/systems`. */
  readonly operation: string;
  /** Secret values, replaced by placeholders in curl commands and records. */
  readonly secrets: readonly string[];
  /** Path segments that come from values whose slashes are not encoded. */
  readonly steps?: readonly string[];
  /** Parameters that choose a page of the list, where the definition declares them. */
  readonly pageParameters?: readonly PageParameter[];
}

/** A file that is read when the request is sent; `at` and `length` locate its placeholder in the body. */
export interface FileInBody {
  readonly path: string;
  readonly at: number;
  readonly length: number;
}

/** Values of a call. A missing value is not sent. */
export interface CallValues {
  /** Keyed by `parameterKey`. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly body: Json | undefined;
}

/** Place and name, because a path and a query may have parameters of the same name. */
export function parameterKey({ name, in: place }: Pick<Parameter, 'name' | 'in'>): string {
  return `${place} ${name}`;
}

/** Key of the chosen `Content-Type`, for operations that accept several. */
export const bodyTypeKey = 'media type';

export function bodyTypeIn({ parameters }: Pick<CallValues, 'parameters'>): string | null {
  const type = parameters.get(bodyTypeKey);
  return typeof type === 'string' ? type : null;
}

/** A fault of one value; `key` is its parameter, `body`, or `address` for the whole address. */
export interface CallFault {
  readonly key: string;
  readonly field?: string;
  readonly message: string;
}

/** A value that does not match its schema and is sent anyway. Name and sentence are raw. */
export interface ShapeFault {
  readonly field: string;
  readonly message: string;
}

export type Pair = readonly [name: string, value: string];

/** A pair in encoded form, and the meaning that it must have when decoded. */
export interface QueryPart {
  readonly encoded: string;
  readonly meant: Pair;
}

export interface CallPlan {
  /** Normalised, without a trailing slash. */
  readonly baseUrl: string;
  /** The open organisation; `{orgId}` after `/org/` must equal it. */
  readonly orgId: string | null;
  readonly operation: DefinedOperation;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  /** Media types of the answers, where they include others than JSON. */
  readonly accept?: readonly string[];
  readonly values: CallValues;
  /** The query as written; it is sent unchanged, before the parameters. */
  readonly query?: readonly QueryPart[];
  readonly secrets?: readonly string[];
}

/** The method may be any, because `sendReadCall` refuses writes itself. */
export interface ReadCall extends Pick<Call, 'url' | 'headers' | 'pageParameters'> {
  readonly method: string;
}

/** The answer may have any type. A method that does not read is withheld. */
export async function sendReadCall(
  client: Pick<Client, 'readRaw'>,
  { method, url, headers }: ReadCall,
  signal?: AbortSignal,
): Promise<Result<RawResponse>> {
  if (!isReadMethod(method)) return makeFailure('send request', { kind: 'withheld', mode: 'read-only' });
  return client.readRaw({ operation: 'send request', method, url, headers }, signal);
}

// Hides the secrets of a call for showing, copying and recording.

/** The address with `sign` in place of each secret in its path and query. */
export function maskedUrl({ url, secrets }: Pick<Call, 'url' | 'secrets'>, sign = hiddenText): string {
  const { origin, pathname, search } = new URL(url);
  const show = (encoded: string, name = ''): string =>
    mask(plain(encoded), { secrets, sign }, { name }) === sign ? sign : encoded;
  const kept = secrets.filter((secret) => secret.includes('/')).map(encodedSegments);
  const path = kept
    .reduce((some, secret) => some.replaceAll(`/${secret}`, `/${sign}`), pathname)
    .split('/')
    .map((segment) => show(segment));
  const query = search
    .slice(1)
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [show(name), ...(rest.length === 0 ? [] : [show(rest.join('='), plain(name))])].join('=');
    });
  return `${origin}${path.join('/')}${search === '' ? '' : `?${query.join('&')}`}`;
}

function encodedSegments(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/');
}

function plain(encoded: string): string {
  return decode(encoded.replaceAll('+', ' ')) ?? encoded;
}

export function maskedHeaders(
  { headers, secrets }: Pick<Call, 'headers' | 'secrets'>,
  sign = hiddenText,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    mask(value, { secrets, sign }, { name }) === sign ? sign : value,
  ]);
}

/** The body as a value, or as text when it is not JSON; null when there is none. */
export function maskedBody({ body, secrets }: Pick<Call, 'body' | 'secrets'>, masking: Masking = {}): Json {
  if (body === null) return null;
  const value = bodyValue(body);
  return value === undefined ? textWithoutSecrets(body) : mask(value, { ...masking, secrets });
}

/** The exact body, with `sign` in place of its secrets. */
export function maskedBodyText(call: Pick<Call, 'body' | 'secrets'>, sign = hiddenText): string | null {
  const { body, secrets } = call;
  if (body === null || secrets.length === 0) return body;
  const fields = jsonIn(body) === undefined ? formFieldsIn(body) : null;
  if (fields === null) return writeExactly(maskedBody(call, { sign }));
  const pieces: string[] = [];
  let from = 0;
  for (const { name, value, at, end } of fields) {
    if (mask(value, { secrets, sign }, { name }) !== sign) continue;
    pieces.push(body.slice(from, at), sign);
    from = end;
  }
  return pieces.join('') + body.slice(from);
}

/** Names of the values that a masked call hides, in quotes and without repeats. A name may be secret itself. */
export function listLeftOut(call: Pick<Call, 'url' | 'headers' | 'body' | 'secrets'>): readonly string[] {
  const found = new Set<string>();
  const isHidden = (text: string, name = ''): boolean =>
    mask(text, { secrets: call.secrets, sign: countingSign }, { name }) === countingSign;
  const { pathname, searchParams } = new URL(call.url);
  if (pathname.split('/').some((segment) => isHidden(plain(segment)))) found.add('a part of the path');
  for (const [name, value] of searchParams) {
    if (isHidden(name)) found.add('a name in the query');
    else if (isHidden(value, name)) found.add(quote(name));
  }
  for (const [name, value] of maskedHeaders(call, countingSign)) if (value === countingSign) found.add(quote(name));
  const visit = (one: Json, other: Json | undefined, name: string): void => {
    if (other === countingSign) found.add(name === '' ? 'the body' : quote(name));
    else if (isList(one) && isList(other))
      one.forEach((part, at) => {
        visit(part, other[at], name);
      });
    else if (isJsonObject(one) && other !== undefined && isJsonObject(other)) {
      for (const [field, part] of Object.entries(one)) {
        if (Object.hasOwn(other, field)) visit(part, other[field], field);
        else found.add('a name in the body');
      }
    }
  };
  if (call.body !== null && call.secrets.length > 0) {
    visit(bodyValue(call.body) ?? null, maskedBody(call, { sign: countingSign }), '');
  }
  return [...found];
}

/** Placeholder for counting secrets; no text of a call equals it. */
const countingSign = '\u0000';

function quote(name: string): string {
  return `"${name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name}"`;
}

const maxNameLength = 30;

// Sends a call that changes one system, and reads what the answer says about that system.

/**
 * Any 2xx is success, unless the body contradicts it. `mayLeave` is called right before sending; false cancels the
 * request.
 */
export async function sendForSystem(
  client: Client,
  intent: SavedIntent,
  call: Call,
  systemId: string,
  mayLeave: () => boolean,
): Promise<Result<Changed>> {
  const operation = 'send request';
  const { method, url, orgId, headers, body } = call;
  const answer = await client.write(intent, { operation, method, url, orgId, headers, body, mayLeave });
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  const json = jsonIn(text);
  const contradiction = contradictionIn(json, systemId, { so: [], not: [] });
  if (contradiction !== null) return makeFailure(operation, { kind: 'wrongShape', path: contradiction });
  const read = json === undefined ? null : decodeSystem(json);
  const record = read?.ok === true && read.value.systemId === systemId ? { record: json } : {};
  return { ok: true, value: { accepted: status === 202, ...record } };
}

// Sorts an answer by its status, type and body: a table, JSON, text, or nothing.

interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A page of objects: each object is a row. */
export interface AnsweredRows {
  readonly kind: 'rows';
  readonly rows: readonly JsonObject[];
  readonly page: Envelope;
}

export type Answered =
  | AnsweredRows
  /** `page` is set when the value is a page of a list that cannot be a table. */
  | { readonly kind: 'json'; readonly value: Json; readonly page: Envelope | null }
  /** `text` is raw. `format` is the type that the answer names, such as `text/csv`. */
  | { readonly kind: 'text'; readonly text: string; readonly format: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'binary'; readonly format: string; readonly bytes: Uint8Array }
  /** The stream never ends, so rollcall does not read it. */
  | { readonly kind: 'eventStream' };

/** Media type without parameters, in lower case: `application/json`. */
export function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const jsonType = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
const textType =
  /^text\/|^application\/(?:[\w.-]+\+)?(?:xml|yaml|x-yaml|javascript|sql|x-www-form-urlencoded|x-ndjson)$/;

export function judgeAnswer({ status, contentType, body }: RawAnswer): Answered {
  const format = mediaType(contentType);
  if (format === 'text/event-stream') return { kind: 'eventStream' };
  if (status === 204 || body.byteLength === 0) return { kind: 'nothing' };
  const isText = textType.test(format) || jsonType.test(format) || format === '';
  const text = isText ? textOf(body) : null;
  if (text === null) return { kind: 'binary', format: format === '' ? 'unknown type' : format, bytes: body };
  if (text.trim() === '') return { kind: 'nothing' };
  // Services that forget the type mostly send JSON. Text that only looks like JSON under another type stays text.
  const value = jsonType.test(format) || format === '' ? jsonIn(text) : undefined;
  if (value === undefined) return { kind: 'text', text, format: format === '' ? 'text/plain' : format };
  // A single object may have any number of fields beside its list; only a table limits them (`maxBeside`).
  return rowsIn(value) ?? { kind: 'json', value, page: listIn(value, 0) };
}

/** Null when the body is not UTF-8 text. */
function textOf(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Null when the value is not a list of objects. `isLater`: an earlier page of this list has shown columns. */
export function rowsIn(value: Json, isLater = false): AnsweredRows | null {
  const page = listIn(value, maxBeside);
  if (page === null || !page.items.every(isJsonObject)) return null;
  // An empty list has no column names, so JSON shows better that it is empty.
  return page.items.length > 0 || page.isSpecified || isLater ? { kind: 'rows', rows: page.items, page } : null;
}

/** An object with many fields beside its list does not count as a list. */
function listIn(value: Json, maxOthers: number): Envelope | null {
  const page = envelopeOf(value);
  return page === null || (!page.isSpecified && page.others > maxOthers) ? null : page;
}

/** Maximum number of fields beside a list. */
export const maxBeside = 4;
