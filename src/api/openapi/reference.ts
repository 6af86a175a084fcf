/** Resolves references within a document (`#/…`, RFC 6901). References elsewhere are reported, and never opened. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import { type JsonPieces, own, type Steps } from './json-pieces.ts';
import { decoded } from './path-form.ts';

export type Resolved =
  | {
      readonly ok: true;
      readonly value: Json;
      /** The objects with `$ref` on the way, in order, including the keywords beside `$ref`. */
      readonly hops: readonly JsonObject[];
    }
  /** The reason is a sentence. */
  | { readonly ok: false; readonly reason: string };

/** References that may still be followed; shared by all lookups for one question. */
export interface HopBudget {
  left: number;
}

const maxHops = 64;
/** In characters; no real reference is longer. */
const maxReferenceLength = 2000;

/** Follows the references of a piece; returns the piece itself when it has none. */
export function resolveReference(document: JsonPieces, piece: Json, budget: HopBudget = { left: maxHops }): Resolved {
  if (referenceOf(piece) === null) return { ok: true, value: piece, hops: [] };
  const hops: JsonObject[] = [];
  let value = piece;
  for (;;) {
    const reference = referenceOf(value);
    if (reference === null || !isJsonObject(value)) return { ok: true, value, hops };
    if (hops.includes(value)) return { ok: false, reason: 'Its references lead in a circle.' };
    if (hops.length >= maxHops || budget.left <= 0) {
      return { ok: false, reason: `It is more than ${String(maxHops)} references away.` };
    }
    budget.left -= 1;
    hops.push(value);
    if (!reference.startsWith('#')) {
      return { ok: false, reason: `It is described at ${quoted(reference)}, which rollcall never opens.` };
    }
    const steps = stepsOf(reference);
    const found = steps === null ? undefined : document.pieceAt(steps);
    if (found === undefined) return { ok: false, reason: `The definition has nothing at ${quoted(reference)}.` };
    value = found;
  }
}

/**
 * An entry of `content`, which may be a reference in OpenAPI 3.2. A broken reference becomes the schema, whose shape
 * says why.
 */
export function mediaTypeIn(document: JsonPieces, content: Json | undefined, type: string): Json {
  const piece = own(content, type) ?? null;
  const resolved = resolveReference(document, piece);
  return resolved.ok ? resolved.value : { schema: piece };
}

/** Null when there is no `$ref`. */
export function referenceOf(value: Json | undefined): string | null {
  const reference = own(value, '$ref');
  return typeof reference === 'string' ? reference : null;
}

/** The last step of a reference. */
export function nameOfReference(reference: string): string {
  return stepsOf(reference)?.at(-1) ?? '';
}

/** Steps of `#` or `#/…`, decoded; null for any other text. */
function stepsOf(reference: string): Steps | null {
  if (reference === '#') return [];
  if (!reference.startsWith('#/') || reference.length > maxReferenceLength) return null;
  const steps = decoded(reference.slice(2))?.split('/');
  return steps?.map((step) => (step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step)) ?? null;
}

const maxQuoted = 30;

function quoted(reference: string): string {
  return `"${reference.length > maxQuoted ? `${reference.slice(0, maxQuoted - 1)}…` : reference}"`;
}
