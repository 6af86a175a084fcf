import { expect, test } from 'vitest';
import { readRetryAfter } from '../../../src/api/http/retry-after.ts';

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
