import { describe, expect, test } from 'vitest';
import { addressFor, operationsAt } from '../../../src/api/calls/operations-at.ts';
import { definitionFrom, operationIn } from '../../support/definition.ts';

const baseUrl = 'https://api.example.com';
const items = { '/items': { get: { summary: 'List' } } };

function at(about: object, signedIn = baseUrl) {
  return operationsAt(definitionFrom({ openapi: '3.0.3', paths: items, ...about }), signedIn);
}

function below(path: string) {
  return { kind: 'below', path, baseUrl: `${baseUrl}${path}` };
}

describe('the operations of a definition are', () => {
  test.each([
    [{}],
    [{ servers: [] }],
    [{ servers: 'wrong' }],
    [{ servers: [{ url: 'https://api.example.com/' }] }],
    [{ servers: [{ url: '/' }] }],
    [{ servers: [{ url: 'https://other.example' }, { url: 'https://API.example.com:443' }] }],
    [{ swagger: '2.0', openapi: undefined, host: 'api.example.com' }],
    [{ swagger: '2.0', openapi: undefined, basePath: '/' }],
  ])('where they were for %j', (about) => {
    expect(at(about)).toEqual({ kind: 'here' });
  });

  test.each([
    [{ servers: [{ url: '/api/v1' }] }],
    [{ servers: [{ url: '/api/v1/' }] }],
    [{ servers: [{ url: '../../api/v1' }] }],
    [{ servers: [{ url: 'https://api.example.com/api/{version}', variables: { version: { default: 'v1' } } }] }],
    [{ servers: [{ url: 'https://other.example/api/v1' }, { url: '/api/v1' }] }],
    [{ swagger: '2.0', openapi: undefined, basePath: '/api/v1' }],
    [{ swagger: '2.0', openapi: undefined, host: 'api.example.com', basePath: '/api/v1' }],
    [{ swagger: '2.0', openapi: undefined, host: 'api.example.com', schemes: ['https'], basePath: '/api/v1' }],
  ])('below another path of the same origin for %j', (about) => {
    expect(at(about)).toEqual(below('/api/v1'));
  });

  test('above the address that was signed in to, where the definition says so', () => {
    expect(at({ servers: [{ url: '/' }] }, `${baseUrl}/portal`)).toEqual({ kind: 'below', path: '/', baseUrl });
  });

  test.each([
    ['https://other.example/v2', 'https://other.example/v2'],
    ['http://api.example.com/api', 'http://api.example.com/api'],
    ['https://api.example.com:8443/api', 'https://api.example.com:8443/api'],
    ['//other.example/api', 'https://other.example/api'],
    ['https://api.example.com@other.example/', 'https://other.example'],
    ['https://{host}/api', 'https://{host}/api'],
    ['/api;x=1', 'https://api.example.com/api;x=1'],
    ['/api%2f..', 'https://api.example.com/api%2f..'],
    ['/api?x=1', 'https://api.example.com/api'],
    ['https://me@api.example.com/api', 'https://api.example.com/api'],
    ['javascript:alert(1)', 'nullalert(1)'],
  ])('nowhere that a token goes for %s', (url, address) => {
    expect(at({ servers: [{ url }] })).toEqual({ kind: 'elsewhere', address });
  });
});

test('an operation and its path may have servers of their own', () => {
  const definition = definitionFrom({
    openapi: '3.0.3',
    servers: [{ url: '/api' }],
    paths: {
      '/a': { get: {}, put: { servers: [{ url: '/uploads' }] } },
      '/b': { servers: [{ url: 'https://other.example' }], get: {} },
    },
  });
  const place = (id: string) => operationsAt(definition, baseUrl, operationIn(definition, id));
  expect(place('GET /a')).toEqual(below('/api'));
  expect(place('PUT /a')).toEqual(below('/uploads'));
  expect(place('GET /b')).toEqual({ kind: 'elsewhere', address: 'https://other.example' });
});

test('only an answer for that very path sends an operation below it', () => {
  const definition = definitionFrom({ openapi: '3.0.3', paths: items, servers: [{ url: '/api' }] });
  const sent = (...answers: [string, boolean][]) =>
    addressFor(definition, operationIn(definition), { baseUrl, prefixes: new Map(answers) });
  expect(sent()).toBe(baseUrl);
  expect(sent(['/api', true])).toBe(`${baseUrl}/api`);
  expect(sent(['/api', false])).toBe(baseUrl);
  expect(sent(['/other', true])).toBe(baseUrl);
  const elsewhere = definitionFrom({ openapi: '3.0.3', paths: items, servers: [{ url: 'https://other.example/api' }] });
  const prefixes = new Map([['/api', true]]);
  expect(addressFor(elsewhere, operationIn(elsewhere), { baseUrl, prefixes })).toBe(baseUrl);
});
