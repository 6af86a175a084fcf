/** A document with everything that real definitions describe, beside what the service's own one has. */

const text = { type: 'string' };
const binary = { type: 'string', format: 'binary' };
const whole = { type: 'integer', minimum: 1, maximum: 10 };
const ok = { 200: { description: 'It.', content: { 'application/json': { schema: { type: 'object' } } } } };

function inHeader(name: string) {
  return { name, in: 'header', required: true, schema: text };
}

function inPath(name: string, more: object = {}) {
  return { name, in: 'path', required: true, schema: text, ...more };
}

function takes(content: object, more: object = {}) {
  return { requestBody: { required: true, content }, responses: ok, ...more };
}

/** A base of all resources, whose read-only type some of them describe anew. */
const resource = { type: 'object', properties: { id: { ...text, readOnly: true }, type: { ...text, readOnly: true } } };

const reference = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...text, readOnly: true }, href: { ...text, readOnly: true } },
};

const order = {
  type: 'object',
  required: ['name', 'count'],
  properties: {
    name: { ...text, minLength: 3, maxLength: 5 },
    count: whole,
    isOpen: { type: 'boolean' },
    size: { enum: ['S', 'M', 'L'] },
    share: { type: 'number', minimum: 0.5 },
    due: { ...text, format: 'date' },
    tags: { type: 'array', items: text, minItems: 2 },
    items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
    owner: reference,
    madeAt: { ...text, format: 'date-time', readOnly: true },
    note: { ...text, nullable: true },
  },
};

/** No value of its discriminator is the name of its schema. */
function runner(...kinds: readonly string[]) {
  return { type: 'object', required: ['runner_type'], properties: { runner_type: { enum: kinds }, name: text } };
}

const variants = Array.from({ length: 60 }, (_, at) => ({ $ref: `#/components/schemas/Kind${at}` }));
const kinds = Object.fromEntries(
  variants.map((_, at) => [
    `Kind${at}`,
    { type: 'object', required: ['kind', `of${at}`], properties: { kind: { enum: [`k${at}`] }, [`of${at}`]: text } },
  ]),
);

const paths: Readonly<Record<string, object>> = {
  '/own-headers': {
    get: {
      parameters: ['User-Agent', 'Accept', 'Content-Type', 'Authorization'].map(inHeader),
      responses: ok,
    },
  },
  '/other-headers': {
    get: { parameters: [inHeader('X-Account'), inHeader('OpenAI-Beta'), inHeader('If-Match')], responses: ok },
  },
  '/orders': {
    post: takes({ 'application/json': { schema: { $ref: '#/components/schemas/Order' } } }),
    put: takes({ 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Order' } } }),
    patch: takes({ 'text/json': { schema: { $ref: '#/components/schemas/Order' } } }),
  },
  '/several-types': {
    post: takes({
      'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Item' } },
      'application/scim+json': { schema: { $ref: '#/components/schemas/Item' } },
    }),
  },
  '/charges': {
    post: takes({
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['amount'],
          properties: {
            amount: whole,
            expand: { type: 'array', items: text },
            metadata: { type: 'object', additionalProperties: text, properties: { order: text } },
            card: { type: 'object', properties: { number: text, year: whole } },
            fields: { type: 'array', items: text },
          },
        },
        encoding: {
          expand: { style: 'deepObject', explode: true },
          metadata: { style: 'deepObject', explode: true },
          fields: { style: 'form', explode: false },
        },
      },
    }),
  },
  '/files': {
    post: takes({
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file', 'about'],
          properties: {
            file: binary,
            more: { type: 'array', items: binary },
            about: { $ref: '#/components/schemas/Item' },
            tags: { type: 'array', items: text },
          },
        },
        encoding: { file: { contentType: 'image/png' } },
      },
    }),
    put: takes({ 'application/octet-stream': { schema: binary } }),
  },
  '/pictures': { put: takes({ 'image/*': { schema: binary } }) },
  '/found': {
    get: {
      parameters: [
        { name: 'filter', in: 'query', required: true, style: 'deepObject', explode: true, schema: deepFilter() },
        { name: 'expand', in: 'query', style: 'deepObject', explode: true, schema: { type: 'array', items: text } },
        { name: 'ids', in: 'query', style: 'pipeDelimited', explode: false, schema: { type: 'array', items: text } },
        { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
      ],
      ...takes({ 'application/json': { schema: { type: 'object', properties: { a: text } } } }, { requestBody: {} }),
    },
    head: takes({ 'application/json': { schema: order } }),
  },
  '/compare/{base}...{head}': { get: { parameters: [inPath('base'), inPath('head')], responses: ok } },
  '/trees/{path}': { get: { parameters: [inPath('path', { allowReserved: true })], responses: ok } },
  '/pages/{page}#{part}': { get: { parameters: [inPath('page'), inPath('part')], responses: ok } },
  '/search?of={word}': { get: { parameters: [inPath('word')], responses: ok } },
  '/kinds': { post: takes({ 'application/json': { schema: { oneOf: variants } } }) },
  '/links/{id}': {
    put: {
      parameters: [inPath('id')],
      ...takes({
        'application/json': {
          schema: { type: 'object', required: ['id', 'to'], properties: { id: text, to: reference } },
        },
      }),
    },
  },
  '/addons': {
    post: takes({
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Resource' },
            { type: 'object', required: ['type'], properties: { type: { enum: ['full_page'] }, name: text } },
          ],
        },
      },
    }),
  },
  '/runners': {
    post: takes({
      'application/json': {
        schema: {
          oneOf: [{ $ref: '#/components/schemas/Runner' }, { $ref: '#/components/schemas/Helper' }],
          discriminator: { propertyName: 'runner_type' },
        },
      },
    }),
  },
  '/reports': {
    get: { responses: { 200: { description: 'It.', content: { 'text/csv': {}, 'application/pdf': {} } } } },
  },
  '/secrets': {
    post: takes({
      'application/json': {
        schema: {
          type: 'object',
          properties: { password: { ...text, format: 'password' }, sortKey: text, pin: { ...text, writeOnly: true } },
        },
      },
    }),
  },
};

function deepFilter() {
  return {
    type: 'object',
    required: ['state'],
    properties: {
      state: text,
      size: { type: 'object', properties: { least: whole } },
      tags: { type: 'array', items: text },
    },
  };
}

export function describedDocument() {
  return {
    openapi: '3.2.0',
    info: { title: 'Everything that is described', version: 'v1' },
    paths,
    components: {
      schemas: {
        Order: order,
        Resource: resource,
        Runner: runner('fast', 'slow'),
        Helper: { allOf: [runner('helper', 'other'), { type: 'object', properties: { size: whole } }] },
        Item: { type: 'object', required: ['sku'], properties: { sku: text, count: whole } },
        ...kinds,
      },
    },
  };
}
