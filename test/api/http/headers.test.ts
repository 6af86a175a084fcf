import { describe, expect, test } from 'vitest';
import { isJson, readHttpDate, readRetryAfter } from '../../../src/api/http/headers.ts';

describe('Content-Type', () => {
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
});

describe('Date', () => {
  test.each([
    ['Fri, 20 Nov 2026 16:00:00 GMT', Date.parse('2026-11-20T16:00:00Z')],
    ['Sat, 20 Nov 2026 16:00:00 GMT', null],
    ['Fri, 31 Feb 2026 16:00:00 GMT', null],
    ['Fri, 20 Nov 2026 16:00:00 +0100', null],
    ['Friday, 20-Nov-26 16:00:00 GMT', null],
    ['Fri Nov 20 16:00:00 2026', null],
    ['2026-11-20T16:00:00Z', null],
    ['Fri, 20 Nov 2026 16:00:00 GMT, Fri, 20 Nov 2026 16:00:01 GMT', null],
    ['Invalid Date', null],
    ['1', null],
    ['', null],
  ])('%j is the moment %j', (text, moment) => {
    expect(readHttpDate(text)).toBe(moment);
  });
});

describe('Retry-After', () => {
  const date = 'Fri, 20 Nov 2026 12:00:00 GMT';

  test.each([
    ['30', 30],
    ['0', 1],
    ['600', 600],
    ['86400', 86_400],
    ['1000000000000', 1e9],
    ['9'.repeat(400), 1e9],
  ])('%s seconds are %i', (text, seconds) => {
    expect(readRetryAfter(text, null)).toBe(seconds);
  });

  test.each([
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 12:00:00 GMT', 1],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 1],
    ['Fri, 20 Nov 2026 12:10:00 GMT', 600],
    ['Sat, 20 Nov 2027 12:00:00 GMT', 600],
  ])('until %s is %i', (text, seconds) => {
    expect(readRetryAfter(text, date)).toBe(seconds);
  });

  test('a date without the answer’s own is not measured against this computer’s clock', () => {
    const soon = new Date(Date.now() + 30_000).toUTCString();
    expect(readRetryAfter(soon, null)).toBeNull();
    expect(readRetryAfter(soon, 'yesterday')).toBeNull();
  });

  test.each([
    null,
    '',
    ' ',
    '-5',
    '+5',
    '1.5',
    '1e9',
    '0x10',
    'soon',
    '30, 60',
    '30s',
    '2026-11-20T12:00:30Z',
    'Infinity',
  ])('%j says nothing', (text) => {
    expect(readRetryAfter(text, date)).toBeNull();
  });
});
