/** Reads the fields of a caller's body. */

import type { ValidationErrors } from '../problems.ts';

/** A parsed value, or its mistake, to follow the field's name. */
export type Read<T> = { readonly value: T } | { readonly error: string };

/** How each field is read. */
export type Readers<T> = { readonly [K in keyof T]-?: (given: unknown) => Read<T[K]> };

/** The fields of the body, or by field its mistake. Fields of other names are left out. */
export function readFields<T extends object>(
  readers: Readers<T>,
  body: unknown,
): { readonly fields: Partial<T> } | { readonly errors: ValidationErrors } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { errors: { body: ['the body must be an object.'] } };
  }
  const errors: Record<string, readonly string[]> = {};
  const fields: Partial<T> = {};
  const given = new Map<string, unknown>(Object.entries(body));
  for (const name of Object.keys(readers) as (keyof T & string)[]) {
    if (!given.has(name)) continue;
    const field = readers[name](given.get(name));
    if ('error' in field) errors[name] = [`${name} ${field.error}`];
    else fields[name] = field.value;
  }
  return Object.keys(errors).length > 0 ? { errors } : { fields };
}

export function oneOf<T>(given: unknown, values: readonly T[]): Read<T> {
  const value = values.find((one) => one === given);
  return value === undefined ? { error: `must be one of ${values.join(', ')}.` } : { value };
}

export function textOf(given: unknown, longest: number): Read<string> {
  if (typeof given !== 'string') return { error: 'must be a text.' };
  if (Array.from(given).length > longest) return { error: `must have at most ${longest} characters.` };
  return { value: given };
}

export function timeOf(given: unknown): Read<string> {
  const isTime = typeof given === 'string' && /^\d{4}-\d\d-\d\dT/.test(given) && !Number.isNaN(Date.parse(given));
  return isTime ? { value: given } : { error: 'must be a time in ISO 8601.' };
}

export function textsOf(given: unknown): Read<readonly string[]> {
  const isTexts = Array.isArray(given) && given.every((one): one is string => typeof one === 'string');
  return isTexts ? { value: given } : { error: 'must be a list of texts.' };
}
