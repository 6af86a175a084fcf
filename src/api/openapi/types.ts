/** The types that a schema names, or that its other keywords imply. */
import { type Json, type JsonObject, isList } from '../exact-json.ts';
import { own } from './json-access.ts';

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
