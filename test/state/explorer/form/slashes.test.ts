/** Slashes of a value in the path, from the form to its call. */
import { expect, test } from 'vitest';
import { maskedUrl } from '../../../../src/api/calls/call.ts';
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

test.each([
  ['GET /contents/{path}', /\/contents\/src%2Fmain\.ts$/],
  ['GET /files/{path}', /\/files\/src\/main\.ts$/],
])('%s sends them as the definition says', (id, url) => {
  const { effects } = typed(id, 'src/main.ts');
  const effect = effects.findLast(({ kind }) => kind === 'sendOperation');
  expect(effect?.kind === 'sendOperation' && maskedUrl(effect.call)).toMatch(url);
});

test('a value that leads elsewhere is refused', () => {
  const refused = typed('GET /contents/{path}', 'a/../b');
  expect(refused.said()).toMatch(/^"path" cannot be "\.\.": that leads to another address\./);
  expect(refused.effects.some(({ kind }) => kind === 'sendOperation')).toBe(false);
});

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
