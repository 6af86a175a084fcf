/** Flattens a schema into parts: follows its references, and opens its `allOf`. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import type { Document } from './definition.ts';
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
  // From the particular to the general, so that a repeated schema keeps its last place.
  const parts: JsonObject[] = [];
  const seen = new Set<Json>();
  let root: JsonObject = {};

  /** Why the piece cannot be read, as a sentence; null when it is added. */
  const add = (piece: Json, level: number): string | null => {
    if (piece === true) return null;
    budget.nodes -= 1;
    if (budget.nodes < 0) return 'Its description has too many parts.';
    if (level > mostLevels) return `Its description is more than ${String(mostLevels)} levels deep.`;
    if (piece === false) return 'The definition allows no value here.';
    if (!isJsonObject(piece)) {
      // A base that is not a schema adds nothing to the others.
      return level > 0 ? null : `The definition has ${kindOf(piece)} in the place of its description.`;
    }
    if (seen.has(piece)) return null;
    const resolved = resolveReference(definition.document, piece, budget.hops);
    if (!resolved.ok) return resolved.reason;
    const { value, hops } = resolved;
    if (level === 0 && isJsonObject(value)) root = value;
    return (
      firstOf(hops, (hop) => addOne(hop, besideReference(definition, hop), level)) ??
      (isJsonObject(value) ? addOne(value, value, level) : add(value, level))
    );
  };

  const addOne = (piece: JsonObject, part: JsonObject, level: number): string | null => {
    if (seen.has(piece)) return null;
    seen.add(piece);
    parts.push(part);
    return firstOf(listIn(part, 'allOf').toReversed(), (base) => add(base, level + 1));
  };

  const reason = add(schema, 0);
  return reason === null ? { ok: true, parts: parts.toReversed(), root } : { ok: false, reason };
}

/** The first reason; null without one. */
function firstOf<T>(all: readonly T[], reasonOf: (one: T) => string | null): string | null {
  for (const one of all) {
    const reason = reasonOf(one);
    if (reason !== null) return reason;
  }
  return null;
}

/** Before OpenAPI 3.1 only descriptions count beside `$ref`, and keywords that are commonly meant there. */
export const wordsBesideReference: readonly string[] = [
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
  const isOlder = /^(?:2|3\.0)/.test(textIn(document.root, 'swagger') || textIn(document.root, 'openapi'));
  return Object.fromEntries(
    Object.keys(hop).flatMap((name) => {
      const value = hop[name];
      const counts = name !== '$ref' && (!isOlder || wordsBesideReference.includes(name));
      return counts && value !== undefined ? [[name, value]] : [];
    }),
  );
}
