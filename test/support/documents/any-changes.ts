/** Descriptions of changes that take any JSON: for tests about what is sent, and not about what is described. */

const methods = ['post', 'put', 'patch', 'delete'] as const;

/** The `paths` of a definition, with each method that changes something at each of these. */
export function anyChangesAt(paths: readonly string[]): Record<string, object> {
  return Object.fromEntries(paths.map((path) => [path, changesAt(path)]));
}

function changesAt(path: string): object {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const requestBody = { content: { 'application/json': { schema: {} } } };
  const responses = { 200: { description: 'Done.' } };
  return Object.fromEntries(methods.map((method) => [method, { parameters, requestBody, responses }]));
}

/** Any change of one to five segments. */
export const anyPaths = [
  '/{a}',
  '/{a}/{b}',
  '/{a}/{b}/{c}',
  '/org/{orgId}',
  '/org/{orgId}/{a}',
  '/org/{orgId}/{a}/{b}',
];
