/** The types of schemas that name none: keywords and formats imply them. */
import { expect, test } from 'vitest';
import { commonTypesOf, impliedTypeOf } from '../../../src/api/openapi/definition.ts';

const implying: Readonly<Record<string, string>> = {
  object: 'properties required additionalProperties patternProperties minProperties maxProperties',
  array: 'items prefixItems minItems maxItems uniqueItems',
  string: 'pattern minLength maxLength contentEncoding',
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
};
const formats: Readonly<Record<string, string>> = {
  integer: 'int32 int64',
  number: 'float double decimal',
  string: 'date date-time time uuid email uri ipv4 ipv6 byte binary password hostname',
};

test('each keyword and each format implies its type, a keyword before any format', () => {
  for (const [type, keywords] of Object.entries(implying)) {
    for (const keyword of keywords.split(' ')) expect(impliedTypeOf([{}, { [keyword]: [] }]), keyword).toBe(type);
  }
  for (const [type, all] of Object.entries(formats)) {
    for (const format of all.split(' ')) expect(impliedTypeOf([{ format: 'odd' }, { format }]), format).toBe(type);
  }
  expect(impliedTypeOf([{ format: 'int32' }, { pattern: 'x' }])).toBe('string');
  expect([impliedTypeOf([{ required: true }]), impliedTypeOf([{ items: null }])]).toEqual([null, null]);
});

test('the types that all parts allow are named once each', () => {
  expect(commonTypesOf([{ type: ['integer', 'number'] }, { type: 'integer' }])).toEqual(['integer']);
  expect(commonTypesOf([{ type: ['string', 'null'] }, { type: 'integer' }])).toBeNull();
  expect(commonTypesOf([{}, {}])).toEqual([]);
});
