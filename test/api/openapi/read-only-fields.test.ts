import { expect, test } from 'vitest';
import { shapeOf, type ShapeAbout } from '../../../src/api/openapi/shape.ts';
import { definitionWith } from '../../support/definition.ts';

const text = { type: 'string' };
const read = { ...text, readOnly: true };

/** The names of the fields, required ones with a star, and of those left out. */
function namesOf(properties: object, required: readonly string[], about: ShapeAbout): readonly (readonly string[])[] {
  const shape = shapeOf(definitionWith({}), { type: 'object', properties, required } as never, about);
  if (shape.kind !== 'object') throw new Error(`${shape.kind} is no object`);
  const names = shape.fields.map(({ name, isRequired }) => (isRequired ? `*${name}` : name));
  return [names, shape.leftOut.map(({ name }) => name)];
}

const part = { name: 'service' };

test.each<[string, object, readonly string[], ShapeAbout, readonly string[], readonly string[]]>([
  ['of a reference is offered', { id: read, self: read }, [], part, ['id'], ['self']],
  ['that a reference requires must be set', { id: read, type: text }, ['id', 'type'], part, ['*id', '*type'], []],
  ['of a reference may have a longer name', { siteId: read, at: read }, [], part, ['siteId'], ['at']],
  ['that is required beside other fields is offered', { a: text, id: read }, ['id'], part, ['id', 'a'], []],
  ['that is not required beside other fields is left out', { a: text, id: read }, [], part, ['a'], ['id']],
  ['of a body as a whole is left out', { a: text, id: read }, ['id'], {}, ['a'], ['id']],
  ['of a body without other fields is offered', { id: read, at: read }, ['id'], {}, ['id'], ['at']],
  ['of an answer is told', { a: text, id: read }, ['id'], { isAnswer: true }, ['*id', 'a'], []],
])('a read-only id %s', (_, properties, required, about, offered, leftOut) => {
  expect(namesOf(properties, required, about)).toEqual([offered, leftOut]);
});

test('an answer has no fields that are only written', () => {
  const secret = { pin: { ...text, writeOnly: true }, a: text };
  expect(namesOf(secret, [], { isAnswer: true })).toEqual([['a'], ['pin']]);
  expect(namesOf(secret, [], {})).toEqual([['pin', 'a'], []]);
});
