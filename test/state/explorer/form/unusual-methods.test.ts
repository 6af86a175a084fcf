/** Operations of the methods that OpenAPI 3.2 added: a QUERY, and any other one. */
import { expect, test } from 'vitest';
import { definitionFrom } from '../../../support/definition.ts';
import { formDocument } from '../../../support/form-definition.ts';
import { aForm } from './filling.ts';

test('a QUERY has a body, and is sent as a read; another method is shown first', () => {
  const schema = { type: 'object', properties: { search: { type: 'string' } } };
  const about = { requestBody: { content: { 'application/json': { schema } } } };
  const paths = { '/things': { query: about, additionalOperations: { COPY: about } } };
  const definition = definitionFrom({ ...formDocument, openapi: '3.2.0', paths });
  const asked = aForm('QUERY /things', { definition }).on('search').types('web').presses('Send');
  expect(asked.effects).toContainEqual(
    expect.objectContaining({
      kind: 'sendOperation',
      call: expect.objectContaining({ method: 'QUERY', body: '{"search":"web"}' }) as object,
    }),
  );
  const copying = aForm('COPY /things', { definition }).on('search').types('web').presses('Send');
  expect(copying.effects.some(({ kind }) => kind === 'sendOperation')).toBe(false);
  expect(copying.state.screen).toMatchObject({ kind: 'request' });
});
