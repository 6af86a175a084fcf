/** Definitions made from the pieces under test. */
import type { Json, JsonObject } from '../../src/api/exact-json.ts';
import type { DefinedOperation, Definition } from '../../src/api/openapi/definition.ts';
import { readDefinition } from '../../src/api/openapi/read-definition.ts';

/** Reads a definition from its text, as the program does. */
export function definitionFrom(document: object | string): Definition {
  const read = readDefinition(typeof document === 'string' ? document : JSON.stringify(document));
  if (!read.ok) throw new Error(`not a definition: ${JSON.stringify(read.fault)}`);
  return read.value;
}

/** A definition with these schemas, and one operation that does not matter. */
export function definitionWith(schemas: object, openapi = '3.0.1'): Definition {
  return definitionFrom({ openapi, paths: { '/a': { get: {} } }, components: { schemas } });
}

/** A definition of a single operation. */
export function definitionOfOne(path: string, method: string, operation: object, more: object = {}): Definition {
  return definitionFrom({ openapi: '3.0.1', paths: { [path]: { [method]: operation } }, ...more });
}

export function operationIn({ operations }: Definition, id?: string): DefinedOperation {
  const found = id === undefined ? operations[0] : operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`no operation ${id ?? ''}`);
  return found;
}

export function schemaNamed(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schemas of the document, of any kind. */
export function schemasOf({ document }: Definition): ReadonlyMap<string, Json> {
  const components = document['components'] as { readonly schemas: JsonObject };
  return new Map(Object.entries(components.schemas));
}
