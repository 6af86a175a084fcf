/** The service's own description of its operations (OpenAPI 3.0 and 3.1, Swagger 2.0). */
import { isList, type Json, type JsonObject } from '../exact-json.ts';
import { type JsonPieces, own } from './json-pieces.ts';
import type { Problem } from '../problem.ts';

/** How serious an operation is. The method sets the minimum; words only raise it. */
export type Weight = 'read' | 'change' | 'heavy';

/** The unchanged document: it stays text, and references are followed on demand. */
export interface Definition {
  readonly document: JsonPieces;
  readonly dialect: 'OpenAPI 3' | 'Swagger 2';
  /** OpenAPI version as written: `3.0.1`. */
  readonly writtenFor: string;
  /** False for an unknown version, which is read as far as possible. */
  readonly isKnownVersion: boolean;
  /** `info.title` and `info.version`; raw, empty when absent. */
  readonly title: string;
  readonly version: string;
  /** In the document's order. */
  readonly operations: readonly DefinedOperation[];
  /** Addresses that the document gives for its service (`servers`, `host`, `basePath`), as written. */
  readonly servers: readonly string[];
}

/** The part of a definition in which references are resolved. */
export type Document = Pick<Definition, 'document' | 'dialect'>;

/** Why there is no definition, or no newer one. */
export type DefinitionFailure =
  { readonly kind: 'problem'; readonly problem: Problem } | { readonly kind: 'fault'; readonly fault: DefinitionFault };

export interface DefinedOperation {
  /** Method and path, `GET /org/{orgId}/systems`: unique. Raw, like every text here. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The first tag; null when there is none. */
  readonly tag: string | null;
  /** `summary`, otherwise the first sentence of `description`, otherwise the `operationId`; may be empty. */
  readonly summary: string;
  readonly operationId: string | null;
  readonly isDeprecated: boolean;
  readonly weight: Weight;
  /** Why it cannot be used, as a sentence; null when it can. */
  readonly unusable: string | null;
  /** The Operation Object and its Path Item Object: parsed on demand, and not retained. */
  readonly source: JsonObject;
  readonly pathItem: JsonObject;
}

/** The part of an operation that its parameters and body are read from. */
export type OperationSource = Pick<DefinedOperation, 'method' | 'path' | 'source' | 'pathItem'>;

export type DefinitionFault =
  /** `at`: index of the character from 0, if known. */
  | { readonly kind: 'not json'; readonly at: number | null; readonly isCutOff: boolean }
  | { readonly kind: 'yaml' }
  | { readonly kind: 'web page'; readonly title: string | null }
  | { readonly kind: 'no operations' };

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
  /** False when only the path names it, without a description. */
  readonly isDeclared: boolean;
  /** In a path: slashes in the value stay unencoded (`allowReserved`). */
  readonly keepsSlashes?: boolean;
}

export interface RequestBody {
  /** The `Content-Type` to send: `application/json`. */
  readonly type: string;
  /** Every type that can be sent, preferred ones first. */
  readonly types: readonly string[];
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Json;
  /** How the fields of a form are written; null when the body is not a form. */
  readonly form: FormWriting | null;
  /** True when the value is the path of a file to send unchanged: neither JSON nor a form. */
  readonly isFile: boolean;
  /** Why it cannot be filled in, such as `image/*`; null when it can. */
  readonly unusable: string | null;
  readonly missing: (body: Json) => readonly Missing[];
  readonly canBeNull: (name: string) => boolean;
  readonly takes: (name: string) => boolean;
}

export interface Missing {
  /** Paths such as `owner.name` and `items[2].id`; one of them must be set. */
  readonly names: readonly string[];
}

/** Forms are `application/x-www-form-urlencoded` (WHATWG URL, 5) or `multipart/form-data` (RFC 7578). */
export interface FormWriting {
  readonly isMultipart: boolean;
  /** By name; a field without an entry is written by its value. */
  readonly fields: ReadonlyMap<string, FieldWriting>;
}

export interface FieldWriting {
  /** Null: a list becomes several fields of one name, and an object becomes JSON. */
  readonly style: Parameter['style'] | null;
  readonly explode: boolean;
  /** Content type of the part; null: that of its value. */
  readonly contentType: string | null;
  readonly isFile: boolean;
}

export interface DefinedResponse {
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description: string;
  /** By media type, JSON first. */
  readonly bodies: readonly { readonly type: string; readonly schema: Json }[];
}

/** `number` includes whole numbers. */
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

/** One level of the possible values; deeper levels are read when they are opened. */
export type Shape = ShapeFacts &
  (
    | {
        readonly kind: 'text';
        /** `date`, `date-time`, `uuid`, `email`, `byte`, …; null when there is none. */
        readonly format: string | null;
        readonly minLength: number | null;
        readonly maxLength: number | null;
        readonly pattern: string | null;
      }
    | {
        readonly kind: 'number';
        readonly isWhole: boolean;
        /** `int32`, `int64`, `double`; null when there is none. */
        readonly format: string | null;
        /** As written, so that 2^63 stays exact; null when there is none. */
        readonly minimum: string | null;
        readonly maximum: string | null;
      }
    | { readonly kind: 'yesNo' }
    /** The values with their own types; `total`: their number, with those beyond the limit. */
    | { readonly kind: 'enum'; readonly values: readonly Json[]; readonly total: number }
    | {
        readonly kind: 'object';
        /** Required fields first, then in the document's order. Of read-only fields, only the id of a reference. */
        readonly fields: readonly ShapeField[];
        /** The other read-only fields; in an answer, the write-only ones. */
        readonly leftOut: readonly ShapeField[];
        /** Number of fields beyond the limit. */
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
        /** Number of variants, including those beyond the limit. */
        readonly total: number;
        /** The field that distinguishes the variants; choosing a variant sets it. */
        readonly discriminator: string | null;
        /** The types of the variants, when all of them are scalar; otherwise null. */
        readonly scalars: readonly Scalar[] | null;
      }
    /** Any JSON, in an editor. `reason`: a sentence, when the schema does not allow free JSON on purpose. */
    | { readonly kind: 'free'; readonly reason: string | null }
  );

export type ShapeOf<K extends Shape['kind']> = Extract<Shape, { readonly kind: K }>;

export interface ShapeField {
  readonly name: string;
  readonly isRequired: boolean;
  /** Input of `shapeOf`. */
  readonly schema: Json;
}

export interface Variant {
  /** From the discriminator, the title, the reference or a field; raw. Never the name or path of a file. */
  readonly name: string;
  /** The variant's value of the discriminator; null when there is none. */
  readonly tag: string | null;
  readonly schema: Json;
}

// The types that a schema names, or that its other keywords imply.

/** One type, or a list (OpenAPI 3.1). Empty when there is none. */
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

/** Null when the keywords imply no type. */
export function impliedTypeOf(parts: readonly JsonObject[]): string | null {
  for (const [type, keywords] of implied) {
    if (parts.some((part) => keywords.some((keyword) => impliesType(part, keyword)))) return type;
  }
  for (const part of parts) {
    const format = own(part, 'format');
    const type = typeof format === 'string' ? formats.get(format) : undefined;
    if (type !== undefined) return type;
  }
  return null;
}

/** Swagger 2.0 writes `required: true` beside the type of a parameter; that is not a list of names. */
function impliesType(part: JsonObject, keyword: string): boolean {
  const piece = own(part, keyword);
  return piece !== undefined && piece !== null && (keyword !== 'required' || isList(piece));
}

/** The types that all parts allow; null when they contradict each other, empty when no part names one. */
export function commonTypesOf(parts: readonly JsonObject[]): readonly string[] | null {
  let common: readonly string[] = [];
  for (const part of parts) {
    const types = typesOf(part).filter((type) => type !== 'null');
    if (types.length === 0) continue;
    const narrowed = common.length === 0 ? types : common.flatMap((type) => narrowType(type, types));
    common = [...new Set(narrowed)];
    if (common.length === 0) return null;
  }
  return common;
}

/** Whole numbers are numbers. */
function narrowType(type: string, allowed: readonly string[]): readonly string[] {
  if (allowed.includes(type)) return [type];
  if (type === 'integer' && allowed.includes('number')) return ['integer'];
  return type === 'number' && allowed.includes('integer') ? ['integer'] : [];
}
