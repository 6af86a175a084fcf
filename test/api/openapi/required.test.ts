/** The fields that a body must have, by its definition. */
import { expect, test } from 'vitest';
import { bodyOf, missingIn } from '../../../src/api/openapi/bodies.ts';
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
  return declared === null ? [] : missingIn(declared, body);
}

test.each<[string, object, Json, string[]]>([
  ['a field that is not set is missing', object(['a', 'b']), { b: '' }, ['a']],
  ['null, empty and false are set', object(['a', 'b']), { a: null, b: false }, []],
  ['parts of a schema are joined', { allOf: [object(['a']), object(['c'])] }, {}, ['a', 'c']],
  [
    'a field that only the service sets is not needed',
    object(['a', 'id'], { properties: { a: { type: 'string' }, id: { type: 'string', readOnly: true } } }),
    {},
    ['a'],
  ],
  ['of several objects the nearest one counts', { oneOf: [object(['a', 'b']), object(['c'])] }, {}, ['c']],
  ['of several objects one that is whole is enough', { oneOf: [object(['a', 'b']), object(['c'])] }, { c: 1 }, []],
  ['a body that may be something else needs no field', { oneOf: [object(['a']), { type: 'string' }] }, {}, []],
  ['a list needs no field', { type: 'array', items: object(['a']) }, [{}], []],
])('%s', (_, schema, body, names) => {
  expect(missing(schema, body)).toEqual(names);
});
