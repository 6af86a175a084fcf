/** Constraints of a schema beside its type; of several, the last one counts. */
import type { Json, JsonObject } from '../exact-json.ts';
import { digitsIn, isTrueIn, listIn, own } from './json-access.ts';

/** Undefined when no part has it. */
export function lastOf(parts: readonly JsonObject[], keyword: string): Json | undefined {
  const part = parts.findLast((each) => Object.hasOwn(each, keyword));
  return part === undefined ? undefined : own(part, keyword);
}

/** Empty when no part has it as a text. */
export function lastText(parts: readonly JsonObject[], keyword: string): string {
  for (const part of parts.toReversed()) {
    const text = own(part, keyword);
    if (typeof text === 'string' && text !== '') return text;
  }
  return '';
}

/** A length: a whole number from 0; null when there is none. */
export function lastLength(parts: readonly JsonObject[], keyword: string): number | null {
  const length = lastOf(parts, keyword);
  return typeof length === 'number' && Number.isSafeInteger(length) && length >= 0 ? length : null;
}

export function isAnyTrue(parts: readonly JsonObject[], keyword: string): boolean {
  return parts.some((part) => isTrueIn(part, keyword));
}

/** `example`, or the first of `examples` (OpenAPI 3.1). */
export function exampleOf(parts: readonly JsonObject[]): Json | undefined {
  const example = lastOf(parts, 'example');
  if (example !== undefined) return example;
  return parts.map((part) => listIn(part, 'examples')[0]).findLast((each) => each !== undefined);
}

/** The smallest or largest value, as written; an exclusive bound counts for whole numbers only. */
export function boundOf(parts: readonly JsonObject[], which: 'minimum' | 'maximum', isWhole: boolean): string | null {
  const exclusive = which === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const step = which === 'minimum' ? 1n : -1n;
  for (const part of parts.toReversed()) {
    const bound = digitsIn(part, which);
    // A flag before OpenAPI 3.1; since then the bound itself.
    const excluded = isTrueIn(part, exclusive) ? bound : digitsIn(part, exclusive);
    if (excluded !== null && isWhole) {
      const next = beyond(excluded, step);
      if (next !== null) return next;
    }
    if (bound !== null) return bound;
  }
  return null;
}

/** Limit on digits: no real bound has more. */
const mostDigits = 40;

function beyond(digits: string, step: bigint): string | null {
  return digits.length <= mostDigits && /^-?\d+$/.test(digits) ? String(BigInt(digits) + step) : null;
}
