/** A call: one request as it is sent, put together once and never changed. */
import type { Json } from '../exact-json.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../openapi/definition.ts';

export interface Call {
  readonly method: DefinedOperation['method'];
  /** Absolute. */
  readonly url: string;
  /** The few that a person may set, and `Content-Type`; never `Authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text that is sent; null: none. */
  readonly body: string | null;
  /** The organisation that its path names; null where it names none. */
  readonly orgId: string | null;
  /** As the operation is called: `GET /org/{orgId}/systems`. */
  readonly operation: string;
  /** Values that are secrets: curl and records have placeholders for them. */
  readonly secrets: readonly string[];
}

/** What is set; what is not there is not sent. */
export interface CallValues {
  /** By `parameterKey`. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** Undefined: none. */
  readonly body: Json | undefined;
}

/** Two parameters of one name may stand in two places. */
export function parameterKey({ name, in: place }: Pick<Parameter, 'name' | 'in'>): string {
  return `${place} ${name}`;
}

/** What is wrong with one value; `key`: of its parameter, `body`, or `address` for the address as a whole. */
export interface CallFault {
  readonly key: string;
  readonly says: string;
}

/** A name and a value of a query. */
export type Pair = readonly [name: string, value: string];

/** A pair as it is sent, and as it is meant once it is decoded. */
export interface QueryPart {
  readonly encoded: string;
  readonly meant: Pair;
}

/** What a call is built from. */
export interface CallPlan {
  /** Normalised, without a slash at its end. */
  readonly baseUrl: string;
  /** The organisation that is open: `{orgId}` after `/org/` cannot be another one. */
  readonly orgId: string | null;
  readonly operation: DefinedOperation;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  readonly values: CallValues;
  /** Of the query as it was written: sent as it stands, before the parameters. */
  readonly query?: readonly QueryPart[];
  /** Texts among the values that are secrets. */
  readonly secrets?: readonly string[];
}
