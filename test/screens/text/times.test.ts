import { afterEach, describe, expect, test } from 'vitest';
import { age, duration, exact, local } from '../../../src/screens/text/times.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('an age', () => {
  test.each([
    [0, '<1 m'],
    [MINUTE - 1, '<1 m'],
    [MINUTE, '1 m'],
    [HOUR - 1, '59 m'],
    [HOUR, '1 h'],
    [DAY - 1, '23 h'],
    [DAY, '1 d'],
    [612.9 * DAY, '612 d'],
    [2000 * DAY, '2000 d'],
  ])('of %i ms is %s', (ms, shown) => {
    expect(age(ms)).toBe(shown);
  });

  test('below zero, of a moment still to come, is none', () => {
    expect(age(-DAY)).toBe('<1 m');
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

describe('time left', () => {
  test.each([
    [-SECOND, '0 s'],
    [0, '0 s'],
    [39.2 * SECOND, '40 s'],
    [MINUTE, '60 s'],
    [MINUTE + 1, 'about 2 min'],
    [2.5 * MINUTE, 'about 3 min'],
    [HOUR, 'about 60 min'],
    [HOUR + 1, 'about 2 h'],
  ])('of %i ms is %s', (ms, shown) => {
    expect(duration(ms)).toBe(shown);
  });
});
