import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deepestJson,
  ExactNumber,
  inJson,
  type Json,
  jsonIn,
  parseExactly,
  readExactly,
  wholeNumber,
  writeExactly,
} from '../../src/api/exact-json.ts';
import { holds } from '../support/property.ts';

test.each([
  ['9223372036854775807', new ExactNumber('9223372036854775807')],
  ['{"a":-9223372036854775808}', { a: new ExactNumber('-9223372036854775808') }],
  ['[1e999, 1e-999]', [new ExactNumber('1e999'), new ExactNumber('1e-999')]],
  ['[0.1000000000000000055,1]', [new ExactNumber('0.1000000000000000055'), 1]],
  ['[1.50, 1e2, 9007199254740991, 1000000000000000000]', [1.5, 100, new ExactNumber('9007199254740991'), 1e18]],
])('%s keeps its digits', (text, value) => {
  expect(parseExactly(text)).toStrictEqual(value);
});

test('a number inside a text is text', () => {
  const value = { 'a": 12345678901234567890, "b': 'c: [12345678901234567890, 1]\\', d: [1.5, '\\"'] };
  expect(parseExactly(JSON.stringify(value))).toStrictEqual(value);
  expect(parseExactly(`[9223372036854775807,${JSON.stringify(value)}]`)).toStrictEqual([
    new ExactNumber('9223372036854775807'),
    value,
  ]);
});

test('a number stands where it stood, after texts that look like others', () => {
  const text = '{"a":["x: [12345678901234567890, 1]",{"b\\"":9223372036854775807,"c":[[],{},1e999]}],"d":1e-999}';
  const inner = { 'b"': new ExactNumber('9223372036854775807'), c: [[], {}, new ExactNumber('1e999')] };
  expect(parseExactly(text)).toStrictEqual({
    a: ['x: [12345678901234567890, 1]', inner],
    d: new ExactNumber('1e-999'),
  });
  expect(parseExactly('{"a":9223372036854775807,"a":1,"b":{"c":1e999},"b":7}')).toStrictEqual({ a: 1, b: 7 });
});

test('no text is taken for a number', () => {
  for (const code of [0xfdd0, 0xfdd1, 0xffff]) {
    const text = `${String.fromCharCode(code)}0`;
    expect(parseExactly(`[9223372036854775807,${JSON.stringify(text)},"\\u${code.toString(16)}0"]`)).toStrictEqual([
      new ExactNumber('9223372036854775807'),
      text,
      text,
    ]);
  }
});

test.each([
  '[12345678901234567890x]',
  '[012345678901234567890]',
  '[12345678901234567890.]',
  '[1e999',
  '[1.2.3.4e5]',
  '',
])('%s is no JSON', (text) => {
  expect(() => parseExactly(text)).toThrow(SyntaxError);
});

describe('JSON of many levels', () => {
  const lists = (levels: number): string => `${'['.repeat(levels)}1e999${']'.repeat(levels)}`;
  const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1e999${'}'.repeat(levels)}`;

  test.each([2000, 100_000])('of a person is refused, and does not overflow: %i', (levels) => {
    expect(readExactly(lists(levels))).toEqual({ ok: false, why: 'too deep' });
    expect(readExactly(`{"b": 1, "a": [[], ${objects(levels)}]}`)).toEqual({ ok: false, why: 'too deep' });
    expect(readExactly(lists(levels).slice(1))).toEqual({ ok: false, why: 'not json' });
  });

  test.each([lists, objects])('is read and written to the deepest level that is taken', (deep) => {
    const read = readExactly(deep(deepestJson - 1));
    expect(read.ok && writeExactly(read.value)).toBe(deep(deepestJson - 1));
    expect(readExactly(deep(deepestJson + 1)).ok).toBe(false);
  });

  test('of the service is read whole: its rows are not lost for one value', () => {
    expect(() => parseExactly(lists(100_000))).not.toThrow();
    expect(jsonIn(`[{"name": "web-1"}, ${objects(100_000)}]`)).toHaveLength(2);
  });
});

test('a run of digits or of backslashes takes no longer than its length', () => {
  const digits = '1'.repeat(1_000_000);
  expect(parseExactly(`["a: ${digits}x", ${digits}]`)).toStrictEqual([`a: ${digits}x`, new ExactNumber(digits)]);
  expect(parseExactly(`["${'\\\\'.repeat(500_000)}", 1e999]`)).toStrictEqual([
    '\\'.repeat(500_000),
    new ExactNumber('1e999'),
  ]);
});

test('names such as __proto__ are names', () => {
  const read = parseExactly('{"__proto__":{"a":9223372036854775807}}');
  expect(Object.keys(read ?? {})).toEqual(['__proto__']);
  expect(writeExactly(read)).toBe('{"__proto__":{"a":9223372036854775807}}');
});

test('text written from a value is the text that was read', () => {
  const digits = fc.tuple(fc.bigInt(), fc.option(fc.integer({ min: -400, max: 400 }), { nil: undefined }));
  const number = digits.map(
    ([whole, power]) => new ExactNumber(power === undefined ? `${whole}` : `${whole}e${String(power)}`),
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      fc.string({ unit: 'binary' }),
      number,
      fc.array(tie('value')),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('value')),
    ),
  }));
  holds([value], (json) => {
    const text = writeExactly(json);
    const normal = writeExactly(parseExactly(text));
    expect(writeExactly(parseExactly(normal))).toBe(normal);
    expect(JSON.parse(normal)).toEqual(JSON.parse(text));
  });
});

test('a whole number of any size is compared by its digits, however it is written, and written with all of them', () => {
  const whole = fc.tuple(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), fc.nat({ max: 40 }));
  holds([whole, fc.nat({ max: 30 }), fc.constantFrom('e', 'E', 'e+')], ([one, zeros], fraction, e) => {
    const digits = `${one}${one === 0n ? '' : '0'.repeat(zeros)}`;
    const sign = digits.startsWith('-') ? '-' : '';
    const bare = digits.slice(sign.length);
    const point = Math.min(fraction, bare.length - 1);
    const scientific = `${sign}${bare.slice(0, bare.length - point)}.${bare.slice(bare.length - point)}0${e}${point}`;
    for (const written of [digits, `${digits}.0`, `${digits}e0`, scientific]) {
      const read = wholeNumber(parseExactly(written));
      expect([written, String(read)]).toEqual([written, digits]);
      expect(JSON.stringify({ id: inJson(read ?? 0) })).toBe(`{"id":${digits}}`);
    }
  });
  for (const none of ['1.5', '1e-1', '12345678901234567890.5', '"7"', 'null', '{}', '[7]']) {
    expect(wholeNumber(parseExactly(none))).toBeUndefined();
  }
});
