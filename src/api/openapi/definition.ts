/** The service's own description of its operations, as it was read (OpenAPI 3.0 and 3.1, Swagger 2.0). */
import type { Json, JsonObject } from '../exact-json.ts';

/** The methods that are sent; an operation of another one is listed, and cannot be used. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What it means to send an operation. The method is the floor: words only raise it. */
export type Weight = 'read' | 'change' | 'heavy';

/** The document is kept as it came: no reference in it is followed before somebody looks. */
export interface Definition {
  readonly document: JsonObject;
  readonly dialect: 'OpenAPI 3' | 'Swagger 2';
  /** As it is written: `3.0.1`. */
  readonly writtenFor: string;
  /** Is that a version that rollcall knows? Another one is read as far as it is understood. */
  readonly isKnownVersion: boolean;
  /** `info.title` and `info.version`; raw, empty where there is none. */
  readonly title: string;
  readonly version: string;
  /** In the document's order. */
  readonly operations: readonly DefinedOperation[];
  /** Addresses that the document names for itself (`servers`, `host`), which are never asked; raw. */
  readonly servers: readonly string[];
}

export interface DefinedOperation {
  /** Method and path, `GET /org/{orgId}/systems`: tells it from all others. Raw, as every text here. */
  readonly id: string;
  readonly method: string;
  /** The template, as the document has it. */
  readonly path: string;
  /** The first tag; null without one. */
  readonly tag: string | null;
  /** `summary`, else the first sentence of `description`, else the `operationId`; may be empty. */
  readonly summary: string;
  readonly operationId: string | null;
  readonly isDeprecated: boolean;
  readonly weight: Weight;
  /** Why it cannot be used, as a sentence; null where it can. */
  readonly unusable: string | null;
  /** The Operation Object and the Path Item Object that it stands in. */
  readonly source: JsonObject;
  readonly pathItem: JsonObject;
}

/** Why a text is no definition that can be used. */
export type DefinitionFault =
  /** `at`: the character, from 0, where that is known. */
  | { readonly kind: 'not json'; readonly at: number | null; readonly isCutOff: boolean }
  | { readonly kind: 'yaml' }
  | { readonly kind: 'web page'; readonly title: string | null }
  | { readonly kind: 'no operations' };

/** Where a value of a request stands. */
export type Place = 'path' | 'query' | 'header';

export interface Parameter {
  readonly name: string;
  readonly in: Place;
  readonly isRequired: boolean;
  readonly description: string;
  /** How a list or an object is written (OpenAPI 3, "Style Values"); `json`: as one JSON text. */
  readonly style: 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  readonly explode: boolean;
  /** For `shapeOf`. */
  readonly schema: Json;
  /** Why it cannot be set, as a sentence; null where it can. */
  readonly unusable: string | null;
  /** False: the path names it, and the operation does not describe it. */
  readonly isDeclared: boolean;
}

export interface RequestBody {
  /** As `Content-Type` is sent: `application/json`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Json;
  /** Why it cannot be filled in, such as `multipart/form-data`; null where it can. */
  readonly unusable: string | null;
}

/** A response that an operation may have. */
export interface DefinedResponse {
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description: string;
  /** By media type; JSON first. */
  readonly bodies: readonly { readonly type: string; readonly schema: Json }[];
}

interface ShapeFacts {
  readonly title: string;
  readonly description: string;
  /** Can it be null, in any of the four spellings? */
  readonly isNullable: boolean;
  readonly isDeprecated: boolean;
  readonly isReadOnly: boolean;
  /** `password`, `writeOnly`, or a secret by its name. */
  readonly isSecret: boolean;
  /** Shown dim, never sent. Undefined where there is none. */
  readonly initial: Json | undefined;
  readonly example: Json | undefined;
}

/** What a value may be, one level of it: what is below is looked up when it is opened. */
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
    /** The values with the types that they have; `total` where some are left out. */
    | { readonly kind: 'enum'; readonly values: readonly Json[]; readonly total: number }
    | {
        readonly kind: 'object';
        /** Required ones first, then in the document's order. Without read-only ones. */
        readonly fields: readonly ShapeField[];
        /** How many more there are. */
        readonly more: number;
        /** What fields of other names may be; null where there are none. */
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
        /** The field that tells the variants apart; its value is set with the variant. */
        readonly discriminator: string | null;
      }
    /** Anything: JSON in an editor. `reason`: why, where it is not free on purpose, as a sentence. */
    | { readonly kind: 'free'; readonly reason: string | null }
  );

export interface ShapeField {
  readonly name: string;
  readonly isRequired: boolean;
  /** For `shapeOf`. */
  readonly schema: Json;
}

export interface Variant {
  /** By the discriminator, the title or the reference; raw. */
  readonly name: string;
  /** What the discriminator's field has for it; null without one. */
  readonly tag: string | null;
  readonly schema: Json;
}
