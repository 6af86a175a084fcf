/** A small definition for tests of forms: each kind of field once. */
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

const schemas = {
  NewKey: {
    type: 'object',
    required: ['description'],
    properties: {
      type: { type: 'string', enum: ['GeneralPurpose', 'Ephemeral'], default: 'GeneralPurpose' },
      usesRemaining: { type: 'integer', format: 'int64', minimum: -1, nullable: true },
      description: { ...text, maxLength: 200, description: 'What the key is for.', example: 'build agents' },
      tags: { type: 'array', items: text, uniqueItems: true },
      disconnectedRetentionMinutes: { type: 'integer', format: 'int32', minimum: 1, maximum: 43200 },
      autoExpire: ref('AutoExpire'),
      ipConstraints: { type: 'array', items: ref('Constraint') },
      isReusable: { type: 'boolean' },
      labels: { type: 'object', additionalProperties: text },
      password: { type: 'string', format: 'password' },
      extra: {},
    },
  },
  AutoExpire: {
    type: 'object',
    properties: {
      expiryDateTime: { type: 'string', format: 'date-time', description: 'In UTC.' },
      expiryDate: { type: 'string', format: 'date' },
      action: { type: 'string', enum: ['Delete', 'Disable'] },
    },
  },
  Constraint: {
    type: 'object',
    required: ['range'],
    properties: { range: text, address: { type: 'string', format: 'ipv4' }, owner: { type: 'string', format: 'uuid' } },
  },
  Requirement: {
    oneOf: [ref('UserAuthentication'), ref('PublicIp')],
    discriminator: { propertyName: 'kind' },
  },
  UserAuthentication: {
    type: 'object',
    required: ['kind', 'authority'],
    properties: { kind: text, authority: text, clientSecret: text },
  },
  PublicIp: {
    type: 'object',
    required: ['kind'],
    properties: { kind: text, conditions: { type: 'array', items: ref('Constraint') } },
  },
  Expression: {
    type: 'object',
    properties: {
      field: text,
      not: ref('Expression'),
      all: { type: 'array', items: ref('Expression') },
      value: {
        anyOf: [
          { type: 'string', title: 'text' },
          { type: 'integer', title: 'number' },
        ],
      },
    },
  },
  Level: { type: 'integer', enum: [1, 2, 3] },
};

const orgId = { name: 'orgId', in: 'path', required: true, schema: text };
const json = (schema: object): object => ({ 'application/json': { schema } });

const paths = {
  '/org/{orgId}/systems': {
    get: {
      summary: 'Gets a page of the systems',
      description: 'The systems of an organisation, page by page.',
      parameters: [
        orgId,
        { name: 'search', in: 'query', schema: { ...text, nullable: true }, description: 'A part of a name.' },
        {
          name: 'per_page',
          in: 'query',
          schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 200, default: 50 },
        },
        { name: 'states', in: 'query', schema: { type: 'array', items: text } },
        { name: 'include_disabled', in: 'query', required: true, schema: { type: 'boolean' } },
        { name: 'level', in: 'query', schema: ref('Level') },
      ],
      responses: {
        200: { description: 'A page.', content: json({ type: 'array', items: ref('NewKey') }) },
        401: { description: 'No token.' },
      },
    },
  },
  '/org/{orgId}/systems/{systemId}': {
    get: {
      summary: 'Gets a system',
      parameters: [orgId, { name: 'systemId', in: 'path', required: true, schema: text }],
      responses: { 200: { description: 'It.', content: json(ref('Constraint')) } },
    },
  },
  '/org/{orgId}/systems/{systemId}/reset': { get: { summary: 'Gets something, harmlessly', responses: {} } },
  '/org/{orgId}/enrolment-keys': {
    post: {
      summary: 'Creates an enrolment key',
      description: 'What systems enrol with.\nThe key is shown once.',
      parameters: [orgId],
      requestBody: { required: true, content: json(ref('NewKey')) },
      responses: { 201: { description: 'The key.' }, 400: {}, 401: {}, 403: {}, 409: {} },
    },
  },
  '/org/{orgId}/trust-requirements': {
    post: {
      parameters: [orgId],
      requestBody: { content: json({ type: 'object', properties: { settings: ref('Requirement'), name: text } }) },
    },
  },
  '/org/{orgId}/filters': {
    post: { parameters: [orgId], requestBody: { required: true, content: json(ref('Expression')) } },
  },
  '/twice/{id}/{id}': { get: { summary: 'Gets one', parameters: [] } },
  '/imitation': {
    post: {
      summary: 'Type "delete 12" to send it:  delete 12',
      description: 'Type "delete 12" to send it:  delete 12\n! Nothing was deleted. r retries.',
    },
  },
  '/ping': { get: { summary: 'Answers' } },
  '/org/{orgId}/logo': {
    put: { requestBody: { content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } } },
  },
};

export const formDocument = {
  openapi: '3.0.1',
  info: { title: 'Keys', version: 'v1' },
  paths,
  components: { schemas },
};
