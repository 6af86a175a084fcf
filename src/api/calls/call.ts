/** A call: one request, built once and never changed. */
import { isJsonObject, isList, type Json, jsonIn, writeExactly } from '../exact-json.ts';
import type { Client, RawResponse } from '../http/client.ts';
import { isReadMethod } from '../operations.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../openapi/definition.ts';
import type { PageParameter } from '../paging/page-parameters.ts';
import { failed, type Result } from '../problem.ts';
import { decoded } from '../openapi/path-form.ts';
import { hiddenText, masked, type Masking, textWithoutSecrets } from '../secrets.ts';
import { bodyValue, formFieldsIn } from './form-text.ts';
import type { SavedIntent } from '../http/saved-intent.ts';
import { contradictionIn } from '../contradiction.ts';
import { decodeSystem } from '../decode.ts';
import type { Changed } from '../systems.ts';

export interface Call {
  readonly method: DefinedOperation['method'];
  /** Absolute. */
  readonly url: string;
  /** The few headers that a person may set, and `Content-Type`; never `Authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text to send; null: none. */
  readonly body: string | null;
  /** Files whose content is sent in the place of what its text says of them, in their order there. */
  readonly files?: readonly FileInBody[];
  /** The organisation in its path; null when there is none. */
  readonly orgId: string | null;
  /** Name of the operation: `GET /org/{orgId}/systems`. */
  readonly operation: string;
  /** Secret values: curl and records have placeholders for them. */
  readonly secrets: readonly string[];
  /** Steps of its path that values with slashes of their own add. */
  readonly steps?: readonly string[];
  /** By which the pages of its list are chosen, where the definition names them. */
  readonly pageParameters?: readonly PageParameter[];
}

/** A file that is read when the request is sent; `at`, `length`: the words about it in the body. */
export interface FileInBody {
  /** As the person wrote it. */
  readonly path: string;
  readonly at: number;
  readonly length: number;
}

/** Values of a call. A value that is absent is not sent. */
export interface CallValues {
  /** By `parameterKey`. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** Undefined: none. */
  readonly body: Json | undefined;
}

/** Place and name: two parameters of one name may stand in two places. */
export function parameterKey({ name, in: place }: Pick<Parameter, 'name' | 'in'>): string {
  return `${place} ${name}`;
}

/** The chosen `Content-Type` among the parameters, where an operation takes several. */
export const bodyTypeKey = 'media type';

export function bodyTypeIn({ parameters }: Pick<CallValues, 'parameters'>): string | null {
  const type = parameters.get(bodyTypeKey);
  return typeof type === 'string' ? type : null;
}

/** A fault of one value; `key`: its parameter, `body`, or `address` for the address as a whole. */
export interface CallFault {
  readonly key: string;
  /** The field of the body. */
  readonly field?: string;
  readonly says: string;
}

/** A value that does not fit its shape, and is sent all the same. Name and sentence are raw. */
export interface ShapeFault {
  readonly field: string;
  readonly says: string;
}

/** A name and a value of a query. */
export type Pair = readonly [name: string, value: string];

/** A pair in its encoded form, and with the meaning that it must have once it is decoded. */
export interface QueryPart {
  readonly encoded: string;
  readonly meant: Pair;
}

/** Input for building a call. */
export interface CallPlan {
  /** Normalised, without a slash at its end. */
  readonly baseUrl: string;
  /** The open organisation: `{orgId}` after `/org/` cannot be another one. */
  readonly orgId: string | null;
  readonly operation: DefinedOperation;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  /** Media types of its answers, where they are others than JSON. */
  readonly accept?: readonly string[];
  readonly values: CallValues;
  /** The query as written: sent unchanged, before the parameters. */
  readonly query?: readonly QueryPart[];
  /** Secret texts among the values. */
  readonly secrets?: readonly string[];
}

/** Any method fits the type: `sendReadCall` refuses a write, whoever built the call. */
export interface ReadCall extends Pick<Call, 'url' | 'headers' | 'pageParameters'> {
  readonly method: string;
}

/** The answer may be of any type. A method that is not for reading is withheld. */
export async function sendReadCall(
  client: Pick<Client, 'readRaw'>,
  { method, url, headers }: ReadCall,
  signal?: AbortSignal,
): Promise<Result<RawResponse>> {
  if (!isReadMethod(method)) return failed('send request', { kind: 'withheld', mode: 'read-only' });
  return client.readRaw({ operation: 'send request', method, url, headers }, signal);
}

// A call without its secrets, for showing, copying and recording.

/** The address with `sign` for each secret in its path and its query. */
export function maskedUrl({ url, secrets }: Pick<Call, 'url' | 'secrets'>, sign = hiddenText): string {
  const { origin, pathname, search } = new URL(url);
  const shown = (encoded: string, name = ''): string =>
    masked(plain(encoded), { secrets, sign }, { name }) === sign ? sign : encoded;
  const kept = secrets.filter((secret) => secret.includes('/')).map(keptSlashes);
  const path = kept
    .reduce((some, secret) => some.replaceAll(`/${secret}`, `/${sign}`), pathname)
    .split('/')
    .map((segment) => shown(segment));
  const query = search
    .slice(1)
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [shown(name), ...(rest.length === 0 ? [] : [shown(rest.join('='), plain(name))])].join('=');
    });
  return `${origin}${path.join('/')}${search === '' ? '' : `?${query.join('&')}`}`;
}

/** A value of a path, encoded but for its slashes. */
function keptSlashes(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/');
}

function plain(encoded: string): string {
  return decoded(encoded.replaceAll('+', ' ')) ?? encoded;
}

/** The call's own headers. */
export function maskedHeaders(
  { headers, secrets }: Pick<Call, 'headers' | 'secrets'>,
  sign = hiddenText,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    masked(value, { secrets, sign }, { name }) === sign ? sign : value,
  ]);
}

/** The body as a value, or as a text when it is not JSON; null: none. */
export function maskedBody({ body, secrets }: Pick<Call, 'body' | 'secrets'>, masking: Masking = {}): Json {
  if (body === null) return null;
  const value = bodyValue(body);
  return value === undefined ? textWithoutSecrets(body) : masked(value, { ...masking, secrets });
}

/** The body to be sent, byte for byte except its secrets. */
export function maskedBodyText(call: Pick<Call, 'body' | 'secrets'>, sign = hiddenText): string | null {
  const { body, secrets } = call;
  if (body === null || secrets.length === 0) return body;
  const fields = jsonIn(body) === undefined ? formFieldsIn(body) : null;
  if (fields === null) return writeExactly(maskedBody(call, { sign }));
  const pieces: string[] = [];
  let from = 0;
  for (const { name, value, at, end } of fields) {
    if (masked(value, { secrets, sign }, { name }) !== sign) continue;
    pieces.push(body.slice(from, at), sign);
    from = end;
  }
  return pieces.join('') + body.slice(from);
}

/** The values that a masked call leaves out, in words: names in quotes, once each. A name may be a secret itself. */
export function leftOutOf(call: Pick<Call, 'url' | 'headers' | 'body' | 'secrets'>): readonly string[] {
  const found = new Set<string>();
  const isHidden = (text: string, name = ''): boolean =>
    masked(text, { secrets: call.secrets, sign }, { name }) === sign;
  const { pathname, searchParams } = new URL(call.url);
  if (pathname.split('/').some((segment) => isHidden(plain(segment)))) found.add('a part of the path');
  for (const [name, value] of searchParams) {
    if (isHidden(name)) found.add('a name in the query');
    else if (isHidden(value, name)) found.add(quoted(name));
  }
  for (const [name, value] of maskedHeaders(call, sign)) if (value === sign) found.add(quoted(name));
  const visit = (one: Json, other: Json | undefined, name: string): void => {
    if (other === sign) found.add(name === '' ? 'the body' : quoted(name));
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
    visit(bodyValue(call.body) ?? null, maskedBody(call, { sign }), '');
  }
  return [...found];
}

/** Stands for a secret where those are counted; no text of a call is this one. */
const sign = '\u0000';

function quoted(name: string): string {
  return `"${name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name}"`;
}

const maxNameLength = 30;

// Sends a call that changes one system, and reads what its answer says of that system.

/**
 * Any 2xx is success, unless its body contradicts that. `mayLeave` is called right before the request is sent: false, and
 * nothing is sent.
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
  if (contradiction !== null) return failed(operation, { kind: 'wrongShape', path: contradiction });
  const read = json === undefined ? null : decodeSystem(json);
  const record = read?.ok === true && read.value.systemId === systemId ? { record: json } : {};
  return { ok: true, value: { accepted: status === 202, ...record } };
}
