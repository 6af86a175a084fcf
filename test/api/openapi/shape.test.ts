import { describe, expect, test } from 'vitest';
import { ExactNumber, type Json, type JsonObject } from '../../../src/api/exact-json.ts';
import type { Shape } from '../../../src/api/openapi/definition.ts';
import { type ShapeAbout, shapeOf } from '../../../src/api/openapi/shape.ts';
import { definitionFrom, definitionWith, schemaNamed } from '../../support/definition.ts';

const text = { type: 'string' };

function shapeIn(schema: Json, schemas: object = {}, about: ShapeAbout = {}, openapi = '3.0.1'): Shape {
  return shapeOf(definitionWith(schemas, openapi), schema, about);
}

/** The names of the fields, the required ones with a star. */
function fieldsOf(shape: Shape): readonly string[] {
  if (shape.kind !== 'object') throw new Error(`${shape.kind} is no object`);
  return shape.fields.map(({ name, isRequired }) => (isRequired ? `*${name}` : name));
}

function variantsOf(shape: Shape): readonly string[] {
  if (shape.kind !== 'choice') throw new Error(`${shape.kind} is no choice`);
  return shape.variants.map(({ name }) => name);
}

describe('a value is', () => {
  test.each<[string, Json, object]>([
    [
      'a text',
      { type: 'string', format: 'uuid', minLength: 1, maxLength: 9, pattern: '^a' },
      { kind: 'text', format: 'uuid', minLength: 1, maxLength: 9, pattern: '^a' },
    ],
    ['a text by its pattern', { pattern: '^a' }, { kind: 'text', format: null }],
    ['a text by its format', { format: 'date-time' }, { kind: 'text', format: 'date-time' }],
    ['bytes', { type: 'string', contentEncoding: 'base64' }, { kind: 'text', format: 'byte' }],
    [
      'a whole number',
      { type: 'integer', format: 'int32', minimum: 1, maximum: 43_200 },
      { kind: 'number', isWhole: true, format: 'int32', minimum: '1', maximum: '43200' },
    ],
    ['a number', { type: 'number', minimum: 0.5 }, { kind: 'number', isWhole: false, minimum: '0.5', maximum: null }],
    ['a number by its range', { maximum: 7 }, { kind: 'number', isWhole: false, maximum: '7' }],
    [
      'a number beyond its bound',
      { type: 'integer', minimum: 0, exclusiveMinimum: true, exclusiveMaximum: 9 },
      { minimum: '1', maximum: '8' },
    ],
    ['yes or no', { type: 'boolean', default: false }, { kind: 'yesNo', initial: false }],
    [
      'a list',
      { type: 'array', items: text, minItems: 1, uniqueItems: true },
      { kind: 'list', items: text, minItems: 1, maxItems: null, isUnique: true },
    ],
    ['a list by its items', { items: text }, { kind: 'list', items: text }],
    ['one of integers', { type: 'integer', enum: [0, 1, 8] }, { kind: 'enum', values: [0, 1, 8], total: 3 }],
    ['one value', { const: 'a' }, { kind: 'enum', values: ['a'], total: 1 }],
    ['anything', {}, { kind: 'free', reason: null }],
    ['anything on purpose', true, { kind: 'free', reason: null }],
    ['nothing', false, { kind: 'free', reason: 'The definition allows no value here.' }],
    [
      'of a type that nobody knows',
      { type: 'file' },
      { kind: 'free', reason: 'Its type is "file", which rollcall does not know.' },
    ],
    [
      'described by a number',
      7,
      { kind: 'free', reason: 'The definition has a number in the place of its description.' },
    ],
    ['described by null', null, { kind: 'free', reason: 'The definition has null in the place of its description.' }],
    ['an object of any fields', { type: 'object' }, { kind: 'object', fields: [], others: {} }],
    ['an object of texts', { additionalProperties: text }, { kind: 'object', fields: [], others: text }],
    [
      'an object of no field',
      { type: 'object', additionalProperties: false },
      { kind: 'object', fields: [], others: null },
    ],
  ])('%s', (_, schema, facts) => {
    expect(shapeIn(schema)).toMatchObject(facts);
  });

  test('a number whose bounds no double holds', () => {
    const bounds = '"minimum":-9223372036854775808,"maximum":9223372036854775807';
    const definition = definitionFrom(
      `{"openapi":"3.0.1","paths":{"/a":{"get":{}}},"a":{"type":"integer",${bounds},"default":9223372036854775807}}`,
    );
    expect(shapeOf(definition, { $ref: '#/a' })).toMatchObject({
      minimum: '-9223372036854775808',
      maximum: '9223372036854775807',
      initial: new ExactNumber('9223372036854775807'),
    });
  });

  test('described, with what is meant as an example', () => {
    expect(
      shapeIn({ type: 'string', title: 'A', description: 'It.', deprecated: true, default: 'a', example: 'b' }),
    ).toMatchObject({
      title: 'A',
      description: 'It.',
      isDeprecated: true,
      initial: 'a',
      example: 'b',
    });
    expect(shapeIn({ type: 'string', examples: ['c', 'd'] })).toMatchObject({ example: 'c', initial: undefined });
  });
});

describe('an object', () => {
  test('has its required fields first, in its order, and none that are only read', () => {
    const schema = {
      type: 'object',
      required: ['z', 'undescribed', 'id', 'z', 7],
      properties: {
        a: text,
        id: { type: 'string', readOnly: true },
        of: schemaNamed('ReadOnly'),
        z: text,
        in: { allOf: [{ readOnly: true }] },
      },
    };
    const schemas = { ReadOnly: { type: 'string', readOnly: true } };
    expect(fieldsOf(shapeIn(schema, schemas))).toEqual(['*z', '*undescribed', 'a']);
    expect(fieldsOf(shapeIn(schema, schemas, { isAnswer: true }))).toEqual([
      '*id',
      '*z',
      '*undescribed',
      'a',
      'of',
      'in',
    ]);
    const secret = { properties: { pin: { type: 'string', writeOnly: true } } };
    expect(fieldsOf(shapeIn(secret))).toEqual(['pin']);
    expect(fieldsOf(shapeIn(secret, {}, { isAnswer: true }))).toEqual([]);
  });

  test('has 500 of 2,000 required fields, and says how many more there are', () => {
    const names = Array.from({ length: 2000 }, (_, at) => `f${String(at)}`);
    const shape = shapeIn({ required: names, properties: Object.fromEntries(names.map((name) => [name, text])) });
    expect(fieldsOf(shape)).toHaveLength(500);
    expect(shape).toMatchObject({ more: 1500 });
  });

  test('may have fields called __proto__ and constructor', () => {
    const schema = JSON.parse(
      '{"required":["__proto__","constructor"],"properties":{"__proto__":{"type":"string"}}}',
    ) as Json;
    const shape = shapeIn(schema);
    expect(fieldsOf(shape)).toEqual(['*__proto__', '*constructor']);
    expect(shape).toMatchObject({ fields: [{ schema: text }, { schema: {} }] });
  });

  test('merged from allOf: the later wins, and what both describe has to fit both', () => {
    const schemas = {
      Base: { type: 'object', title: 'Base', required: ['kind'], properties: { kind: text, name: text } },
      More: {
        allOf: [schemaNamed('Base'), { required: ['key'], properties: { key: text, name: { maxLength: 9 } } }],
        title: 'More',
      },
    };
    const shape = shapeIn({ ...schemaNamed('More') }, schemas);
    expect(shape.title).toBe('More');
    expect(fieldsOf(shape)).toEqual(['*kind', '*key', 'name']);
    if (shape.kind !== 'object') throw new Error();
    expect(shapeIn(shape.fields[2]?.schema ?? null, schemas)).toMatchObject({ kind: 'text', maxLength: 9 });
  });

  test('that contradicts itself is free', () => {
    expect(shapeIn({ allOf: [text, { type: 'object' }] })).toMatchObject({
      kind: 'free',
      reason: 'Its description contradicts itself.',
    });
    expect(shapeIn({ allOf: [{ type: 'number' }, { type: 'integer' }] })).toMatchObject({
      kind: 'number',
      isWhole: true,
    });
  });

  test('merged with a part that nobody can read is free, and says why', () => {
    expect(shapeIn({ allOf: [{ properties: { a: text } }, { $ref: 'file:///etc/passwd' }] })).toMatchObject({
      kind: 'free',
      reason: 'It is described at "file:///etc/passwd", which rollcall never opens.',
    });
  });
});

describe('null in each of its spellings', () => {
  const schemas = { Theme: { type: 'string', enum: ['Light', 'Dark'] }, Maybe: { type: 'string', nullable: true } };

  test.each<[string, Json, string]>([
    ['nullable', { type: 'string', nullable: true }, 'text'],
    ['a list of types', { type: ['string', 'null'] }, 'text'],
    ['allOf of one reference', { allOf: [schemaNamed('Theme')], nullable: true }, 'enum'],
    ['beside a reference', { ...schemaNamed('Theme'), nullable: true }, 'enum'],
    ['behind a reference', schemaNamed('Maybe'), 'text'],
    ['oneOf with nullable', { oneOf: [schemaNamed('Theme'), { nullable: true }] }, 'enum'],
    ['anyOf with null', { anyOf: [schemaNamed('Theme'), { type: 'null' }] }, 'enum'],
    ['anyOf with an enum of null', { anyOf: [schemaNamed('Theme'), { enum: [null] }] }, 'enum'],
    ['oneOf with const null', { oneOf: [{ const: null }, schemaNamed('Theme')] }, 'enum'],
    ['an enum with null', { enum: ['Light', null] }, 'enum'],
  ])('%s', (_, schema, kind) => {
    expect(shapeIn(schema, schemas)).toMatchObject({ kind, isNullable: true });
  });

  test('is no value of an enum where there are others', () => {
    expect(shapeIn({ enum: ['a', null, 'b'] })).toMatchObject({ values: ['a', 'b'], total: 2 });
    expect(shapeIn({ enum: [null] })).toMatchObject({ values: [null], total: 1 });
  });

  test('is not meant elsewhere', () => {
    expect(shapeIn(schemaNamed('Theme'), schemas).isNullable).toBe(false);
    expect(shapeIn({ oneOf: [text, {}] })).toMatchObject({ kind: 'choice', isNullable: false });
  });

  test('what is said about the choice holds for the one that is left', () => {
    expect(
      shapeIn({ description: 'It.', default: 'Dark', oneOf: [schemaNamed('Theme'), { nullable: true }] }, schemas),
    ).toMatchObject({
      description: 'It.',
      initial: 'Dark',
    });
  });
});

describe('a choice', () => {
  const schemas = {
    Cat: { type: 'object', required: ['kind'], properties: { kind: text, lives: { type: 'integer' } } },
    Dog: { title: 'A dog', type: 'object', properties: { kind: text } },
  };
  const oneOf = [schemaNamed('Cat'), schemaNamed('Dog')];

  test('is named by the discriminator, else by titles and references', () => {
    expect(variantsOf(shapeIn({ oneOf }, schemas))).toEqual(['Cat', 'A dog']);
    const mapping = { cat: '#/components/schemas/Cat' };
    const shape = shapeIn({ oneOf, discriminator: { propertyName: 'kind', mapping } }, schemas);
    expect(shape).toMatchObject({
      discriminator: 'kind',
      variants: [
        { name: 'cat', tag: 'cat', schema: schemaNamed('Cat') },
        { name: 'Dog', tag: 'Dog' },
      ],
    });
    const inline = { properties: { kind: { const: 'bird' } } };
    expect(shapeIn({ oneOf: [...oneOf, inline], discriminator: { propertyName: 'kind' } }, schemas)).toMatchObject({
      variants: [{}, {}, { name: 'bird', tag: 'bird' }],
    });
  });

  test('of scalars is named by their kinds', () => {
    const anyOf = [
      text,
      { type: 'integer' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array' },
      { properties: {} },
    ];
    expect(variantsOf(shapeIn({ anyOf }))).toEqual(['text', 'whole number', 'number', 'yes or no', 'list', 'shape 6']);
    expect(variantsOf(shapeIn({ type: ['string', 'integer'], maxLength: 9 }))).toEqual(['text', 'whole number']);
  });

  test('of types keeps what else is said', () => {
    const shape = shapeIn({ type: ['string', 'integer', 'null'], maxLength: 9, description: 'It.' });
    expect(shape).toMatchObject({ kind: 'choice', isNullable: true, description: 'It.' });
    if (shape.kind !== 'choice') throw new Error();
    expect(shapeIn(shape.variants[0]?.schema ?? null)).toMatchObject({ kind: 'text', maxLength: 9, isNullable: false });
  });

  test('has what stands beside it in each variant', () => {
    const shape = shapeIn({ type: 'object', required: ['id'], properties: { id: text }, oneOf }, schemas);
    if (shape.kind !== 'choice') throw new Error();
    expect(fieldsOf(shapeIn(shape.variants[0]?.schema ?? null, schemas))).toEqual(['*id', '*kind', 'lives']);
  });

  test('of a base is who extends it; one who does is no choice', () => {
    const inherited = {
      Animal: {
        type: 'object',
        properties: { kind: text },
        discriminator: { propertyName: 'kind', mapping: { bird: 'Bird', fish: '#/components/schemas/Fish' } },
      },
      Bird: { allOf: [schemaNamed('Animal'), { properties: { wings: text } }] },
      Fish: { allOf: [schemaNamed('Animal'), { properties: { fins: text } }] },
      Listed: { oneOf: [schemaNamed('Extends')], properties: { a: text } },
      Extends: { allOf: [schemaNamed('Listed'), { properties: { b: text } }] },
      Other: { allOf: [schemaNamed('Listed'), { properties: { c: text } }] },
    };
    expect(variantsOf(shapeIn(schemaNamed('Animal'), inherited))).toEqual(['bird', 'fish']);
    expect(fieldsOf(shapeIn(schemaNamed('Bird'), inherited))).toEqual(['kind', 'wings']);
    expect(fieldsOf(shapeIn(schemaNamed('Extends'), inherited))).toEqual(['a', 'b']);
  });

  test('between names alone is a rule that the service judges', () => {
    const schema = { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(fieldsOf(shapeIn(schema))).toEqual(['a', 'b']);
  });
});

test('a choice with one variant has its facts as well, and those beside it count more', () => {
  const flags = { nullable: true, deprecated: true, readOnly: true, writeOnly: true };
  const facts = { title: 'A', description: 'B.', default: 'c', example: 'd', ...flags };
  const [beside, within] = [{ oneOf: [text], ...facts }, { oneOf: [{ ...text, ...facts }] }].map((one) => shapeIn(one));
  const words = { title: 'A', description: 'B.', initial: 'c', example: 'd' };
  const set = { isNullable: true, isDeprecated: true, isReadOnly: true, isSecret: true };
  for (const shape of [beside, within]) expect(shape).toMatchObject({ kind: 'text', ...words, ...set });
  const other = { title: 'E', description: 'F.', default: 'g', example: 'h' };
  expect(shapeIn({ oneOf: [{ ...text, ...other }], ...facts })).toMatchObject(words);
});

test('a field is deprecated where its schema says so, or what it refers to', () => {
  const schemas = { Old: { ...text, deprecated: true }, New: text };
  const isDeprecated = (schema: JsonObject): boolean => shapeIn(schema, schemas).isDeprecated;
  expect(isDeprecated(schemaNamed('Old'))).toBe(true);
  expect(isDeprecated(schemaNamed('New'))).toBe(false);
  expect(isDeprecated({ allOf: [schemaNamed('New')], deprecated: true })).toBe(true);
  expect(isDeprecated({ ...schemaNamed('New'), deprecated: true })).toBe(true);
});

describe('OpenAPI 3.1', () => {
  test('counts all that stands beside a reference; before it, words do', () => {
    const schemas = { A: { type: 'string', description: 'Of A.', maxLength: 9 } };
    const schema = { ...schemaNamed('A'), description: 'Beside.', maxLength: 5 };
    expect(shapeIn(schema, schemas, {}, '3.1.0')).toMatchObject({ description: 'Beside.', maxLength: 5 });
    expect(shapeIn(schema, schemas, {}, '3.0.3')).toMatchObject({ description: 'Beside.', maxLength: 9 });
  });

  test('looks up $defs', () => {
    const schemas = {
      A: {
        $defs: { B: { type: ['integer', 'null'], exclusiveMinimum: 0 } },
        properties: { b: { $ref: '#/components/schemas/A/$defs/B' } },
      },
    };
    expect(shapeIn({ $ref: '#/components/schemas/A/$defs/B' }, schemas, {}, '3.1.0')).toMatchObject({
      kind: 'number',
      isWhole: true,
      isNullable: true,
      minimum: '1',
    });
  });
});

test.each<[string, Json, string | undefined, boolean]>([
  ['password', { type: 'string', format: 'password' }, undefined, true],
  ['writeOnly', { type: 'integer', writeOnly: true }, undefined, true],
  ['its name', text, 'clientSecret', true],
  ['its name, of a number', { type: 'integer' }, 'key', false],
  ['its name, of few values', { enum: ['a'] }, 'key', false],
  ['no name of one', text, 'enrolmentKeyId', false],
  ['no name', text, undefined, false],
])('a value is a secret by %s', (_, schema, name, isSecret) => {
  expect(shapeIn(schema, {}, name === undefined ? {} : { name }).isSecret).toBe(isSecret);
});

test('the first 1,000 of 100,000 values are kept, and their number is said', () => {
  const values = Array.from({ length: 100_000 }, (_, at) => `v${String(at)}`);
  const shape = shapeIn({ type: 'string', enum: values });
  expect(shape).toMatchObject({ kind: 'enum', total: 100_000 });
  expect(shape.kind === 'enum' ? shape.values : []).toEqual(values.slice(0, 1000));
});
