/** The fields of an object, from all parts of its schema. */
import { isJsonObject, type Json, type JsonObject, isList } from '../exact-json.ts';
import type { Document, ShapeField, ShapeOf } from './definition.ts';
import { isTrueIn, listIn, objectIn, own, resolveReference } from './json-pieces.ts';
import type { ShapeBudget } from './variants.ts';

/** Maximum number of fields; the others can be set as JSON. */
const maxFields = 500;

type Fields = Pick<ShapeOf<'object'>, 'fields' | 'leftOut' | 'more' | 'others'>;

export interface FieldsAbout {
  /** An answer has no write-only fields; a request has no read-only ones. */
  readonly isAnswer: boolean;
  /** True for a part of another value, false for a whole body. */
  readonly isPart: boolean;
}

export function fieldsOf(
  definition: Document,
  parts: readonly JsonObject[],
  budget: ShapeBudget,
  about: FieldsAbout,
): Fields {
  const schemas = new Map<string, Json[]>();
  const required = new Set<string>();
  for (const part of parts) {
    const properties = objectIn(part, 'properties');
    for (const name of Object.keys(properties)) {
      const schema = own(properties, name) ?? null;
      const earlier = schemas.get(name);
      if (earlier === undefined) schemas.set(name, [schema]);
      else if (!earlier.includes(schema)) earlier.push(schema);
    }
    for (const name of listIn(part, 'required')) if (typeof name === 'string') required.add(name);
  }
  const others = othersOf(parts, schemas.size === 0);
  const keyword = about.isAnswer ? 'writeOnly' : 'readOnly';
  const named = requiredFirst([...schemas.keys()], required).map((name): Found => {
    const schema = schemaOf(schemas.get(name), others);
    const field = { name, isRequired: required.has(name), schema };
    // A base may mark a field as read-only that a later part describes again as writable.
    const last = schemas.get(name)?.at(-1) ?? schema;
    return { field, isMarked: isMarked(definition, last, budget, keyword) };
  });
  const { fields, leftOut } = about.isAnswer ? withoutMarked(named) : settable(named, about);
  const more = Math.max(0, fields.length - maxFields);
  return { fields: fields.slice(0, maxFields), leftOut: leftOut.slice(0, maxFields), more, others };
}

interface Found {
  readonly field: ShapeField;
  readonly isMarked: boolean;
}

function withoutMarked(found: readonly Found[]): Pick<Fields, 'fields' | 'leftOut'> {
  const of = (isMarked: boolean) => found.filter((one) => one.isMarked === isMarked).map(({ field }) => field);
  return { fields: of(false), leftOut: of(true) };
}

/** Fields that say which thing is meant. */
const identity = /^_?(?:id|uuid|guid|urn|identifier)$|[a-z\d]I[dD]$|[_-]id$/;
/** Fields that only say what kind of thing is meant. */
const kind = /^[@_$]?(?:type|kind|object)$|[a-z_-]type$/i;

/**
 * Drops read-only fields, but keeps the id of a reference: nothing else says which thing it means, and many
 * definitions describe a reference by the schema of an answer. In a whole body the service sets the id, even a
 * required one.
 */
function settable(found: readonly Found[], { isPart }: FieldsAbout): Pick<Fields, 'fields' | 'leftOut'> {
  const isReference = found.every(({ field, isMarked: isRead }) => isRead || kind.test(field.name));
  return withoutMarked(
    found.map((one) => {
      const { field, isMarked: isRead } = one;
      const isOffered = identity.test(field.name) && (isReference || (isPart && field.isRequired));
      if (!isRead || !isOffered) return one;
      return { field: { ...field, isRequired: field.isRequired && isReference && isPart }, isMarked: false };
    }),
  );
}

/** Required fields come first, and described ones before the others. */
function requiredFirst(names: readonly string[], required: ReadonlySet<string>): readonly string[] {
  return [...new Set([...names.filter((name) => required.has(name)), ...required, ...names])];
}

/** A field that several parts describe must match all of them. */
function schemaOf(schemas: readonly Json[] | undefined, others: Json | null): Json {
  const [first, second] = schemas ?? [];
  if (first === undefined || schemas === undefined) return others ?? {};
  return second === undefined ? first : { allOf: schemas };
}

function isMarked(definition: Document, schema: Json, budget: ShapeBudget, keyword: string): boolean {
  if (isTrueIn(schema, keyword)) return true;
  if (budget.hops.left <= 0) return false;
  const resolved = resolveReference(definition.document, schema, budget.hops);
  if (!resolved.ok) return false;
  const { value } = resolved;
  return isTrueIn(value, keyword) || listIn(value, 'allOf').some((part) => isTrueIn(part, keyword));
}

/** Schema of fields with other names; null when they are not allowed. */
function othersOf(parts: readonly JsonObject[], isWithoutFields: boolean): Json | null {
  for (const part of parts.toReversed()) {
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      const piece = own(part, keyword);
      if (piece === false) return null;
      if (piece === true) return {};
      if (isJsonObject(piece)) return piece;
    }
    const patterns = objectIn(part, 'patternProperties');
    const [pattern] = Object.keys(patterns);
    if (pattern !== undefined) return own(patterns, pattern) ?? {};
  }
  return isWithoutFields ? {} : null;
}

/** Accepts anything when no part has `items`. */
export function itemsOf(parts: readonly JsonObject[]): Json {
  for (const part of parts.toReversed()) {
    const items = own(part, 'items');
    if (items !== undefined) return isList(items) ? {} : items;
  }
  return {};
}
