/** Flattens a schema into parts: follows its references, and opens its `allOf`. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import type { Document } from './parameters.ts';
import { kindOf, listIn, textIn } from './json-access.ts';
import { type HopBudget, resolveReference } from './reference.ts';

/** Limits on the cost of one level of a shape. */
export interface ShapeBudget {
  nodes: number;
  readonly hops: HopBudget;
}

export function newShapeBudget(): ShapeBudget {
  return { nodes: mostNodes, hops: { left: mostNodes } };
}

const mostNodes = 2000;
export const mostLevels = 32;

export type Parts =
  | {
      readonly ok: true;
      /** From the general to the particular: a later part wins. */
      readonly parts: readonly JsonObject[];
      /** The requested schema, its references followed; the other parts are its bases. */
      readonly root: JsonObject;
    }
  /** The reason is a sentence. */
  | { readonly ok: false; readonly reason: string };

export function partsOf(definition: Document, schema: Json, budget: ShapeBudget): Parts {
  const found = new Found(definition, budget);
  found.add(schema, 0);
  if (found.reason !== null) return { ok: false, reason: found.reason };
  return { ok: true, parts: found.parts.toReversed(), root: found.root };
}

/** Goes from the particular to the general, so that a repeated schema keeps its last place. */
class Found {
  readonly parts: JsonObject[] = [];
  root: JsonObject = {};
  reason: string | null = null;
  readonly #seen = new Set<Json>();
  readonly #definition: Document;
  readonly #budget: ShapeBudget;

  constructor(definition: Document, budget: ShapeBudget) {
    this.#definition = definition;
    this.#budget = budget;
  }

  add(schema: Json, level: number): void {
    if (this.reason !== null || schema === true) return;
    this.#budget.nodes -= 1;
    if (this.#budget.nodes < 0) this.reason = 'Its description has too many parts.';
    else if (level > mostLevels) this.reason = `Its description is more than ${String(mostLevels)} levels deep.`;
    else if (schema === false) this.reason = 'The definition allows no value here.';
    else if (!isJsonObject(schema)) {
      // A base that is not a schema adds nothing to the others.
      if (level === 0) this.reason = `The definition has ${kindOf(schema)} in the place of its description.`;
    } else this.#addFollowed(schema, level);
  }

  #addFollowed(schema: JsonObject, level: number): void {
    if (this.#seen.has(schema)) return;
    const resolved = resolveReference(this.#definition.document, schema, this.#budget.hops);
    if (!resolved.ok) {
      this.reason = resolved.reason;
      return;
    }
    for (const hop of resolved.hops) this.#addOne(hop, besideReference(this.#definition, hop), level);
    const { value } = resolved;
    if (level === 0 && isJsonObject(value)) this.root = value;
    if (isJsonObject(value)) this.#addOne(value, value, level);
    else this.add(value, level);
  }

  #addOne(schema: JsonObject, part: JsonObject, level: number): void {
    if (this.#seen.has(schema)) return;
    this.#seen.add(schema);
    this.parts.push(part);
    for (const base of listIn(part, 'allOf').toReversed()) {
      this.add(base, level + 1);
      if (this.reason !== null) return;
    }
  }
}

/** Before OpenAPI 3.1 only descriptions count beside `$ref`, and keywords that are commonly meant there. */
const wordsBesideReference = [
  'title',
  'description',
  'nullable',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
  'example',
];

function besideReference({ document }: Document, hop: JsonObject): JsonObject {
  const isOlder = /^(?:2|3\.0)/.test(textIn(document, 'swagger') || textIn(document, 'openapi'));
  return Object.fromEntries(
    Object.keys(hop).flatMap((name) => {
      const value = hop[name];
      const counts = name !== '$ref' && (!isOlder || wordsBesideReference.includes(name));
      return counts && value !== undefined ? [[name, value]] : [];
    }),
  );
}
