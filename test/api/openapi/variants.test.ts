import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/api/exact-json.ts';
import type { ShapeOf } from '../../../src/api/openapi/definition.ts';
import type { Steps } from '../../../src/api/openapi/json-pieces.ts';
import { shapeOf } from '../../../src/api/openapi/shape.ts';
import { definitionWith, schemaNamed } from '../../support/definition.ts';

const text = { type: 'string' };

function choiceOf(schema: Json, schemas: object = {}): ShapeOf<'choice'> {
  const shape = shapeOf(definitionWith(schemas), schema);
  if (shape.kind !== 'choice') throw new Error(`${shape.kind} is no choice`);
  return shape;
}

function namesIn(schema: Json, schemas: object = {}): readonly string[] {
  return choiceOf(schema, schemas).variants.map(({ name }) => name);
}

function numbered<T>(length: number, make: (name: string) => T): readonly T[] {
  return Array.from({ length }, (_, at) => make(`V${String(at)}`));
}

describe('a choice between many variants', () => {
  const schemas = Object.fromEntries(numbered(500, (name) => [name, { allOf: [{ type: 'object' }] }] as const));

  test('has all of them', () => {
    const names = numbered(500, (name) => name);
    expect(namesIn({ oneOf: names.map(schemaNamed) }, schemas)).toEqual(names);
    expect(choiceOf({ oneOf: names.map(schemaNamed) }, schemas).total).toBe(500);
    const mapping = Object.fromEntries(names.map((name) => [name.toLowerCase(), `#/components/schemas/${name}`]));
    const base = { discriminator: { propertyName: 'kind', mapping } };
    expect(choiceOf(base, schemas).variants.map(({ tag }) => tag)).toEqual(names.map((name) => name.toLowerCase()));
  });

  test('opens no schema for its list', () => {
    const definition = definitionWith(schemas);
    let opened = 0;
    const watched = Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => {
        const get = (): Json => {
          opened += 1;
          return schema.allOf;
        };
        return [name, Object.defineProperty({}, 'allOf', { get, enumerable: true })];
      }),
    );
    const pieceAt = (steps: Steps): Json | undefined => watched[steps.at(-1) ?? ''];
    const document = { ...definition.document, pieceAt };
    const shape = shapeOf({ ...definition, document }, { oneOf: Object.keys(schemas).map(schemaNamed) });
    expect([shape.kind, opened]).toEqual(['choice', 0]);
    const [variant] = shape.kind === 'choice' ? shape.variants : [];
    expect(shapeOf({ ...definition, document }, variant?.schema ?? null).kind).toBe('object');
    expect(opened).toBeGreaterThan(0);
  });

  test('counts the variants beyond 2,000', () => {
    const shape = choiceOf({ oneOf: numbered(5000, (title) => ({ title })) });
    expect([shape.variants.length, shape.total]).toEqual([2000, 5000]);
  });
});

describe('a variant is not called by a file or by the place of its schema', () => {
  const inFile = { $ref: './schemas/foo-bar.yaml' };

  test.each<[string, object, string]>([
    ['its value of the discriminator', { oneOf: [inFile, text], mapping: { foo: inFile.$ref } }, 'foo'],
    ['its place in the list, where nothing is known of it', { oneOf: [inFile, text] }, 'shape 1'],
    ['its place, where its title is a file', { oneOf: [{ title: 'foo.json', type: 'object' }, text] }, 'object 1'],
    [
      'the only value of a field of it',
      { oneOf: [{ title: 'schemas/foo.yml', properties: { size: text, type: { enum: ['round'] } } }, text] },
      'round',
    ],
    ['its title', { oneOf: [schemaNamed('foo.yaml'), text] }, 'A foo'],
    ['the name of its schema', { oneOf: [schemaNamed('FooBar'), text] }, 'FooBar'],
    [
      'its place, where a reference leads into another schema',
      { oneOf: [{ $ref: '#/components/schemas/Both/oneOf/1' }, text] },
      'object 1',
    ],
    ['its title without HTML', { oneOf: [{ title: '<b>Tom</b> &amp; co.' }, text] }, 'Tom & co.'],
  ])('but by %s', (_, { mapping, ...schema }: { mapping?: object }, name) => {
    const schemas = {
      'foo.yaml': { title: 'A foo', type: 'object' },
      FooBar: { type: 'object' },
      Both: { oneOf: [{}, { type: 'object' }] },
    };
    const discriminator = mapping === undefined ? {} : { discriminator: { propertyName: 'kind', mapping } };
    expect(namesIn({ ...schema, ...discriminator } as Json, schemas)[0]).toBe(name);
  });

  test('a reference into another schema is no value of a discriminator', () => {
    const schemas = { Both: { oneOf: [{ type: 'object' }, { type: 'object', title: 'B' }] } };
    const oneOf = [0, 1].map((at) => ({ $ref: `#/components/schemas/Both/oneOf/${String(at)}` }));
    const { variants } = choiceOf({ oneOf, discriminator: { propertyName: 'kind' } }, schemas);
    expect(variants).toMatchObject([
      { name: 'object 1', tag: null },
      { name: 'B', tag: null },
    ]);
  });
});
