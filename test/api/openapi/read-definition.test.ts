import { describe, expect, test } from 'vitest';
import { type DefinitionRead, readDefinition } from '../../../src/api/openapi/read-definition.ts';
import { definitionFrom } from '../../support/definition.ts';
import { hostileDocument } from '../../support/documents/hostile.ts';
import { usualDocument } from '../../support/documents/usual.ts';

function read(text: string): DefinitionRead {
  return readDefinition(Buffer.from(text));
}

test('a mark of the order of bytes is no part of the document, and only a whole one is left out', () => {
  const document = '{"swagger":"2.0","info":{"title":"a","version":"1"},"paths":{}}';
  expect(read(`\uFEFF${document}`)).toEqual(read(document));
  for (const bytes of ['efbb', 'efbfbf', 'eebbbf', 'efbbbe']) {
    expect(readDefinition(Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.from(document)])).ok, bytes).toBe(false);
  }
});

test('the usual document lists all its operations by tag and in its order', () => {
  const { operations, ...definition } = definitionFrom(usualDocument());
  expect(definition).toMatchObject({
    dialect: 'OpenAPI 3',
    writtenFor: '3.0.1',
    isKnownVersion: true,
    title: 'Network Automation REST API',
    version: 'v1',
    servers: ['https://api.example.com'],
  });
  expect(operations).toHaveLength(81);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(81);
  expect([...new Set(operations.map(({ tag }) => tag))]).toEqual([
    'Account',
    'Organisation',
    'Users',
    'Systems',
    'Unapproved systems',
    'Enrolment keys',
    'Policies',
    'Tags',
    'DNS',
    'Logs',
    'Meta',
    null,
  ]);
  expect(operations.at(-1)).toMatchObject({ id: 'GET /version', summary: '', operationId: null, tag: null });
});

test('all operations of the hostile document are listed, or counted with a reason', () => {
  const text = hostileDocument();
  expect(text.length).toBeGreaterThan(6_000_000);
  const { operations } = definitionFrom(text);
  expect(operations.length).toBeGreaterThan(5000);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  for (const { method, unusable } of operations) {
    if (!['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) expect(unusable).not.toBeNull();
  }
});

describe('a text that is no definition', () => {
  test.each<[string, object]>([
    ['', { kind: 'not json', at: 0, isCutOff: true }],
    ['null', { kind: 'no operations' }],
    ['[]', { kind: 'no operations' }],
    ['"text"', { kind: 'no operations' }],
    ['7', { kind: 'no operations' }],
    ['{}', { kind: 'no operations' }],
    ['{"openapi":"3.0.1","paths":{}}', { kind: 'no operations' }],
    ['{"openapi":"3.0.1","paths":[]}', { kind: 'no operations' }],
    ['openapi: 3.0.1\npaths: {}\n', { kind: 'yaml' }],
    ['# made by hand\r\n---\r\n"swagger": "2.0"\r\n', { kind: 'yaml' }],
    ['<!doctype html>\n<title>\n Proxy  login </title>', { kind: 'web page', title: 'Proxy login' }],
    [' <html></html>', { kind: 'web page', title: null }],
    ['{"paths":{"/a":', { kind: 'not json', at: 15, isCutOff: true }],
    ['{"paths":{"/a', { kind: 'not json', at: 13, isCutOff: true }],
    ['{"paths":tru', { kind: 'not json', at: 12, isCutOff: true }],
    ['{"paths":-', { kind: 'not json', at: 10, isCutOff: true }],
    ['{"paths":"\\u00', { kind: 'not json', at: 14, isCutOff: true }],
    ['{"paths":"a\nb"}', { kind: 'not json', at: 9, isCutOff: false }],
    ['{"paths":{},}', { kind: 'not json', at: 12, isCutOff: false }],
    ['{"paths":{}}x', { kind: 'not json', at: 12, isCutOff: false }],
    ['{"paths":{}}}', { kind: 'not json', at: 12, isCutOff: false }],
    ["{'paths':{}}", { kind: 'not json', at: 1, isCutOff: false }],
    ['Not found', { kind: 'not json', at: 0, isCutOff: false }],
  ])('%j', (text, fault) => {
    expect(read(text)).toEqual({ ok: false, fault });
  });

  test('one of very many levels is none, too', () => {
    expect(read('{"a":['.repeat(50_000))).toEqual({ ok: false, fault: { kind: 'not json', at: 0, isCutOff: false } });
  });

  test('one that is cut off anywhere says so', () => {
    const whole = JSON.stringify(usualDocument());
    for (let length = 1; length < whole.length; length += 997) {
      expect(read(whole.slice(0, length))).toEqual({
        ok: false,
        fault: { kind: 'not json', at: length, isCutOff: true },
      });
    }
  });
});
