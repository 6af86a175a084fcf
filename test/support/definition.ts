/** Definitions made from the pieces that a test is about, read as those of services are. */
import type { Json, JsonObject } from '../../src/api/exact-json.ts';
import type { DefinedOperation, Definition, RequestBody } from '../../src/api/openapi/definition.ts';
import { type JsonPieces, piecesOf } from '../../src/api/openapi/json-pieces.ts';
import { readDefinition } from '../../src/api/openapi/read-definition.ts';

/** Read from its text, as the program does. */
export function definitionFrom(document: object | string): Definition {
  const read = readDefinition(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)));
  if (!read.ok) throw new Error(`not a definition: ${JSON.stringify(read.fault)}`);
  return read.value;
}

/** Any document, whose values are all parsed together. */
export function documentFrom(document: object | string): JsonPieces {
  return piecesOf(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)), () => 0);
}

/** A definition of operations by their ids, `GET /org/{orgId}/systems`, each with its other descriptions. */
export function aDefinition(operations: Readonly<Record<string, object>>): Definition {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, about] of Object.entries(operations)) {
    const [method = '', path = ''] = id.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = { responses: { '200': { description: 'Done.' } }, ...about };
  }
  return definitionFrom({ openapi: '3.0.1', info: { title: 'A service', version: 'v1' }, paths });
}

/** One with these schemas, and an operation that is not asked about. */
export function definitionWith(schemas: object, openapi = '3.0.1'): Definition {
  return definitionFrom({ openapi, paths: { '/a': { get: {} } }, components: { schemas } });
}

/** One of a single operation. */
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

/** Schemas of the document, whatever they are. */
export function schemasOf({ document }: Definition): ReadonlyMap<string, Json> {
  return new Map(document.entriesAt(['components', 'schemas']));
}

/** The fields at the top of a body that must be there, each with a text that is also the path of a file. */
export function requiredOf({ missing }: Pick<RequestBody, 'missing'>): Readonly<Record<string, string>> {
  const body: Record<string, string> = {};
  for (let [name] = lacked(body, missing); name !== undefined; [name] = lacked(body, missing)) {
    body[name] = import.meta.filename;
  }
  return body;
}

function lacked(body: Readonly<Record<string, string>>, missing: RequestBody['missing']): readonly string[] {
  return missing(body).flatMap(({ names }) => names.slice(0, 1));
}
