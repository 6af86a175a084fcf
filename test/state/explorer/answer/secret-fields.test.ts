/** The secrets of an answer by its definition. */
import { expect, test } from 'vitest';
import { secretFieldsOf } from '../../../../src/state/explorer/answer/answer-lines.ts';
import { definitionFrom, operationIn } from '../../../support/definition.ts';
import { usualDocument } from '../../../support/documents/usual.ts';

function secretsOf(id: string) {
  const definition = definitionFrom(usualDocument());
  return secretFieldsOf(definition, operationIn(definition, id));
}

test('a list has the secrets of its items', () => {
  expect([...secretsOf('GET /org/{orgId}/enrolment-keys')]).toEqual(['key']);
});

test('without a definition nothing is known of them', () => {
  expect(secretFieldsOf(null, { source: {} } as never)).toEqual(new Set());
});
