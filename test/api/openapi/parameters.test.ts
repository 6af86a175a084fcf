import { buildCall } from '../../../src/api/calls/build-call.ts';
import { describe, expect, test } from 'vitest';
import { parametersOf } from '../../../src/api/openapi/parameters.ts';
import { definitionFrom, definitionOfOne, operationIn } from '../../support/definition.ts';
import { forbiddenHeaders } from '../../support/documents/hostile-paths.ts';
import type { Parameter } from '../../../src/api/openapi/definition.ts';

function parametersIn(path: string, parameters: unknown, more: object = {}): readonly Parameter[] {
  const definition = definitionOfOne(path, 'get', { parameters }, more);
  return parametersOf(definition, operationIn(definition));
}

describe('the parameters of an operation', () => {
  test('are those of its path, too, and its own win by name and place', () => {
    const definition = definitionFrom({
      openapi: '3.0.1',
      paths: {
        '/org/{orgId}/systems': {
          parameters: [
            { name: 'orgId', in: 'path', required: true, description: 'Which one.', schema: { type: 'string' } },
            { name: 'page', in: 'query', description: 'Of the path.', schema: { type: 'integer' } },
            { name: 'X-Page', in: 'header', description: 'Of the path.' },
          ],
          get: {
            parameters: [
              { $ref: '#/components/parameters/page' },
              { name: 'page', in: 'header', schema: { type: 'string' } },
              { name: 'x-page', in: 'header', description: 'Of the operation.' },
            ],
          },
        },
      },
      components: {
        parameters: { page: { name: 'page', in: 'query', required: true, description: 'Of the operation.' } },
      },
    });
    const found = parametersOf(definition, operationIn(definition));
    expect(found.map((one) => [one.in, one.name, one.isRequired, one.description])).toEqual([
      ['path', 'orgId', true, 'Which one.'],
      ['query', 'page', true, 'Of the operation.'],
      ['header', 'x-page', false, 'Of the operation.'],
      ['header', 'page', false, ''],
    ]);
  });

  test.each(['body', 'formData', 'elsewhere'])('say so where OpenAPI 3 has no such place: %s', (place) => {
    const [found] = parametersIn('/a', [{ name: 'it', in: place, schema: {} }]);
    expect(found).toMatchObject({ name: 'it', unusable: 'The definition does not say where it stands.' });
  });

  test.each<[object, Partial<Parameter>]>([
    [{}, { style: 'form', explode: true, unusable: null }],
    [{ explode: false }, { style: 'form', explode: false, unusable: null }],
    [{ style: 'spaceDelimited' }, { style: 'spaceDelimited', explode: false, unusable: null }],
    [
      { style: 'pipeDelimited', explode: true },
      { style: 'pipeDelimited', explode: true, unusable: null },
    ],
    [
      { style: 'deepObject', explode: true },
      { style: 'deepObject', explode: true, unusable: null },
    ],
    [
      { content: { 'application/json': { schema: { type: 'object' } } } },
      { style: 'json', schema: { type: 'object' }, unusable: null },
    ],
    [{ content: { 'text/xml': {} } }, { unusable: 'It is written as "text/xml", which rollcall does not know.' }],
    [{ style: 'matrix' }, { unusable: 'It is written as "matrix", which rollcall does not know.' }],
    [
      { style: 7, explode: 'yes', schema: undefined },
      { style: 'form', explode: true, schema: { type: 'string' }, unusable: null },
    ],
  ])('in a query, written as %j', (writing, facts) => {
    expect(parametersIn('/a', [{ name: 'a', in: 'query', schema: { type: 'array' }, ...writing }])).toMatchObject([
      facts,
    ]);
  });

  test('that need a text in another style make the operation unusable', () => {
    const definition = definitionOfOne('/a/{b}', 'get', { parameters: [{ name: 'b', in: 'path', style: 'label' }] });
    expect(operationIn(definition).unusable).toBe(
      'It requires "b". It is written as "label", which rollcall does not know.',
    );
  });
});

describe('the whole query of OpenAPI 3.2', () => {
  const form = 'application/x-www-form-urlencoded';
  const fields = {
    ...{ name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } }, owner: { type: 'object' } },
    ...{ ids: { type: 'array' }, size: { $ref: '#/components/schemas/Size' } },
  };
  const schema = { type: 'object', required: ['name'], properties: fields };
  const components = {
    schemas: { Size: { type: 'object', properties: { width: {} } } },
    mediaTypes: { Query: { schema } },
  };
  const queryOf = (content: object, required = true) => {
    const parameters = [{ name: 'q', in: 'querystring', required, content }];
    const definition = definitionOfOne('/a', 'get', { parameters }, { openapi: '3.2.0', components });
    return {
      unusable: operationIn(definition).unusable,
      parameters: parametersOf(definition, operationIn(definition)),
    };
  };

  test.each([
    ['in place', { [form]: { schema, encoding: { ids: { style: 'form', explode: false } } } }, false],
    ['by a reference', { [`${form}; charset=utf-8`]: { $ref: '#/components/mediaTypes/Query' } }, true],
  ])('that is a form, described %s, is set field by field', (_, content, explode) => {
    const { unusable, parameters } = queryOf(content);
    expect(unusable).toBeNull();
    expect(parameters).toMatchObject([
      { name: 'name', in: 'query', isRequired: true, style: 'form', explode: true },
      { name: 'tags', isRequired: false, style: 'form', explode: true },
      { name: 'owner', style: 'json' },
      { name: 'ids', style: 'form', explode },
      { name: 'size', style: 'json' },
    ]);
    expect(queryOf(content, false).parameters.some(({ isRequired }) => isRequired)).toBe(false);
    const values = { name: 'a b', tags: ['x', 'y'], owner: { id: 1 }, ids: [1, 2] };
    const set = Object.entries(values).map(([name, value]) => [`query ${name}`, value] as const);
    const plan = { baseUrl: 'https://api.example', orgId: null, parameters, body: null };
    const operation = operationIn(definitionOfOne('/a', 'get', {}));
    const call = buildCall({ ...plan, operation, values: { parameters: new Map(set), body: undefined } });
    const ids = explode ? 'ids=1&ids=2' : 'ids=1,2';
    const query = `name=a%20b&tags=x&tags=y&owner=${encodeURIComponent('{"id":1}')}&${ids}`;
    expect(call).toMatchObject({ ok: true, value: { url: `https://api.example/a?${query}` } });
  });

  test('that is a form of any names is one object, whose fields are the pairs', () => {
    const { parameters } = queryOf({ [form]: { schema: { type: 'object', additionalProperties: true } } });
    expect(parameters).toMatchObject([{ name: 'q', in: 'query', style: 'form', explode: true, unusable: null }]);
  });

  test.each([
    [{ 'application/json': {} }, 'It is the whole query as "application/json", which rollcall does not write.'],
    [{}, 'It is the whole query, and has no fields.'],
    [{ [form]: { schema: { type: 'array' } } }, 'It is the whole query, and has no fields.'],
    [{ [form]: { $ref: '#/nowhere' } }, 'It is the whole query, and has no fields.'],
  ])('that is %j makes the operation unusable where it is required', (content, message) => {
    expect(queryOf(content)).toMatchObject({
      unusable: `It requires "q". ${message}`,
      parameters: [{ unusable: message }],
    });
    expect(queryOf(content, false)).toMatchObject({ unusable: null, parameters: [{ name: 'q', unusable: message }] });
  });
});

test('a path parameter that nobody describes is asked for as text; one that the path does not name is said', () => {
  const found = parametersIn('/a/{b}/{constructor}/{__proto__}', [{ name: 'c', in: 'path', required: true }]);
  expect(found.map(({ name, isRequired, isDeclared, unusable }) => [name, isRequired, isDeclared, unusable])).toEqual([
    ['b', true, false, null],
    ['constructor', true, false, null],
    ['__proto__', true, false, null],
    ['c', false, true, 'The path does not name it.'],
  ]);
  expect(found[0]).toMatchObject({ in: 'path', style: 'simple', schema: { type: 'string' } });
});

test('a path that names the same parameter twice asks for it once', () => {
  expect(parametersIn('/same/{id}/{id}', []).map(({ name }) => name)).toEqual(['id']);
});

describe('headers', () => {
  test.each(forbiddenHeaders)('%j cannot be set', (name) => {
    const [parameter] = parametersIn('/a', [{ name, in: 'header', schema: { type: 'string' } }]);
    expect(parameter?.unusable).toMatch(/^(?:Set by rollcall|rollcall does not send this header)\.$/);
  });

  test.each(['X-HTTP-Method-Override', 'x-http-method', 'X-Original-URL', 'X-Host', 'X-HTTP-Host-Override'])(
    '%s would send another request than the one that is shown',
    (name) => {
      expect(parametersIn('/a', [{ name, in: 'header' }])[0]?.unusable).toBe('rollcall does not send this header.');
    },
  );

  test.each([
    'X-Colour',
    'x-request-id',
    'If-Match',
    'if-none-match',
    'Idempotency-Key',
    'Prefer',
    'tenant-id',
    'From',
  ])('%s can be set', (name) => {
    expect(parametersIn('/a', [{ name, in: 'header' }])).toMatchObject([{ in: 'header', unusable: null }]);
  });

  test.each([
    ['Accept', null],
    ['authorization', null],
    ['Content-Type', null],
    ['X-Colour', null],
    ['Host', 'It requires "Host". rollcall does not send this header.'],
    ['Date', 'It requires "Date". rollcall does not send this header.'],
  ])('an operation that requires %s', (name, unusable) => {
    const definition = definitionOfOne('/a', 'get', { parameters: [{ name, in: 'header', required: true }] });
    expect(operationIn(definition).unusable).toBe(unusable);
  });

  test.each(['User-Agent', 'Accept', 'content-type', 'Authorization'])('%s is asked for nowhere', (name) => {
    const parameters = parametersIn('/a', [{ name, in: 'header', required: true }]);
    expect(parameters).toMatchObject([{ isRequired: false, unusable: 'Set by rollcall.' }]);
    const operation = operationIn(definitionOfOne('/a', 'get', {}));
    const values = { parameters: new Map(), body: undefined };
    const plan = { operation, parameters, body: null, values, orgId: null };
    expect(buildCall({ ...plan, baseUrl: 'https://api.example' })).toMatchObject({ ok: true, value: { headers: {} } });
  });

  test('cookies are never sent', () => {
    const parameter = { name: 'session', in: 'cookie' };
    expect(parametersIn('/a', [parameter])).toMatchObject([
      { name: 'session', unusable: 'rollcall sends no cookies.' },
    ]);
    const definition = definitionOfOne('/a', 'get', { parameters: [{ ...parameter, required: true }] });
    expect(operationIn(definition).unusable).toBe('It requires "session". rollcall sends no cookies.');
  });
});

describe('Swagger 2.0', () => {
  const definition = definitionFrom({
    swagger: '2.0',
    info: { title: 'Old', version: '7' },
    host: 'elsewhere.example:8443',
    basePath: '/v2',
    schemes: ['https', 'http'],
    parameters: { page: { name: 'page', in: 'query', type: 'integer', format: 'int32', minimum: 0 } },
    paths: {
      '/org/{orgId}/systems': {
        parameters: [{ name: 'orgId', in: 'path', required: true, type: 'string' }],
        get: {
          parameters: [
            { $ref: '#/parameters/page' },
            {
              name: 'state',
              in: 'query',
              type: 'array',
              items: { type: 'string', enum: ['a', 'b'] },
              collectionFormat: 'multi',
            },
            { name: 'tags', in: 'query', type: 'array', items: { type: 'string' } },
            { name: 'pipes', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
            { name: 'tabs', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'tsv' },
            { name: 'blanks', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'ssv' },
            { name: 'X-A', in: 'header', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
            { name: 'X-B', in: 'header', type: 'array', items: { type: 'string' } },
          ],
        },
      },
    },
  });

  test('base URL is used, and the difference is told', () => {
    expect(definition).toMatchObject({
      dialect: 'Swagger 2',
      writtenFor: '2.0',
      isKnownVersion: true,
      servers: ['https://elsewhere.example:8443/v2', 'http://elsewhere.example:8443/v2'],
    });
  });

  test('parameters have a type of their own', () => {
    const found = parametersOf(definition, operationIn(definition));
    expect(found.map(({ name, style, explode, unusable }) => [name, style, explode, unusable])).toEqual([
      ['orgId', 'simple', false, null],
      ['page', 'form', false, null],
      ['state', 'form', true, null],
      ['tags', 'form', false, null],
      ['pipes', 'pipeDelimited', false, null],
      ['tabs', 'form', false, 'It is written as "tsv", which rollcall does not know.'],
      ['blanks', 'spaceDelimited', false, null],
      ['X-A', 'simple', false, 'It is written as "pipeDelimited", which rollcall does not know.'],
      ['X-B', 'simple', false, null],
    ]);
    expect(found[1]?.schema).toMatchObject({ type: 'integer', minimum: 0 });
  });
});
