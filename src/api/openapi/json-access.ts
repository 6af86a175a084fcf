/** Access to pieces of any document: own properties only, so that `__proto__` is a name like any other. */
import { digitsOf, ExactNumber, isJsonObject, isList, type Json, type JsonObject } from '../exact-json.ts';

const nothing: JsonObject = {};

/** Undefined unless the value is an object with its own property of that name. */
export function own(value: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const piece = value[name];
  // Most keywords are absent, and a plain access is cheaper than `hasOwn`.
  return piece !== undefined && Object.hasOwn(value, name) ? piece : undefined;
}

export function objectIn(value: Json | undefined, name: string): JsonObject {
  const piece = own(value, name);
  return isJsonObject(piece) ? piece : nothing;
}

export function listIn(value: Json | undefined, name: string): readonly Json[] {
  const piece = own(value, name);
  return isList(piece) ? piece : [];
}

/** Empty when there is no text. */
export function textIn(value: Json | undefined, name: string): string {
  const piece = own(value, name);
  return typeof piece === 'string' ? piece : '';
}

export function isTrueIn(value: Json | undefined, name: string): boolean {
  return own(value, name) === true;
}

/** A number's digits as written; null when it is not a number. */
export function digitsIn(value: Json | undefined, name: string): string | null {
  const piece = own(value, name);
  return typeof piece === 'number' || piece instanceof ExactNumber ? digitsOf(piece) : null;
}

/** Words for a piece of the wrong kind. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isList(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return 'a yes or no';
  return typeof value === 'number' || value instanceof ExactNumber ? 'a number' : 'an object';
}
