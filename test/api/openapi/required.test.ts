/** The fields that a body must have, by its definition. */
import { expect, test } from 'vitest';
import { bodyOf } from '../../../src/api/openapi/bodies.ts';
import type { Json } from '../../../src/api/exact-json.ts';
import { definitionOfOne, operationIn } from '../../support/definition.ts';

const object = (required: readonly string[], more: object = {}): object => {
  const properties = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { type: 'string' }]));
  return { type: 'object', required, properties, ...more };
};

function missing(schema: object, body: Json): readonly string[] {
  const requestBody = { content: { 'application/json': { schema } } };
  const definition = definitionOfOne('/a', 'post', { requestBody });
  const declared = bodyOf(definition, operationIn(definition));
  return declared === null ? [] : declared.missing(body).map(({ names }) => names.join(' or '));
}

test.each<[string, object, Json, string[]]>([
  ['a field that is not set is missing', object(['a', 'b']), { b: '' }, ['a']],
  ['empty and false are set', object(['a', 'b']), { a: '', b: false }, []],
  ['null is no value', object(['a']), { a: null }, ['a']],
  [
    'null is a value where it is one of the type',
    object(['a'], { properties: { a: { type: ['string', 'null'] } } }),
    { a: null },
    [],
  ],
  ['null is a value where any is', object(['a'], { properties: { a: {} } }), { a: null }, []],
  ['null takes a field away that is not required', object(['a']), { a: '', b: null }, []],
  ['parts of a schema are joined', { allOf: [object(['a']), object(['c'])] }, {}, ['a', 'c']],
  [
    'a field that only the service sets is not needed',
    object(['a', 'id'], { properties: { a: { type: 'string' }, id: { type: 'string', readOnly: true } } }),
    {},
    ['a'],
  ],
  ['of several objects the nearest one counts', { oneOf: [object(['a', 'b']), object(['c'])] }, {}, ['c']],
  ['of several objects one that is whole is enough', { oneOf: [object(['a', 'b']), object(['c'])] }, { c: 1 }, []],
  ['a text needs no field where it may be one', { oneOf: [object(['a']), { type: 'string' }] }, 'x', []],
  ['an object needs its fields, whatever else it may be', { oneOf: [object(['a']), { type: 'string' }] }, {}, ['a']],
  ['an empty list needs no field', { type: 'array', items: object(['a']) }, [], []],
  ['items of lists have fields of their own', { type: 'array', items: object(['a']) }, [{ a: '' }, {}], ['[1].a']],
  [
    'so have fields below the top',
    object(['a'], { properties: { a: { type: 'array', items: object(['b'], { properties: { b: object(['c']) } }) } } }),
    { a: [{ b: {} }] },
    ['a[0].b.c'],
  ],
  [
    'one of several fields is enough, where the definition says so',
    object([], { anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] }),
    { c: '' },
    ['a or b'],
  ],
  ['and one is there', object([], { oneOf: [{ required: ['a'] }, { required: ['b'] }] }), { b: '' }, []],
  [
    'a field that is set says which of several objects is meant',
    { oneOf: [object(['a']), object(['c', 'd'])] },
    { d: '' },
    ['c'],
  ],
  [
    'so does the name of one',
    {
      oneOf: ['x', 'y'].map((kind) => object([kind], { properties: { kind: { const: kind }, a: {} } })),
      discriminator: { propertyName: 'kind' },
    },
    { kind: 'y', a: 1 },
    ['y'],
  ],
  [
    "a value of another type is the service's to judge",
    object(['a'], { properties: { a: object(['b']) } }),
    { a: 7 },
    [],
  ],
])('%s', (_, schema, body, names) => {
  expect(missing(schema, body)).toEqual(names);
});
