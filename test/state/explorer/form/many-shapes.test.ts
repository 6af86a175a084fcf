/** A body of one of many shapes. */
import { expect, test } from 'vitest';
import { choiceRows } from '../../../../src/state/explorer/form/choices.ts';
import type { OperationChoice } from '../../../../src/state/explorer/form/feature.ts';
import { aDefinition } from '../../../support/definition.ts';
import { aForm, type Filling } from './filling.ts';

const kinds = Array.from({ length: 500 }, (_, at) => `kind-${at}`);
const oneOf = kinds.map((kind) => ({ properties: { kind: { const: kind }, size: { type: 'integer' } } }));
const schema = { oneOf, discriminator: { propertyName: 'kind' } };
const definition = aDefinition({
  'POST /widgets': { requestBody: { required: true, content: { 'application/json': { schema } } } },
});
const opened = aForm('POST /widgets', { definition }).on('shape').enters();

function choiceIn({ state }: Filling): OperationChoice {
  if (state.overlay?.kind !== 'operationChoice') throw new Error('No choice is open.');
  return state.overlay;
}

function rowsIn(form: Filling): readonly string[] {
  const rows = choiceRows(form.shown(), choiceIn(form));
  return rows.map((row) => (row.kind === 'variant' ? row.variant.name : row.kind));
}

test('each of 500 shapes is in the list, and the last one can be chosen', () => {
  expect(rowsIn(opened)).toEqual([...kinds, 'json']);
  const chosen = opened.chooses(499);
  expect(chosen.body()).toEqual({ kind: 'kind-499' });
  expect(chosen.labels()).toContain('size');
});

test('a shape is found by a part of its name', () => {
  const found = opened.does({ kind: 'operationChoiceFiltered' }, { kind: 'textEdited', text: 'D-49' });
  expect(rowsIn(found)).toEqual([...kinds.filter((kind) => kind.startsWith('kind-49')), 'json']);
  expect(found.chooses(1).body()).toEqual({ kind: 'kind-490' });
});

test('the cursor stands on the chosen shape when the list is opened once more', () => {
  const again = opened.chooses(321).on('shape').enters();
  expect(choiceIn(again).list.row).toBe(321);
  expect(choiceIn(again.does({ kind: 'moved', motion: 'up' })).list.row).toBe(320);
});
