/** The defined fields of an answer. */
import { expect, test } from 'vitest';
import { definedFields } from '../../../../src/state/explorer/answer/defined-fields.ts';
import { definitionFrom, operationIn } from '../../../support/definition.ts';
import { usualDocument } from '../../../support/documents/usual.ts';

function fieldsOf(id: string) {
  const definition = definitionFrom(usualDocument());
  return definedFields(definition, operationIn(definition, id));
}

test('the rows of a list have those of its items', () => {
  const fields = fieldsOf('GET /org/{orgId}/enrolment-keys');
  expect(fields).toEqual(
    expect.arrayContaining([
      { name: 'enrolmentKeyId', kind: 'number', isSecret: false },
      { name: 'key', kind: 'text', isSecret: true },
      { name: 'status', kind: 'state', isSecret: false },
      { name: 'lastUsed', kind: 'time', isSecret: false },
      { name: 'tags', kind: 'nested', isSecret: false },
    ]),
  );
});

test('without a definition nothing is known of them', () => {
  expect(definedFields(null, { source: {} } as never)).toEqual([]);
});
