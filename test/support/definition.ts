/** Definitions made by hand, read as the definitions of services are. */
import { readDefinition } from '../../src/api/openapi/read-definition.ts';
import type { Definition } from '../../src/api/openapi/definition.ts';

/** A definition of operations by id, `GET /org/{orgId}/systems`, each with the rest of its description. */
export function aDefinition(operations: Readonly<Record<string, object>>): Definition {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, about] of Object.entries(operations)) {
    const [method = '', path = ''] = id.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = { responses: { '200': { description: 'Done.' } }, ...about };
  }
  const read = readDefinition(JSON.stringify({ openapi: '3.0.1', info: { title: 'A service', version: 'v1' }, paths }));
  if (!read.ok) throw new Error(read.fault.kind);
  return read.value;
}
