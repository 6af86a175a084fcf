/** Typed lines of a form, as values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf, parseExactly, readJsonText, writeExactly } from '../../../../src/api/exact-json.ts';
import {
  compareNumbers,
  isNumberText,
  isStrict,
  isWholeNumber,
  itemsIn,
  lineOf,
  numberOf,
} from '../../../../src/state/explorer/form/typed-value.ts';
import { property, holds } from '../../../support/property.ts';
import { groupDigits } from '../../../../src/state/kernel/spelling.ts';

describe('a number', () => {
  property('keeps every digit', [fc.bigInt(), fc.nat(99999)], (whole, part) => {
    const text = `${whole}.${part}`;
    expect(isNumberText(text)).toBe(true);
    expect(digitsOf(numberOf(text))).toBe(text);
    expect(writeExactly(numberOf(String(whole)))).toBe(String(whole));
  });

  test('is compared digit by digit', () => {
    holds([fc.bigInt(), fc.bigInt(), fc.nat(40)], (a, b, zeros) => {
      const sign = a === b ? 0 : a < b ? -1 : 1;
      // `Math.sign` may give -0, which `+ 0` makes 0.
      expect(Math.sign(compareNumbers(`${a}.${'0'.repeat(zeros + 1)}`, String(b)) ?? 7) + 0).toBe(sign);
    });
    expect(compareNumbers('9223372036854775808', '9223372036854775807')).toBeGreaterThan(0);
    expect(compareNumbers('1e3', '999.99')).toBeGreaterThan(0);
    expect(compareNumbers('-0.1', '0')).toBeLessThan(0);
    expect(compareNumbers('a', '0')).toBeNull();
  });

  test('is told from what is none', () => {
    for (const text of ['', '+1', '01', '1.', '.5', 'abc', '1,000', '0x1', 'NaN']) {
      expect(isNumberText(text)).toBe(false);
    }
    expect(['1', '-0', '1.0', '1e2', '10e-1', '1.5', '1e-1'].map(isWholeNumber)).toEqual([
      ...[true, true, true, true, true, false, false],
    ]);
    expect(groupDigits('9223372036854775807')).toBe('9,223,372,036,854,775,807');
  });
});

test.each<[string, 'date' | 'date-time', boolean]>([
  ['2026-12-01', 'date', true],
  ['2026-12-01T18:00:00+02:00', 'date-time', true],
  ['2026-12-01t18:00:60.5z', 'date-time', true],
  ['2026-12-01', 'date-time', false],
  ['2026-12-01T18:00:00Z', 'date', false],
  ['2026-02-30', 'date', false],
  ['2026-12-01T25:00:00Z', 'date-time', false],
  ['in 8h', 'date-time', false],
])('%s as a %s is one of RFC 3339: %j', (text, format, isOne) => {
  expect(isStrict(text, format)).toBe(isOne);
});

describe('a list in a line', () => {
  property('is read as it was written', [fc.array(fc.string({ unit: 'binary' }))], (items) => {
    expect(itemsIn(lineOf(items))).toEqual(items);
  });

  test('has texts with commas in quotation marks', () => {
    expect(itemsIn('a, b,  "c d, e" ,""')).toEqual(['a', 'b', 'c d, e', '']);
    expect(itemsIn('a, "b')).toBeNull();
    expect(itemsIn('"a" b')).toBeNull();
    expect(itemsIn(' ')).toEqual([]);
  });
});

describe('JSON as it is written by hand', () => {
  test('is read', () => {
    holds([fc.jsonValue()], (value) => {
      const text = JSON.stringify(value, null, 2);
      expect(readJsonText(`// a comment\n${text}\n  // another`)).toEqual({
        ok: true,
        value: parseExactly(text),
      });
    });
    expect(readJsonText('// nothing\n')).toBeNull();
  });

  test.each([
    ['{"a":1,"a":2}', 'a', 1, 8],
    ['{"a\\nb":1,"a\\nb":2}', String.raw`a\nb`, 1, 11],
    ['{"a":{"b":1},\n "c":[{"b":1,\n"\\u0062":2}]}', 'b', 3, 1],
  ])('%s sets a field twice, and a reader could take either', (text, name, line, column) => {
    const message = `"${name}" is set twice, at line ${line}, column ${column}`;
    expect(readJsonText(text)).toEqual({ ok: false, message });
  });

  test.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": tru\n}', 2, 8],
    ['[1 2]', 1, 4],
    ['{"a" 1}', 1, 6],
    ['// x\n{"a": 01}', 2, 8],
    ['{"a": "b', 1, 7],
    ['[1', 1, 3],
    ['{"a": 1} x', 1, 10],
    ['["a\tb"]', 1, 2],
  ])('%j has its mistake at %d:%d', (text, line, column) => {
    expect(readJsonText(text)).toEqual({ ok: false, message: `Not JSON at line ${line}, column ${column}` });
  });

  property('has a mistake inside it, wherever it is cut off', [fc.jsonValue(), fc.nat()], (value, at) => {
    const text = JSON.stringify([value], null, 1);
    const read = readJsonText(text.slice(0, 1 + (at % Math.max(1, text.length - 1))));
    expect(read?.ok).toBe(false);
  });
});
