/** Shapes of fields: their words, the value that a typed line becomes, and the fault in a value. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import { shapeIn, shapeWords } from '../../../../src/state/explorer/form/shapes.ts';
import { missingFields, typedText, typedValue, validate } from '../../../../src/state/explorer/form/typed-value.ts';
import { definitionWith } from '../../../support/definition.ts';

const definition = definitionWith({});
const of = (schema: object) => shapeIn(definition, schema as Json, 'field');
const [text, whole] = [{ type: 'string' }, { type: 'integer' }];
const object = (names: string[], required: string[] = []): object => {
  return { type: 'object', required, properties: Object.fromEntries(names.map((name) => [name, text])) };
};

test.each<[object, string, string?]>([
  [text, 'text'],
  [{ ...text, format: 'date' }, 'date: 2026-12-01', 'date'],
  [{ ...text, format: 'date-time' }, 'time: 2026-12-01T18:00:00Z', 'date-time'],
  [{ ...text, format: 'uuid' }, 'UUID'],
  [{ ...text, format: 'email' }, 'email address'],
  [{ ...text, format: 'uri' }, 'address'],
  [{ ...text, format: 'ipv4' }, 'IPv4 address'],
  [{ ...text, format: 'byte' }, 'base64'],
  [{ ...text, format: 'hue' }, 'text, hue'],
  [{ anyOf: [text, whole] }, 'text or number'],
  [{ type: ['integer', 'boolean', 'null'] }, 'number or true or false'],
  [{ oneOf: [text, object(['a'])] }, 'one of 2 shapes'],
  [{ ...text, format: 'password' }, 'secret text'],
  [{ ...text, minLength: 2 }, 'text, 2 or more'],
  [{ ...text, minLength: 0, maxLength: 9 }, 'text, 9 at most'],
  [{ ...text, minLength: 2, maxLength: 9 }, 'text, 2 – 9 long'],
  [{ ...text, minLength: 9, maxLength: 9 }, 'text, exactly 9'],
  [{ ...text, pattern: '^a' }, 'text, like ^a'],
  [{ type: 'number' }, 'number'],
  [{ ...whole, format: 'int64', minimum: 1, maximum: 43_200 }, 'whole number, 1 – 43,200, 64 bits'],
  [{ ...whole, minimum: 1 }, 'whole number, 1 or more'],
  [{ ...whole, maximum: 9 }, 'whole number, 9 or less'],
  [{ type: 'boolean' }, 'yes or no'],
  [{ ...text, enum: ['a'] }, 'only a'],
  [{ ...text, enum: ['a', 'b', 'c'] }, 'a, b or c'],
  [{ ...text, enum: ['a', 'b', 'c', 'd', 'e'] }, 'one of 5 values'],
  [
    { type: 'array', items: text, minItems: 1, maxItems: 3, uniqueItems: true },
    'list of texts, 1 or more, 3 at most, no two the same',
  ],
  [{ type: 'array', items: { ...text, format: 'uuid' } }, 'list of UUIDs'],
  [{ type: 'array', items: { ...text, enum: ['a', 'b'] } }, 'list of a, b'],
  [{ type: 'array', items: whole, minItems: 0 }, 'list of numbers'],
  [{ type: 'array', items: object(['a']) }, 'list of objects'],
  [{ type: 'array', items: { type: 'array', items: text } }, 'list of lists'],
  [object(['a', 'b', 'c', 'd']), 'object: a, b, c, d'],
  [object(['a', 'b', 'c', 'd', 'e']), 'object: a, b, c, d, …'],
  [{ type: 'object' }, 'object'],
  [{ oneOf: [object(['a']), object(['b'])] }, 'one of 2 shapes'],
  [{ oneOf: [{ enum: ['a', 'b'] }, { const: 'c' }, { enum: ['a'] }] }, 'a, b or c'],
  [{ anyOf: [{ enum: ['a'] }, text] }, 'one of 2 shapes'],
  [{}, 'JSON'],
])('%j is %j', (schema, words, answer) => {
  expect(shapeWords(definition, of(schema))).toBe(words);
  expect(shapeWords(definition, of(schema), true)).toBe(answer ?? words);
});

const list = { type: 'array', items: text };

test.each<[object, Json, string | null]>([
  [text, null, 'cannot be null'],
  [{ ...text, nullable: true }, null, null],
  [{}, null, null],
  [text, 4, 'not a text'],
  [{ ...text, maxLength: 2 }, 'abc', 'longer than 2'],
  [{ ...text, maxLength: 2 }, '😀😀', null],
  [{ ...text, minLength: 2 }, 'a', 'shorter than 2'],
  [{ ...text, minLength: 2 }, 'ab', null],
  [{ ...text, format: 'date' }, '2026-02-30', 'not a date'],
  [{ ...text, format: 'date' }, '2026-02-28', null],
  [{ ...text, format: 'date-time' }, '2026-02-28', 'not a date and time'],
  ...(
    [
      ['uuid', 'a UUID', '01234567-89ab-cdef-0123-456789ABCDEF', '01234567-89ab-cdef-0123-456789abcde'],
      ['email', 'an email address', 'a@b', 'a b@c'],
      ['uri', 'an address such as https://…', 'https://a', 'a.b'],
      ['ipv4', 'an IPv4 address', '255.0.19.1', '256.0.0.1'],
      ['byte', 'base64', 'YWI=', 'YWI=='],
    ] as const
  ).flatMap(([format, what, good, bad]): [object, Json, string | null][] => [
    [{ ...text, format }, good, null],
    [{ ...text, format }, bad, `does not look like ${what}`],
  ]),
  [{ ...text, format: 'constructor' }, 'a', null],
  [whole, 'a', 'not a number'],
  [whole, 1.5, 'not a whole number'],
  [{ type: 'number' }, 1.5, null],
  [{ ...whole, minimum: 2, maximum: 4 }, 1, 'smaller than 2'],
  [{ ...whole, minimum: 2, maximum: 4 }, 5, 'larger than 4'],
  [{ ...whole, minimum: 2, maximum: 4 }, 2, null],
  [{ ...whole, minimum: 2, maximum: 4 }, 4, null],
  [{ ...whole, format: 'int32' }, 2_147_483_648, 'larger than 2,147,483,647'],
  [{ ...whole, format: 'int32' }, -2_147_483_649, 'smaller than -2,147,483,648'],
  [{ ...whole, format: 'int64' }, 2_147_483_648, null],
  [{ type: 'boolean' }, 'yes', 'not true or false'],
  [{ type: 'boolean' }, false, null],
  [{ ...text, enum: ['a', 'b'] }, 'c', 'not one of its values'],
  [{ ...text, enum: ['a', 'b'] }, 'b', null],
  [list, 'a', 'not a list'],
  [{ ...list, maxItems: 1 }, ['a', 'b'], 'more than 1'],
  [{ ...list, maxItems: 1 }, ['a'], null],
  [{ ...list, minItems: 2 }, ['a'], 'fewer than 2'],
  [{ ...list, minItems: 1 }, ['a'], null],
  [{ ...list, uniqueItems: true }, ['a', 'a'], 'two are the same'],
  [{ ...list, uniqueItems: true }, ['a', 'b'], null],
  [list, ['a', 'a'], null],
  [object(['a'], ['a']), [], 'not an object'],
  [object(['a', 'b'], ['a']), { b: 'x' }, 'without "a"'],
  [object(['a', 'b'], ['a', 'b']), {}, 'without 2 required fields'],
  [object(['a', 'b'], ['a']), { a: 'x' }, null],
])('%j takes %j: %j', (schema, value, fault) => {
  expect(validate(of(schema), value)).toBe(fault);
});

test('the required fields that a value lacks are all of them where there is none', () => {
  const shape = of(object(['a', 'b', 'c'], ['a', 'b']));
  if (shape.kind !== 'object') return expect.fail();
  expect([undefined, 'text', { b: 1 }].map((value) => missingFields(shape, value))).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a'],
  ]);
});

test.each<[object, string, Json]>([
  [whole, ' 12 ', 12],
  [whole, 'twelve', 'twelve'],
  [{ type: 'boolean' }, ' Yes', true],
  [{ type: 'boolean' }, 'TRUE', true],
  [{ type: 'boolean' }, 'no', false],
  [{ type: 'boolean' }, 'false', false],
  [{ type: 'boolean' }, 'nope', 'nope'],
  [{ ...whole, enum: [1, 2] }, '2', 2],
  [{ ...whole, enum: [1, 2] }, '3', 3],
  [{ ...text, enum: ['1', '2'] }, '3', '3'],
  [{ ...text, format: 'date' }, ' 2026-11-22 ', '2026-11-22'],
  [{ ...text, format: 'date' }, 'soon', 'soon'],
  [text, 'in 2d', 'in 2d'],
  [list, 'a, "b, c"', ['a', 'b, c']],
  [list, '', []],
  [list, 'a, "b', 'a, "b'],
  [{ type: 'array', items: whole }, '1, x', [1, 'x']],
  [object(['a']), '{}', '{}'],
  [{}, '1', '1'],
  [{ anyOf: [text, whole] }, ' 8080', 8080],
  [{ anyOf: [text, whole] }, '10.10', '10.10'],
  [{ anyOf: [text, whole] }, '1e5', '1e5'],
  [{ anyOf: [text, whole], format: 'password' }, '8080', '8080'],
  [{ type: ['number', 'boolean'] }, '15', 15],
  [{ anyOf: [text, whole] }, '80%', '80%'],
  [{ anyOf: [text, whole] }, '"8080"', '8080'],
  [{ anyOf: [text, whole] }, 'true', 'true'],
  [{ oneOf: [text, { type: 'boolean' }] }, 'true', true],
  [{ oneOf: [text, { type: 'boolean' }] }, '1', '1'],
])('%j makes %j the value %j', (schema, line, value) => {
  const shape = of(schema);
  const items = shape.kind === 'list' ? shapeIn(definition, shape.items, '') : null;
  expect(typedValue(shape, line, items)).toEqual(value);
});

test.each<[Json | undefined, string | null]>([
  [undefined, ''],
  [null, ''],
  ['a', 'a'],
  [false, 'false'],
  [['a', 'b,c', ''], 'a, "b,c", ""'],
  [['a', null], null],
  [['a', ['b']], null],
  [['a', 'b\nc'], null],
  [['a', {}], null],
  [Array<Json>(51).fill('a'), null],
  [{}, null],
])('%j is typed as %j', (value, line) => {
  expect(typedText(value)).toBe(line);
});

test.each<Json>(['a', '8080', 'true', '"', '"a"', 8080, true, ''])(
  'a line for a text or a number reads %j back',
  (value) => {
    const shape = of({ anyOf: [text, whole, { type: 'boolean' }] });
    expect(typedValue(shape, typedText(value, shape) ?? '')).toEqual(value);
  },
);
