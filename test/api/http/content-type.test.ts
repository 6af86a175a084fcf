import { expect, test } from 'vitest';
import { isJson } from '../../../src/api/http/content-type.ts';

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json ;charset=utf-8',
  'Application/JSON',
  'application/problem+json; charset=utf-8',
  'application/vnd.api+json',
])('%s is JSON', (contentType) => {
  expect(isJson(contentType)).toBe(true);
});

test.each([
  '',
  'json',
  'text/html',
  'text/plain',
  'text/json',
  'application/octet-stream',
  'application/jsonx',
  'application/json+xml',
  'application/+json',
  'application/x-ndjson',
  'x-application/json',
  'text/html; application/json',
])('%j is not', (contentType) => {
  expect(isJson(contentType)).toBe(false);
});
