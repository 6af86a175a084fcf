/** The fields of an object, from all parts of its schema. */
import { isJsonObject, type Json, type JsonObject, isList } from '../exact-json.ts';
import type { ShapeField } from './definition.ts';
import type { Document } from './parameters.ts';
import { isTrueIn, listIn, objectIn, own } from './json-access.ts';
import { resolveReference } from './reference.ts';
import type { ShapeBudget } from './flatten-schema.ts';

/** Limit on fields. Others can be set through JSON. */
const mostFields = 500;

interface Fields {
  readonly fields: readonly ShapeField[];
  readonly more: number;
  readonly others: Json | null;
}

/** `leftOut`: the keyword of fields to leave out. */
export function fieldsOf(
  definition: Document,
  parts: readonly JsonObject[],
  budget: ShapeBudget,
  leftOut: 'readOnly' | 'writeOnly',
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
  const fields: ShapeField[] = [];
  let more = 0;
  for (const name of requiredFirst([...schemas.keys()], required)) {
    const schema = schemaOf(schemas.get(name), others);
    if (isLeftOut(definition, schema, budget, leftOut)) continue;
    if (fields.length < mostFields) fields.push({ name, isRequired: required.has(name), schema });
    else more += 1;
  }
  return { fields, more, others };
}

/** Required fields come first, and described ones before the others. */
function requiredFirst(names: readonly string[], required: ReadonlySet<string>): readonly string[] {
  return [...new Set([...names.filter((name) => required.has(name)), ...required, ...names])];
}

/** A field described by several parts has to fit all of them. */
function schemaOf(schemas: readonly Json[] | undefined, others: Json | null): Json {
  const [first, second] = schemas ?? [];
  if (first === undefined || schemas === undefined) return others ?? {};
  return second === undefined ? first : { allOf: schemas };
}

function isLeftOut(definition: Document, schema: Json, budget: ShapeBudget, keyword: string): boolean {
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

/** Schema of the items; anything when no part has one. */
export function itemsOf(parts: readonly JsonObject[]): Json {
  for (const part of parts.toReversed()) {
    const items = own(part, 'items');
    if (items !== undefined) return isList(items) ? {} : items;
  }
  return {};
}
