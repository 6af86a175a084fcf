/** Parts that the operations of the usual definition share, as Swashbuckle writes them. */

/** A part of a description. */
export type Part = Readonly<Record<string, unknown>>;

/** The largest 64-bit integer, which no double holds: `JSON.stringify` writes its digits. */
export const LARGEST_INTEGER = (JSON as unknown as { rawJSON(digits: string): unknown }).rawJSON('9223372036854775807');

export const text = { type: 'string' };
export const optionalText = { type: 'string', nullable: true };
export const int32 = { type: 'integer', format: 'int32' };
export const int64 = { type: 'integer', format: 'int64' };
export const yesNo = { type: 'boolean' };
export const time = { type: 'string', format: 'date-time' };
export const optionalTime = { type: 'string', format: 'date-time', nullable: true };
export const uuid = { type: 'string', format: 'uuid' };

export function ref(schema: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${schema}` };
}

export function list(items: Part): Part {
  return { type: 'array', items };
}

/** Swashbuckle's models: only the named fields are required. */
export function model(properties: Part, ...required: string[]): Part {
  return { ...(required.length > 0 && { required }), type: 'object', properties, additionalProperties: false };
}

export function paged(schema: string): Part {
  return model({
    metadata: ref('PageMetadata'),
    links: ref('PageLinks'),
    items: { ...list(ref(schema)), nullable: true },
  });
}

export function inPath(name: string, schema: Part = text): Part {
  return { name, in: 'path', required: true, schema };
}

export function inQuery(name: string, schema: Part = text, more: Part = {}): Part {
  return { name, in: 'query', schema, ...more };
}

export function inHeader(name: string, more: Part = {}): Part {
  return { name, in: 'header', schema: text, ...more };
}

/** Swashbuckle lists a text type first, and the same schema for each type. */
function everyJson(schema: Part): Part {
  return { 'text/plain': { schema }, 'application/json': { schema }, 'text/json': { schema } };
}

/** The body of a request. */
export function body(schema: Part, more: Part = {}): Part {
  return {
    requestBody: {
      content: { 'application/json': { schema }, 'text/json': { schema }, 'application/*+json': { schema } },
      ...more,
    },
  };
}

const problem = { content: { 'application/problem+json': { schema: ref('ProblemDetails') } } };

export function answers(status: string, schema: Part | null, ...problems: string[]): Part {
  const success =
    schema === null ? { description: 'No Content' } : { description: 'Success', content: everyJson(schema) };
  const failures = ['400', '401', '403', '404', ...problems].map((code) => [
    code,
    { description: 'Problem', ...problem },
  ]);
  return { responses: { [status]: success, ...Object.fromEntries(failures) } };
}

/** An answer that is not JSON. */
export function answersOf(type: string): Part {
  return { responses: { '200': { description: 'Success', content: { [type]: { schema: text } } } } };
}

/** Succeeds with a value of this schema. */
export function gives(schema: string): Part {
  return answers('200', ref(schema));
}

/** Succeeds with a new value of this schema. */
export function creates(schema: string, ...problems: string[]): Part {
  return answers('201', ref(schema), ...problems);
}

/** Succeeds without an answer. */
export const done = answers('204', null);

/** Takes a body of this schema. */
export function takes(schema: string, isRequired?: 'required'): Part {
  return body(ref(schema), isRequired === undefined ? {} : { required: true });
}

/** Parameters outside the path. */
export function query(...parameters: Part[]): Part {
  return { parameters };
}
