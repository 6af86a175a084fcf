import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  age,
  duration,
  exact,
  local,
  count,
  counts,
  percent,
  plural,
  progressBar,
} from '../../../src/screens/text/quantities.ts';
import { holds } from '../../support/property.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('an age', () => {
  test.each([
    [0, '<1 min'],
    [MINUTE - 1, '<1 min'],
    [MINUTE, '1 min'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 h'],
    [DAY - 1, '23 h'],
    [DAY, '1 d'],
    [612.9 * DAY, '612 d'],
    [2000 * DAY, '2000 d'],
  ])('of %i ms is %s', (ms, shown) => {
    expect(age(ms)).toBe(shown);
  });

  test('below zero, of a moment still to come, is none', () => {
    expect(age(-DAY)).toBe('<1 min');
  });
});

test('an exact time is to the minute and in UTC', () => {
  expect(exact(Date.UTC(2025, 2, 18, 9, 12, 59, 999))).toBe('2025-03-18 09:12 UTC');
});

describe('the same moment here', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
  test.each([
    ['UTC', null],
    ['Europe/Berlin', '2025-03-18 00:12'],
    ['Asia/Tokyo', '2025-03-18 08:12'],
    ['America/New_York', '19:12'],
  ])('in %s is %s', (timeZone, shown) => {
    process.env['TZ'] = timeZone;
    expect(local(Date.UTC(2025, 2, 17, 23, 12))).toBe(shown);
  });
});

test.each([
  [-SECOND, '0 s'],
  [0, '0 s'],
  [39.2 * SECOND, '40 s'],
  [MINUTE, '60 s'],
  [MINUTE + 1, 'about 2 min'],
  [2.5 * MINUTE, 'about 3 min'],
  [HOUR, 'about 60 min'],
  [HOUR + 1, 'about 2 h'],
])('time left of %i ms is %s', (ms, shown) => {
  expect(duration(ms)).toBe(shown);
});

test.each([
  [0, '0'],
  [999, '999'],
  [12_431, '12,431'],
  [1_000_000, '1,000,000'],
])('%i is written %s', (n, written) => {
  expect(count(n)).toBe(written);
});

test.each([
  [0, '0 systems'],
  [1, '1 system'],
  [2, '2 systems'],
  [12_431, '12,431 systems'],
])('%i of them are %s', (n, written) => {
  expect(plural(n, 'system')).toBe(written);
});

test('counts that are not 0 are named, in their order', () => {
  expect(counts([12, 'new'], [0, 'gone'], [1000, 'silent'])).toEqual(['12 new', '1,000 silent']);
  expect(counts([0, 'new'])).toEqual([]);
});

test('half of the work is half of the bar', () => {
  expect(progressBar(5, 10, 10)).toBe('█████░░░░░');
});

test.each([
  [0, 100, '░░░░░░░░░░'],
  [9, 100, '░░░░░░░░░░'],
  [55, 100, '█████░░░░░'],
  [99.9, 100, '█████████░'],
  [100, 100, '██████████'],
  [120, 100, '██████████'],
  [0, 0, '██████████'],
  [7, null, '──────────'],
])('a bar of ten cells for %d of %d', (done, total, bar) => {
  expect(progressBar(done, total, 10)).toBe(bar);
});

test('a share is never called none of it, or all, where it is not', () => {
  expect([percent(0, 9), percent(1, 9999), percent(9998, 9999), percent(9, 9), percent(0, 0)]).toEqual([
    ...['0 %', '<1 %', '>99 %', '100 %', '0 %'],
  ]);
  holds([fc.nat(), fc.nat()], (part, rest) => {
    if (part > 0) expect(percent(part, part + rest)).not.toBe('0 %');
    if (rest > 0) expect(percent(part, part + rest)).not.toBe('100 %');
  });
});
