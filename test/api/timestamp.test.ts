import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf, isSameTime, readTimestamp } from '../../src/api/timestamp.ts';
import { anyText } from './any-text.ts';
import { holds, property } from '../support/property.ts';

test.each([
  ['2026-11-20T16:00:00Z', '2026-11-20T16:00:00.000Z'],
  ['2026-11-20t16:00:00z', '2026-11-20T16:00:00.000Z'],
  ['2026-11-20T16:00:00+00:00', '2026-11-20T16:00:00.000Z'],
  ['2026-11-20T16:00:00-00:00', '2026-11-20T16:00:00.000Z'],
  ['2026-11-20T16:00:00-05:30', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T01:00:00+23:59', '2026-11-19T01:01:00.000Z'],
  ['2026-11-20T16:00:00.5Z', '2026-11-20T16:00:00.500Z'],
  ['2026-11-20T16:00:00.1234567Z', '2026-11-20T16:00:00.123Z'],
  ['2026-11-20T16:00:00.999999999+01:00', '2026-11-20T15:00:00.999Z'],
  ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
  ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('%s is %s', (text, moment) => {
  expect(readTimestamp(text)).toBe(Date.parse(moment));
});

const malformed = {
  'nothing or no time': [
    '',
    ' ',
    'never',
    'null',
    'undefined',
    'NaN',
    '0',
    '1',
    '-1',
    '1763654400',
    '1763654400000',
    'Z',
    'T',
  ],
  'a part alone': ['2026', '2026-11', '2026-11-20', '16:00:00Z', '2026-11-20T', '2026-11-20T16Z', '2026-11-20T16:00Z'],
  'no offset': ['2026-11-20T16:00:00', '2026-11-20T16:00:00.123'],
  'no date of any calendar': [
    '2026-00-20T16:00:00Z',
    '2026-13-20T16:00:00Z',
    '2026-11-00T16:00:00Z',
    '2026-11-31T16:00:00Z',
    '2026-11-32T16:00:00Z',
    '2026-02-29T16:00:00Z',
    '2026-02-30T16:00:00Z',
    '2100-02-29T16:00:00Z',
    '2026-04-31T00:00:00+14:00',
  ],
  'no time of a day': [
    '2026-11-20T24:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T16:60:00Z',
    '2026-11-20T16:00:60Z',
    '2016-12-31T23:59:60Z',
    '2026-11-20T-1:00:00Z',
  ],
  'no offset of any zone': [
    '2026-11-20T16:00:00+24:00',
    '2026-11-20T16:00:00+01:60',
    '2026-11-20T16:00:00+1:00',
    '2026-11-20T16:00:00+0100',
    '2026-11-20T16:00:00+01',
    '2026-11-20T16:00:00 01:00',
    '2026-11-20T16:00:00±01:00',
    '2026-11-20T16:00:00\u221201:00',
    '2026-11-20T16:00:00ZZ',
    '2026-11-20T16:00:00Z+01:00',
    '2026-11-20T16:00:00UTC',
    '2026-11-20T16:00:00 GMT',
    '2026-11-20T16:00:00[UTC]',
  ],
  'an odd fraction': [
    '2026-11-20T16:00:00.Z',
    '2026-11-20T16:00:00,5Z',
    '2026-11-20T16:00:00.1234567890Z',
    '2026-11-20T16:00:00.-5Z',
    '2026-11-20T16:00:00.5e3Z',
    '2026-11-20T16:00.5Z',
  ],
  'other separators': [
    '2026-11-20 16:00:00Z',
    '2026-11-20_16:00:00Z',
    '2026/11/20T16:00:00Z',
    '20261120T160000Z',
    '2026-11-20T160000Z',
    '20261120',
    '2026-1-2T3:4:5Z',
    '2026–11–20T16:00:00Z',
    '2026-11-20T16.00.00Z',
  ],
  'other ways to write dates': [
    'Fri, 20 Nov 2026 16:00:00 GMT',
    'Fri Nov 20 2026',
    '20.11.2026 16:00',
    '11/20/2026 4:00 PM',
    '2026-W47-5T16:00:00Z',
    '2026-324T16:00:00Z',
    '/Date(1763654400000)/',
    'P1D',
  ],
  'a year that is not known': [
    '0000-00-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00.0000000Z',
    '1601-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
    '+002026-11-20T16:00:00Z',
    '-002026-11-20T16:00:00Z',
    '12026-11-20T16:00:00Z',
    '26-11-20T16:00:00Z',
  ],
  'something around it': [
    ' 2026-11-20T16:00:00Z',
    '2026-11-20T16:00:00Z ',
    '2026-11-20T16:00:00Z\n',
    '"2026-11-20T16:00:00Z"',
    '2026-11-20T16:00:00Z\u0000',
    '\uFEFF2026-11-20T16:00:00Z',
    '2026-11-20T16:00:00Z2026-11-20T16:00:00Z',
  ],
  'digits of other scripts': ['２０２６-11-20T16:00:00Z', '٢٠٢٦-11-20T16:00:00Z'],
};

test.each(Object.entries(malformed).flatMap(([why, texts]) => texts.map((text) => [why, text])))(
  '%s: %j',
  (_, text) => {
    expect(readTimestamp(text)).toBeNull();
  },
);

describe('for any text', () => {
  const digits = fc.array(fc.nat(9), { maxLength: 9 }).map((all) => all.join(''));
  const moments = fc.date({ min: new Date('2000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
  const timestamp = fc.record({ moment: moments, minutes: fc.integer({ min: -1439, max: 1439 }), digits });

  test('a moment written with any offset and any digits is the same moment', () => {
    holds([timestamp], { numRuns: 2000 }, (written) => {
      const { moment, digits: fraction } = written;
      const seconds = Math.floor(moment.getTime() / 1000);
      expect(readTimestamp(textOf(written))).toBe(seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')));
    });
  });

  test('a character changed makes another moment or none, and never an error', () => {
    holds([timestamp, fc.nat(35), anyText({ maxLength: 2 })], { numRuns: 2000 }, (written, at, other) => {
      const text = textOf(written);
      expect(readTimestamp(text.slice(0, at) + other + text.slice(at + 1))).toSatisfy(isMomentOrNull);
    });
  });

  property('nothing else is ever an error', [anyText()], (text) => {
    expect(readTimestamp(text)).toSatisfy(isMomentOrNull);
  });
});

/** RFC 3339, for a clock that is so many minutes ahead of UTC; the digits are its fraction of a second. */
function textOf(written: { readonly moment: Date; readonly minutes: number; readonly digits: string }): string {
  const ahead = Math.abs(written.minutes);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const offset = `${written.minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`;
  const local = new Date(written.moment.getTime() + written.minutes * 60_000).toISOString().slice(0, 19);
  return local + (written.digits === '' ? '' : `.${written.digits}`) + offset;
}

function isMomentOrNull(value: number | null): boolean {
  return value === null || Number.isSafeInteger(value);
}

test.each([
  ['2026-01-02T03:04:05.123Z', '2026-01-02T03:04:05.1230000+00:00', true],
  ['2026-01-02T03:04:05Z', '2026-01-02t05:04:05+02:00', true],
  ['2026-01-02T03:04:05.1234Z', '2026-01-02T03:04:05.1235Z', false],
  ['2026-01-02T03:04:05.0001Z', '2026-01-02T03:04:05.001Z', false],
  ['yesterday', 'yesterday', true],
  ['yesterday', 'Yesterday', false],
  ['2026-01-02T03:04:05Z', null, false],
  [null, null, true],
  [null, '2026-01-02T03:04:05Z', false],
])('%s and %s: is that one instant? %j', (one, other, isOne) => {
  expect(isSameTime(one, other)).toBe(isOne);
});

test('the text of an instant has no zeros at its end', () => {
  expect(instantOf('2026-01-02T03:04:05.1230Z')).toBe(`@${Date.parse('2026-01-02T03:04:05.123Z')}`);
  expect(instantOf('2026-01-02T03:04:05.12345000Z')).toBe(`@${Date.parse('2026-01-02T03:04:05.123Z')}.45`);
  expect(instantOf('2026-02-30T03:04:05Z')).toBeNull();
});
