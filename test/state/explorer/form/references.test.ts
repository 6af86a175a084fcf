/** Read-only fields in a form: the id of a reference, and the others. */
import { expect, test } from 'vitest';
import { aDefinition } from '../../../support/definition.ts';
import { aForm, type Filling } from './filling.ts';

const text = { type: 'string' };
const read = { ...text, readOnly: true };
const service = { required: ['id', 'type'], properties: { id: read, type: text, summary: read } };
const schema = { required: ['number', 'title'], properties: { number: read, title: text, service, createdAt: read } };
const definition = aDefinition({
  'POST /incidents': { requestBody: { required: true, content: { 'application/json': { schema } } } },
});
const opened = aForm('POST /incidents', { definition });

function editorText(form: Filling): string {
  const effect = form.effects.findLast(({ kind }) => kind === 'editOperation');
  if (effect?.kind !== 'editOperation') throw new Error('No editor is open.');
  return effect.text;
}

test('the id of a reference is set and sent; what the service gives is not asked for', () => {
  expect(opened.labels()).toEqual(['title', 'service', 'Send']);
  const reference = opened.on('service').types('{"id": "P1", "type": "service"}');
  expect(reference.body()).toEqual({ service: { id: 'P1', type: 'service' } });
});

test('the editor names every read-only field', () => {
  expect(editorText(opened.presses('Json'))).toContain(
    ['  // These are read-only in the definition:', '  //   number: text', '  //   createdAt: text', '}'].join('\n'),
  );
  const reference = editorText(opened.on('service').enters());
  expect(reference).toContain('  // id: text; read-only in the definition; required\n  "id": null');
  expect(reference).toContain('  // These are read-only in the definition:\n  //   summary: text\n}');
});

test('a read-only field that the editor sets says so, and is sent', () => {
  const set = opened.presses('Json').edits('{"title":"a","createdAt":"2026"}');
  expect(set.body()).toEqual({ title: 'a', createdAt: '2026' });
  expect(set.labels()).toEqual(['title', 'service', 'createdAt', 'Send']);
});
