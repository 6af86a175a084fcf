/** Operations as the pipe lists and describes them, for a person and for a program. */
import { expect, test } from 'vitest';
import { operationJson, operationLines, operationText } from '../../../../src/app/commands/api/api.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';

const text = { type: 'string' };
const path = { name: 'orgId', in: 'path', required: true, schema: text };
const query = { name: 'size', in: 'query', schema: { type: 'integer', maximum: 9 } };
const header = { name: 'If-Match', in: 'header', schema: text };
const size = { type: 'object', required: ['unit'], properties: { unit: { enum: ['mm', 'cm'] } } };
const schema = { type: 'object', required: ['name'], properties: { name: { ...text, nullable: true }, size } };

const definition = aDefinition({
  'GET /org/{orgId}/things': { summary: 'Lists things', parameters: [path], tags: ['things'], deprecated: true },
  'PUT /org/{orgId}/things': {
    ...{ summary: 'Sets one', parameters: [path, query, header], tags: ['things'] },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '200': { description: 'It is set.\nAt once.', content: { 'text/plain': { schema: text } } } },
  },
  'DELETE /org/{orgId}/systems': { summary: 'Deletes systems', parameters: [path] },
});

function operation(id: string) {
  const found = definition.operations.find(({ method, path: at }) => `${method} ${at}` === id);
  if (found === undefined) throw new Error(id);
  return found;
}

test('a list has a line for each, in columns', () => {
  expect(operationLines(definition.operations)).toMatchInlineSnapshot(`
    "TAG       METHOD       PATH                  WHAT IT DOES
    things    GET     old  /org/{orgId}/things   Lists things
    things    PUT          /org/{orgId}/things   Sets one
    (no tag)  DELETE  !    /org/{orgId}/systems  Deletes systems
    "
  `);
});

test('a description says what is sent, where, and what it takes', () => {
  expect(operationText(definition, operation('PUT /org/{orgId}/things'))).toMatchInlineSnapshot(`
    "PUT /org/{orgId}/things
    Sets one
    It is a heavy change of all there is (it is about the whole organisation): --write sends it.

    In the path
      * orgId                 text

    In the query
        size                  whole number, 9 or less

    In headers
        If-Match              text

    The body, application/json
      * name                  text, or null
        size                  object: unit

    It answers
        200                   It is set.  text/plain
    "
  `);
  expect(operationText(definition, operation('GET /org/{orgId}/things'))).not.toContain('--write');
  expect(operationText(definition, operation('DELETE /org/{orgId}/systems'))).toContain(
    '\nrollcall deletes systems after a review: it is never sent here.\n',
  );
});

test('the other media types of a body are named, with the field that chooses one', () => {
  const content = { 'application/json': { schema }, 'multipart/form-data': { schema } };
  const both = aDefinition({ 'POST /both': { requestBody: { content } } });
  const lines = operationText(both, operationIn(both, 'POST /both')).split('\n');
  const at = lines.indexOf('The body, application/json (may be left out)');
  expect(lines[at + 1]).toBe('  or multipart/form-data: content-type=multipart/form-data');
});

test('the same as data has the fields of the body one level deep', () => {
  const record: unknown = JSON.parse(operationJson(definition, operation('PUT /org/{orgId}/things')));
  expect(record).toMatchObject({
    method: 'PUT',
    parameters: [
      ...[
        { name: 'orgId', in: 'path', isRequired: true },
        { name: 'size', in: 'query', shape: { kind: 'number' } },
      ],
      { name: 'If-Match', in: 'header' },
    ],
    body: {
      type: 'application/json',
      shape: {
        kind: 'object',
        fields: [
          { name: 'name', isRequired: true, shape: { kind: 'text', isNullable: true } },
          { name: 'size', isRequired: false, shape: { kind: 'object', fields: [{ name: 'unit', isRequired: true }] } },
        ],
      },
    },
    responses: [{ status: '200', description: 'It is set.\nAt once.', types: ['text/plain'] }],
  });
});
