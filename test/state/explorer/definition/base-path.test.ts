import { expect, test } from 'vitest';
import { planOf } from '../../../../src/state/explorer/form/forms.ts';
import { aSession, aStateOf } from '../../../support/make.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import { aForm, type Filling } from '../form/filling.ts';

const get = 'GET /items/{id}';
const put = 'PUT /items/{id}';
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const body = { content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } } };
const definition = definitionFrom({
  openapi: '3.0.3',
  servers: [{ url: '/api/v1' }],
  paths: {
    '/items/{id}': { parameters: [id], get: {}, put: { requestBody: body } },
    '/uploads': { servers: [{ url: '/files' }], post: {} },
  },
});

function form(operation: string, basePath: string | null, known = {}): Filling {
  const state = { ...aStateOf([]), session: aSession({ profileSettings: { ...defaultProfileSettings, basePath } }) };
  return aForm(operation, { definition, known, state });
}

const own = aStateOf([]).session.baseUrl ?? '';

test.each([
  [null, `${new URL(own).origin}/api/v1`],
  ['/v2', `${new URL(own).origin}/v2`],
  ['', own],
])('with %j as the base path, a form is read, shown and sent below one address', (basePath, address) => {
  expect(planOf(form(get, basePath).shown()).baseUrl).toBe(address);
  const filled = form(put, basePath, { id: 'x' });
  const read = filled.effects.flatMap((effect) => (effect.kind === 'readFormNow' ? [effect.call.url] : []));
  expect(read).toEqual([`${address}/items/x`]);
  const { request } = filled.presses('Send').state;
  expect(request.current?.call.url).toBe(`${address}/items/x`);
  expect(request.current?.target).toMatchObject({ call: { url: `${address}/items/x` } });
});

test('an operation that alone is elsewhere is told when it is opened', () => {
  const uploads = { post: { servers: [{ url: 'https://uploads.example' }] } };
  const away = definitionFrom({ openapi: '3.0.3', paths: { '/a': { get: {} }, '/b': uploads } });
  expect(aForm('POST /b', { definition: away }).said()).toBe(
    'The definition names https://uploads.example. Requests go to your address alone.',
  );
  expect(aForm('GET /a', { definition: away }).said()).toBe('');
  expect(form('POST /uploads', null).said()).toBe(`Sent below ${new URL(own).origin}/files.`);
  expect(form('POST /uploads', '/v2').said()).toBe('');
});
