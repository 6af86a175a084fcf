import { describe, expect, test } from 'vitest';
import { bodyOf, canAnswerHtml, responsesOf } from '../../../src/api/openapi/bodies.ts';
import type { RequestBody } from '../../../src/api/openapi/definition.ts';
import { shapeOf } from '../../../src/api/openapi/shape.ts';
import { definitionFrom, definitionOfOne, operationIn } from '../../support/definition.ts';

function bodyIn(operation: object, method = 'post', more: object = {}): RequestBody | null {
  const definition = definitionOfOne('/a', method, operation, more);
  return bodyOf(definition, operationIn(definition));
}

const schema = { type: 'object' };

describe('the body of an operation', () => {
  test.each<[string[], string]>([
    [['text/plain', 'application/json', 'text/json'], 'application/json'],
    [['application/xml', 'text/json'], 'text/json'],
    [['application/*+json'], 'application/json'],
    [['*/*'], 'application/json'],
    [['application/json; charset=utf-8'], 'application/json'],
    [['application/merge-patch+json'], 'application/merge-patch+json'],
    [['application/xml', 'application/json-patch+json'], 'application/json-patch+json'],
    [['application/json-patch+json', 'application/merge-patch+json'], 'application/merge-patch+json'],
    [['application/json-patch+json', 'application/vnd.x+json'], 'application/vnd.x+json'],
    [['application/vnd.x+json', 'application/merge-patch+json'], 'application/merge-patch+json'],
    [['application/vnd.my_team+json'], 'application/vnd.my_team+json'],
    [['model/gltf+json'], 'model/gltf+json'],
  ])('%j is sent as %s', (types, sent) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema }]));
    expect(bodyIn({ requestBody: { required: true, description: 'It.', content } })).toEqual({
      type: sent,
      types: expect.arrayContaining([sent]) as string[],
      form: null,
      isFile: false,
      missing: expect.any(Function) as unknown,
      canBeNull: expect.any(Function) as unknown,
      takes: expect.any(Function) as unknown,
      isRequired: true,
      description: 'It.',
      schema,
      unusable: null,
    });
  });

  const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';
  test.each(['application/octet-stream', 'application/xml', 'text/csv', 'application/x-yaml', 'text/plain', slides])(
    '%s is sent as the file that its value names',
    (type) => {
      const body = bodyIn({ requestBody: { required: true, content: { [`${type}; charset=utf-8`]: { schema } } } });
      expect(body).toMatchObject({ type, isFile: true, unusable: null, schema: { type: 'string', format: 'binary' } });
    },
  );

  test.each(['image/*', 'text'])(
    '%s is no media type to send: where it is required, the operation cannot be used',
    (type) => {
      const operation = { requestBody: { content: { [type]: { schema } } } };
      const unusable = `Its body is ${type}, which is no single media type.`;
      expect(bodyIn(operation)).toMatchObject({ type, unusable });
      expect(operationIn(definitionOfOne('/a', 'post', operation)).unusable).toBeNull();
      const required = { requestBody: { required: true, ...operation.requestBody } };
      expect(operationIn(definitionOfOne('/a', 'post', required)).unusable).toBe(unusable);
    },
  );

  test('no media type ends the line that it is sent in', () => {
    const type = 'application/a+json\r\nX-A: b';
    expect(bodyIn({ requestBody: { content: { [type]: { schema } } } })?.unusable).not.toBeNull();
  });

  test('GET and HEAD have none; DELETE may', () => {
    const operation = { requestBody: { content: { 'application/json': { schema } } } };
    expect(bodyIn(operation, 'get')).toBeNull();
    expect(bodyIn(operation, 'head')).toBeNull();
    expect(bodyIn(operation, 'delete')).toMatchObject({ type: 'application/json' });
    expect(bodyIn({})).toBeNull();
  });

  test('is looked up; where it leads nowhere, its shape says why', () => {
    const components = { requestBodies: { a: { required: true, content: { 'application/json': { schema } } } } };
    const at = (name: string): object => ({ requestBody: { $ref: `#/components/requestBodies/${name}` } });
    expect(bodyIn(at('a'), 'post', { components })).toMatchObject({ isRequired: true, schema });
    expect(bodyIn(at('b'), 'post', { components })).toMatchObject({
      isRequired: false,
      schema: at('b')['requestBody' as never],
    });
  });

  test('of Swagger 2.0 with form fields has a file only where one is declared', () => {
    const parameters = [
      { name: 'file', in: 'formData', type: 'file' },
      { name: 'note', in: 'formData', type: 'string', format: 'uuid' },
    ];
    const definition = definitionFrom({ swagger: '2.0', paths: { '/a': { put: { parameters } } } });
    const body = bodyOf(definition, operationIn(definition, 'PUT /a'));
    expect(body?.schema).toMatchObject({
      properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string', format: 'uuid' } },
    });
    expect([...(body?.form?.fields ?? [])].map(([name, { isFile }]) => [name, isFile])).toEqual([
      ['file', true],
      ['note', false],
    ]);
  });

  test('of Swagger 2.0 is a parameter', () => {
    const definition = definitionFrom({
      swagger: '2.0',
      consumes: ['application/xml', 'application/json'],
      paths: {
        '/a': {
          post: { parameters: [{ name: 'it', in: 'body', required: true, description: 'It.', schema }] },
          put: { parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }] },
          patch: { consumes: ['application/merge-patch+json'], parameters: [{ name: 'it', in: 'body', schema }] },
        },
      },
    });
    const bodies = definition.operations.map((operation) => bodyOf(definition, operation));
    expect(bodies).toMatchObject([
      { type: 'application/json', isRequired: true, description: 'It.', schema, unusable: null },
      { type: 'multipart/form-data', isRequired: true },
      { type: 'application/merge-patch+json', isRequired: false, schema },
    ]);
    expect(operationIn(definition, 'PUT /a').unusable).toBeNull();
  });

  test('of Swagger 2.0 follows the operation, not the path or the definition that it overrides', () => {
    const of = { name: 'it', in: 'body', schema };
    const operation = { consumes: [], parameters: [{ ...of, required: false }] };
    const definition = definitionFrom({
      ...{ swagger: '2.0', consumes: ['application/xml'] },
      paths: { '/a': { parameters: [{ ...of, required: true }], post: operation } },
    });
    expect(bodyOf(definition, operationIn(definition))).toMatchObject({ type: 'application/json', isRequired: false });
  });
});

test('a media type by reference, as OpenAPI 3.2 has it, is followed; one that leads nowhere is free, with its reason', () => {
  const at = (name: string) => ({ 'application/json': { $ref: `#/components/mediaTypes/${name}` } });
  const operation = (name: string) => ({
    requestBody: { content: at(name) },
    responses: { '200': { content: at(name) } },
  });
  const more = { components: { mediaTypes: { Item: { schema } } } };
  for (const [name, found] of [
    ['Item', schema],
    ['None', at('None')['application/json']],
  ] as const) {
    const definition = definitionOfOne('/a', 'post', operation(name), more);
    const [answer] = responsesOf(definition, operationIn(definition));
    expect([bodyOf(definition, operationIn(definition))?.schema, answer?.bodies[0]?.schema]).toEqual([found, found]);
    const shape = shapeOf(definition, found);
    expect(shape).toMatchObject(
      name === 'Item' ? { kind: 'object' } : { kind: 'free', reason: expect.stringContaining('nothing at') as string },
    );
  }
});

describe('the responses of an operation', () => {
  test('by status, JSON first', () => {
    const definition = definitionOfOne(
      '/a',
      'get',
      {
        responses: {
          default: { description: 'Else.' },
          '4XX': { $ref: '#/components/responses/gone' },
          200: {
            description: 'It.',
            content: { 'text/plain': { schema }, 'application/json': { schema: { type: 'array' } } },
          },
          404: { $ref: '#/components/responses/nowhere' },
          500: 7,
          'x-more': {},
        },
      },
      { components: { responses: { gone: { description: 'Gone.', content: { 'application/problem+json': {} } } } } },
    );
    expect(responsesOf(definition, operationIn(definition))).toEqual([
      {
        status: '200',
        description: 'It.',
        bodies: [
          { type: 'application/json', schema: { type: 'array' } },
          { type: 'text/plain', schema },
        ],
      },
      { status: '404', description: 'The definition has nothing at "#/components/responses/nowhere".', bodies: [] },
      { status: '500', description: '', bodies: [] },
      { status: 'default', description: 'Else.', bodies: [] },
      { status: '4XX', description: 'Gone.', bodies: [{ type: 'application/problem+json', schema: {} }] },
    ]);
  });

  test('of Swagger 2.0 have one schema for all types', () => {
    const definition = definitionFrom({
      swagger: '2.0',
      produces: ['text/csv', 'application/json'],
      paths: { '/a': { get: { responses: { 200: { description: 'It.', schema }, 204: { description: 'Done.' } } } } },
    });
    expect(responsesOf(definition, operationIn(definition))).toMatchObject([
      {
        status: '200',
        bodies: [
          { type: 'application/json', schema },
          { type: 'text/csv', schema },
        ],
      },
      { status: '204', bodies: [] },
    ]);
  });
});

test.each(['get', 'head'])('a %s that requires a body is listed with its reason', (method) => {
  const schema = { type: 'object', required: ['query'], properties: { query: { type: 'string' } } };
  const content = { 'application/json': { schema } };
  const unusable = `It needs a body, and rollcall sends none with ${method.toUpperCase()}.`;
  const one = (operation: object, more: object = {}) =>
    operationIn(definitionFrom({ openapi: '3.0.3', paths: { '/search': { [method]: operation } }, ...more })).unusable;
  expect(one({ requestBody: { required: true, content } })).toBe(unusable);
  expect(one({ requestBody: { content } })).toBeNull();
  const referred = { components: { requestBodies: { Search: { required: true, content } } } };
  expect(one({ requestBody: { $ref: '#/components/requestBodies/Search' } }, referred)).toBe(unusable);
  const old = { swagger: '2.0', openapi: undefined };
  expect(one({ parameters: [{ name: 'q', in: 'body', required: true, schema }] }, old)).toBe(unusable);
  expect(one({ parameters: [{ name: 'q', in: 'formData', required: true, type: 'string' }] }, old)).toBe(unusable);
  expect(one({ parameters: [{ name: 'q', in: 'body', schema }] }, old)).toBeNull();
});

test('a DELETE that requires a body is sent with it', () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const definition = definitionOfOne('/a', 'delete', { requestBody: { required: true, content } });
  expect(operationIn(definition).unusable).toBeNull();
});

test.each([
  ['text/html', true],
  ['application/json', false],
])('an answer of %s: the definition promises a web page (%s)', (type, isPage) => {
  const definition = definitionOfOne('/a', 'get', {
    responses: { 200: { description: 'It.', content: { [type]: {} } } },
  });
  expect(canAnswerHtml(definition, operationIn(definition))).toBe(isPage);
});

test.each<[name: string, isNull: boolean]>([
  ['site', false],
  ['note', true],
  ['rack', true],
  ['place', true],
  ['any', true],
  ['other', false],
  ['toString', false],
])('the field %s may be sent as null: %j', (name, isNull) => {
  const text = { type: 'string' };
  const properties = {
    ...{ site: text, note: { ...text, nullable: true }, rack: { type: ['string', 'null'] } },
    ...{ place: { oneOf: [text, { type: 'null' }] }, any: {} },
  };
  const bodyWith = (of: object) => bodyIn({ requestBody: { content: { 'application/json': { schema: of } } } });
  expect(bodyWith({ type: 'object', properties })?.canBeNull(name)).toBe(isNull);
  expect(bodyWith({})?.canBeNull(name)).toBe(true);
  expect(bodyWith({ type: 'array' })?.canBeNull(name)).toBe(false);
  const closed = bodyWith({ type: 'object', properties, additionalProperties: false });
  expect([name, 'elsewhere'].map((one) => closed?.takes(one))).toEqual([Object.hasOwn(properties, name), false]);
});
