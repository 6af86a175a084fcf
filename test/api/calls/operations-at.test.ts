import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressFor, operationsAt } from '../../../src/api/calls/operations-at.ts';
import { basePathSetting } from '../../../src/state/session/profile-settings.ts';
import { definitionFrom, operationIn } from '../../support/definition.ts';
import { property } from '../../support/property.ts';

const baseUrl = 'https://api.example.com';
const items = { '/items': { get: { summary: 'List' } } };

/** A path, or a text that leads elsewhere in the eyes of some reader. */
const anyPath = fc
  .array(
    fc.constantFrom(
      '/',
      '//',
      '\\\\',
      '..',
      '.',
      '@',
      ':',
      '%2f',
      ';',
      '?',
      '#',
      'api',
      'v2',
      'evil.example',
      'https:',
    ),
  )
  .map((parts) => parts.join(''));
const text = fc.oneof(anyPath, fc.webUrl());

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

test('an operation is sent below the path of its definition, or below the one that the profile says', () => {
  const sent = (url: string, basePath: string | null, signedIn = baseUrl) => {
    const definition = definitionFrom({ openapi: '3.0.3', paths: items, servers: [{ url }] });
    return addressFor(definition, operationIn(definition), { baseUrl: signedIn, basePath });
  };
  expect(sent('/api', null)).toBe(`${baseUrl}/api`);
  expect(sent('/api', '/v2')).toBe(`${baseUrl}/v2`);
  expect(sent('/api', '/v2/')).toBe(`${baseUrl}/v2`);
  expect(sent('/api', '')).toBe(baseUrl);
  expect(sent('/api', '', `${baseUrl}/portal`)).toBe(`${baseUrl}/portal`);
  expect(sent('/', '/api', `${baseUrl}/portal`)).toBe(`${baseUrl}/api`);
  expect(sent('https://other.example/api', null)).toBe(baseUrl);
  expect(sent('https://other.example/api', '/v2')).toBe(`${baseUrl}/v2`);
});

property(
  'whatever the profile and the definition say, the origin is the one of the service',
  [text, anyPath],
  (url, path) => {
    const definition = definitionFrom({ openapi: '3.0.3', paths: items, servers: [{ url }] });
    const read = basePathSetting.decode(path);
    const sent = addressFor(definition, operationIn(definition), { baseUrl, basePath: read ?? null });
    expect(new URL(sent).origin).toBe(baseUrl);
  },
);
