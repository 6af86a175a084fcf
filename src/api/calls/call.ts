/** A call: one request, built once and never changed. */
import type { Json } from '../exact-json.ts';
import type { Client, RawResponse } from '../http/client.ts';
import { isReadMethod } from '../methods.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../openapi/definition.ts';
import type { PageParameter } from '../paging/page-parameters.ts';
import { failed, type Result } from '../problem.ts';

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
