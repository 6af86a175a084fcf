/** Small schemas that larger ones are made of. */

import { schemaRef } from './description-parts.ts';

export const TEXT = { type: 'string' };
export const NUMBER = { type: 'integer' };
export const TIME = { type: 'string', format: 'date-time' };
export const OPTIONAL_TIME = { ...TIME, nullable: true };

/** An object whose properties are all required, but for those named as optional. */
export function object(properties: Readonly<Record<string, object>>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: true };
}

export function list(items: object) {
  return { type: 'array', items };
}

/** A text that is one of these. */
export function oneOf(...values: readonly string[]) {
  return { type: 'string', enum: values };
}

/** One page of a list of the named schema. */
export function page(schema: string) {
  return object({ metadata: schemaRef('PageMetadata'), links: schemaRef('PageLinks'), items: list(schemaRef(schema)) });
}
