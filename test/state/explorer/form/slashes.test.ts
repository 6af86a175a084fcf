/** Slashes of a value in the path, from the form to its call. */
import { expect, test } from 'vitest';
import { aDefinition } from '../../../support/definition.ts';
import { aForm, type Filling } from './filling.ts';

const text = { type: 'string' };
const inPath = (name: string, more: object = {}) => ({ name, in: 'path', required: true, schema: text, ...more });
const definition = aDefinition({
  'GET /contents/{path}': { parameters: [inPath('path')] },
  'GET /files/{path}': { parameters: [inPath('path', { allowReserved: true })] },
  'PUT /contents/{path}': { parameters: [inPath('path')] },
  'PUT /files/{path}': { parameters: [inPath('path', { allowReserved: true })] },
});

function typed(id: string, path: string): Filling {
  return aForm(id, { definition }).on('path').types(path).presses('Send');
}

test('a step with a dangerous word makes the request heavy, and a read asks', () => {
  const put = typed('PUT /files/{path}', 'a/disable');
  expect(put.state.request.current?.judged).toMatchObject({ kind: 'heavy', reasons: ['its path says "disable"'] });
  const plain = typed('PUT /contents/{path}', 'a/disable');
  expect(plain.state.request.current?.judged).toMatchObject({ kind: 'change' });
  expect(typed('GET /files/{path}', 'a/restart').state.overlay).toMatchObject({
    kind: 'operationAsked',
    word: 'restart',
  });
});
