/** The field of a form for the media type of its body. */
import { expect, test } from 'vitest';
import { fieldWords } from '../../../src/screens/explorer/field-words.ts';
import { fieldAtCursor } from '../../../src/state/explorer/form/forms.ts';
import { aForm } from '../../state/explorer/form/filling.ts';
import { definitionOfOne } from '../../support/definition.ts';

test('the type that a body is sent in is shown also where none is chosen', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const content = { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } };
  const definition = definitionOfOne('/a', 'post', { requestBody: { content } });
  const form = aForm('POST /a', { definition }).on('media type').shown();
  const field = fieldAtCursor(form);
  if (field === undefined) throw new Error('There is no field.');
  expect(fieldWords(form, field)).toMatchObject({ value: 'application/json', isSet: false });
});
