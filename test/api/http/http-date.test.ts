import { expect, test } from 'vitest';
import { readHttpDate } from '../../../src/api/http/http-date.ts';

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
