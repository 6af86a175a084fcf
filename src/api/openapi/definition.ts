/** The service's own description of its operations, as it was read (OpenAPI 3.0 and 3.1, Swagger 2.0). */
import { isList, type Json, type JsonObject } from '../exact-json.ts';
import { type JsonPieces, own } from './json-pieces.ts';
import type { Problem } from '../problem.ts';

/** Weight of sending an operation. The method is the floor: words only raise it. */
export type Weight = 'read' | 'change' | 'heavy';

/** The document unchanged: it stays text, and no reference in it is followed before it is needed. */
export interface Definition {
  readonly document: JsonPieces;
  readonly dialect: 'OpenAPI 3' | 'Swagger 2';
  /** OpenAPI version as written: `3.0.1`. */
  readonly writtenFor: string;
  /** Does rollcall know that version? Another one is read as far as possible. */
  readonly isKnownVersion: boolean;
  /** `info.title` and `info.version`; raw, empty when absent. */
  readonly title: string;
  readonly version: string;
  /** In the document's order. */
  readonly operations: readonly DefinedOperation[];
  /** Addresses that the document names for itself (`servers`, `host`, `basePath`), as it writes them. */
  readonly servers: readonly string[];
}

/** The part of a definition that references are looked up in. */
export type Document = Pick<Definition, 'document' | 'dialect'>;

/** Why there is no definition, or no newer one. */
export type DefinitionFailure =
  { readonly kind: 'problem'; readonly problem: Problem } | { readonly kind: 'fault'; readonly fault: DefinitionFault };

export interface DefinedOperation {
  /** Method and path, `GET /org/{orgId}/systems`: unique. Raw, like every text here. */
  readonly id: string;
  readonly method: string;
  /** The template in the document. */
  readonly path: string;
  /** The first tag; null without one. */
  readonly tag: string | null;
  /** `summary`, else the first sentence of `description`, else the `operationId`; may be empty. */
  readonly summary: string;
  readonly operationId: string | null;
  readonly isDeprecated: boolean;
  readonly weight: Weight;
  /** Why it cannot be used, as a sentence; null when it can. */
  readonly unusable: string | null;
  /** The Operation Object and the Path Item Object around it: parsed when they are needed, and not held. */
  readonly source: JsonObject;
  readonly pathItem: JsonObject;
}

/** The part of an operation that its parameters and body are looked up in. */
export type OperationSource = Pick<DefinedOperation, 'method' | 'path' | 'source' | 'pathItem'>;

/** Why a text is not a usable definition. */
export type DefinitionFault =
  /** `at`: the character, from 0, if it is known. */
  | { readonly kind: 'not json'; readonly at: number | null; readonly isCutOff: boolean }
  | { readonly kind: 'yaml' }
  | { readonly kind: 'web page'; readonly title: string | null }
  | { readonly kind: 'no operations' };

/** Place of a value in a request. */
export type Place = 'path' | 'query' | 'header';

export interface Parameter {
  readonly name: string;
  readonly in: Place;
  readonly isRequired: boolean;
  readonly description: string;
  /** Style of a list or an object (OpenAPI 3, "Style Values"); `json`: as one JSON text. */
  readonly style: 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  readonly explode: boolean;
  /** Input of `shapeOf`. */
  readonly schema: Json;
  /** Why it cannot be set, as a sentence; null when it can. */
  readonly unusable: string | null;
  /** False: only the path names it, without a description. */
  readonly isDeclared: boolean;
  /** In a path: each "/" of its value stands there as it is (`allowReserved`). */
  readonly keepsSlashes?: boolean;
}

export interface RequestBody {
  /** The `Content-Type` to send: `application/json`. */
  readonly type: string;
  /** Every type that it can be sent as, the best first. */
  readonly types: readonly string[];
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Json;
  /** Writing of its fields where it is a form; null: it is no form. */
  readonly form: FormWriting | null;
  /** Its value is the path of a file, which is sent as it is: it is neither JSON nor a form. */
  readonly isFile: boolean;
  /** Why it cannot be filled in, such as `image/*`; null when it can. */
  readonly unusable: string | null;
  /** The required fields that such a body lacks. */
  readonly missing: (body: Json) => readonly Missing[];
  /** May the field of this name be sent as null? */
  readonly canBeNull: (name: string) => boolean;
  /** May a field of this name be sent? */
  readonly takes: (name: string) => boolean;
}

export interface Missing {
  /** Paths such as `owner.name` and `items[2].id`: one of them must be set. */
  readonly names: readonly string[];
}

/** Forms are `application/x-www-form-urlencoded` (WHATWG URL, 5) or `multipart/form-data` (RFC 7578). */
export interface FormWriting {
  readonly isMultipart: boolean;
  /** By name; a field that is not among them is written by its value. */
  readonly fields: ReadonlyMap<string, FieldWriting>;
}

export interface FieldWriting {
  /** Null: a list is several fields of one name, and an object is JSON. */
  readonly style: Parameter['style'] | null;
  readonly explode: boolean;
  /** The type of its part; null: that of its value. */
  readonly contentType: string | null;
  /** The value is the path of a file, or a list of paths. */
  readonly isFile: boolean;
}

/** A possible response of an operation. */
export interface DefinedResponse {
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description: string;
  /** By media type; JSON first. */
  readonly bodies: readonly { readonly type: string; readonly schema: Json }[];
}

/** `number`: also a whole one. */
export type Scalar = 'string' | 'number' | 'boolean';

interface ShapeFacts {
  readonly title: string;
  readonly description: string;
  /** Can it be null, in any of the four spellings? */
  readonly isNullable: boolean;
  readonly isDeprecated: boolean;
  readonly isReadOnly: boolean;
  /** `password`, `writeOnly`, or a secret by its name. */
  readonly isSecret: boolean;
  /** Shown dim, never sent. Undefined when there is none. */
  readonly initial: Json | undefined;
  readonly example: Json | undefined;
}

/** One level of the possible values: deeper levels are read when they are opened. */
export type Shape = ShapeFacts &
  (
    | {
        readonly kind: 'text';
        /** `date`, `date-time`, `uuid`, `email`, `byte`, …; null without one. */
        readonly format: string | null;
        readonly minLength: number | null;
        readonly maxLength: number | null;
        readonly pattern: string | null;
      }
    | {
        readonly kind: 'number';
        readonly isWhole: boolean;
        /** `int32`, `int64`, `double`; null without one. */
        readonly format: string | null;
        /** As written, so that 2^63 stays exact; null without one. */
        readonly minimum: string | null;
        readonly maximum: string | null;
      }
    | { readonly kind: 'yesNo' }
    /** The values with their own types; `total` when some are left out. */
    | { readonly kind: 'enum'; readonly values: readonly Json[]; readonly total: number }
    | {
        readonly kind: 'object';
        /** Required ones first, then in the document's order. Of read-only ones, only the id of a reference. */
        readonly fields: readonly ShapeField[];
        /** The other read-only fields; of an answer, those that are only written. */
        readonly leftOut: readonly ShapeField[];
        /** Count of the fields beyond the limit. */
        readonly more: number;
        /** Schema of fields with other names; null when they are not allowed. */
        readonly others: Json | null;
      }
    | {
        readonly kind: 'list';
        readonly items: Json;
        readonly minItems: number | null;
        readonly maxItems: number | null;
        readonly isUnique: boolean;
      }
    | {
        readonly kind: 'choice';
        readonly variants: readonly Variant[];
        /** Count of the variants, with those beyond the limit. */
        readonly total: number;
        /** The field that tells the variants apart; choosing a variant sets it. */
        readonly discriminator: string | null;
        /** The types that its variants have, where none is deeper than a text, a number or a yes or no; else null. */
        readonly scalars: readonly Scalar[] | null;
      }
    /** Any JSON, in an editor. `reason`: a sentence, when the schema does not allow that on purpose. */
    | { readonly kind: 'free'; readonly reason: string | null }
  );

/** A shape of this kind. */
export type ShapeOf<K extends Shape['kind']> = Extract<Shape, { readonly kind: K }>;

export interface ShapeField {
  readonly name: string;
  readonly isRequired: boolean;
  /** Input of `shapeOf`. */
  readonly schema: Json;
}

export interface Variant {
  /** From the discriminator, the title, the reference or a field; raw. No name or path of a file. */
  readonly name: string;
  /** The variant's value of the discriminator; null without one. */
  readonly tag: string | null;
  readonly schema: Json;
}

// The types that a schema names, or that its other keywords imply.

/** Types as written: one, or a list (OpenAPI 3.1). Empty when there are none. */
export function typesOf(schema: Json): readonly string[] {
  const type = own(schema, 'type');
  if (typeof type === 'string') return [type];
  return isList(type) ? type.filter((each) => typeof each === 'string') : [];
}

const implied: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'contentEncoding']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

const formats: ReadonlyMap<string, string> = new Map([
  ...['int32', 'int64'].map((format) => [format, 'integer'] as const),
  ...['float', 'double', 'decimal'].map((format) => [format, 'number'] as const),
  ...[
    'date',
    'date-time',
    'time',
    'uuid',
    'email',
    'uri',
    'ipv4',
    'ipv6',
    'byte',
    'binary',
    'password',
    'hostname',
  ].map((format) => [format, 'string'] as const),
]);

/** The type that the keywords of a schema imply; null when they imply none. */
export function impliedTypeOf(parts: readonly JsonObject[]): string | null {
  for (const [type, keywords] of implied) {
    if (parts.some((part) => keywords.some((keyword) => isOfUse(part, keyword)))) return type;
  }
  for (const part of parts) {
    const format = own(part, 'format');
    const type = typeof format === 'string' ? formats.get(format) : undefined;
    if (type !== undefined) return type;
  }
  return null;
}

/** Swagger 2.0 writes `required: true` beside the type of a parameter: that is not a list of names. */
function isOfUse(part: JsonObject, keyword: string): boolean {
  const piece = own(part, keyword);
  return piece !== undefined && piece !== null && (keyword !== 'required' || isList(piece));
}

/** The types that all parts allow; null when they contradict each other, empty when no part names one. */
export function commonTypesOf(parts: readonly JsonObject[]): readonly string[] | null {
  let common: readonly string[] = [];
  for (const part of parts) {
    const types = typesOf(part).filter((type) => type !== 'null');
    if (types.length === 0) continue;
    common = common.length === 0 ? [...new Set(types)] : common.flatMap((type) => narrower(type, types));
    if (common.length === 0) return null;
  }
  return common;
}

/** Whole numbers are numbers. */
function narrower(type: string, allowed: readonly string[]): readonly string[] {
  if (allowed.includes(type)) return [type];
  if (type === 'integer' && allowed.includes('number')) return ['integer'];
  return type === 'number' && allowed.includes('integer') ? ['integer'] : [];
}
