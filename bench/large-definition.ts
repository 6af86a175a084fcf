/** A definition as large as any: 10,000 operations and 7,500 schemas, always the same text of some 13 MB. */

const resources = 2500;
const schemasOfResource = ['', 'Page', 'Change'] as const;
const words = [
  'cursor',
  'label',
  'region',
  'quota',
  'policy',
  'route',
  'window',
  'gateway',
  'sensor',
  'ticket',
  'badge',
];

/** Its JSON. */
export function largeDefinition(): string {
  const paths: Record<string, object> = {};
  const schemas: Record<string, object> = {};
  for (let at = 0; at < resources; at++) {
    const name = `${capital(wordAt(at))}${capital(wordAt(Math.floor(at / words.length)))}${at}`;
    Object.assign(paths, pathsOf(at, name));
    for (const kind of schemasOfResource) schemas[`${name}${kind}`] = schemaOf(at, name, kind);
  }
  const responses = {
    Refused: { description: 'The request was refused.', content: json('#/components/schemas/Problem') },
  };
  schemas['Problem'] = { type: 'object', properties: { title: { type: 'string' }, status: { type: 'integer' } } };
  const parameters = {
    page: { name: 'page', in: 'query', description: 'The page, from 1.', schema: { type: 'integer', format: 'int32' } },
  };
  return JSON.stringify({
    openapi: '3.0.1',
    info: { title: 'A service', version: 'v1' },
    paths,
    components: { schemas, parameters, responses },
  });
}

function pathsOf(at: number, name: string): Record<string, object> {
  const schema = `#/components/schemas/${name}`;
  const path = `/org/{orgId}/area${at % 40}/${wordAt(at)}-${at}`;
  const about = (id: string, summary: string): object => ({
    tags: [`Area ${at % 40}`],
    summary,
    description: `${summary} Only members of the organisation that have the role for it are allowed to do so.`,
    operationId: `${id}${name}`,
  });
  const answers = (description: string, reference: string): object => ({
    '200': { description, content: json(reference) },
    '403': { $ref: '#/components/responses/Refused' },
  });
  const inPath = (parameter: string): object => ({
    ...{ name: parameter, in: 'path', required: true },
    schema: { type: 'string' },
  });
  return {
    [path]: {
      parameters: [inPath('orgId')],
      get: {
        ...about('List', `Lists every ${wordAt(at)} of the organisation.`),
        parameters: [{ $ref: '#/components/parameters/page' }],
        responses: answers('A page.', `${schema}Page`),
      },
      post: {
        ...about('Create', `Creates a ${wordAt(at)} in the organisation.`),
        requestBody: { required: true, content: json(`${schema}Change`) },
        responses: answers('It was created.', schema),
      },
    },
    [`${path}/{id}`]: {
      parameters: [inPath('orgId'), inPath('id')],
      patch: {
        ...about('Change', `Changes one ${wordAt(at)}.`),
        requestBody: { required: true, content: json(`${schema}Change`) },
        responses: answers('It was changed.', schema),
      },
      delete: { ...about('Delete', `Deletes one ${wordAt(at)}.`), responses: answers('It was deleted.', schema) },
    },
  };
}

function schemaOf(at: number, name: string, kind: (typeof schemasOfResource)[number]): object {
  const reference = { $ref: `#/components/schemas/${name}` };
  if (kind === 'Page') {
    const properties = { totalCount: { type: 'integer', format: 'int64' }, items: { type: 'array', items: reference } };
    return { type: 'object', properties, additionalProperties: false };
  }
  const fields = Array.from({ length: kind === '' ? 14 : 8 }, (_, field): [string, object] => [
    `${wordAt(at + field)}${capital(wordAt(field * 3))}${field}`,
    field % 4 === 3
      ? { type: 'string', enum: ['Active', 'Paused', 'Unknown'], description: `State of the ${wordAt(field)}.` }
      : { type: 'string', maxLength: 200, nullable: true, description: `The ${wordAt(field)} as it was last seen.` },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields), additionalProperties: false };
}

function json(reference: string): object {
  return { 'application/json': { schema: { $ref: reference } } };
}

function wordAt(at: number): string {
  return words[at % words.length] ?? '';
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
