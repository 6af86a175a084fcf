import { expect, test } from 'vitest';
import { planOf } from '../../../../src/state/explorer/form/forms.ts';
import { namedPlace } from '../../../../src/state/explorer/definition/reading.ts';
import { aStateOf } from '../../../support/make.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { aForm, type Filling } from '../form/filling.ts';

const get = 'GET /items/{id}';
const put = 'PUT /items/{id}';
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const body = { content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } } };
const definition = definitionFrom({
  openapi: '3.0.3',
  servers: [{ url: '/api/v1' }],
  paths: { '/items/{id}': { parameters: [id], get: {}, put: { requestBody: body } } },
});

function form(operation: string, known = {}): Filling {
  return aForm(operation, { definition, known });
}

function answers(filling: Filling, isUsed: boolean): Filling {
  return filling.does({ kind: 'prefixAnswered', isUsed });
}

function readNow({ effects }: Filling) {
  return effects.flatMap((effect) => (effect.kind === 'readFormNow' ? [effect.call.url] : []));
}

const { baseUrl } = aStateOf([]).session;
const own = baseUrl ?? '';
const address = `${new URL(own).origin}/api/v1`;

test('a form asks once where its operation is, and the answer is kept', () => {
  const asked = form(get);
  expect(asked.state.overlay).toEqual({ kind: 'prefixAsked', path: '/api/v1', address });
  const yes = answers(asked, true);
  expect(yes.state.overlay).toBeNull();
  expect(yes.effects).toContainEqual({ kind: 'rememberPrefix', baseUrl: own, path: '/api/v1', isUsed: true });
  expect(planOf(yes.shown()).baseUrl).toBe(address);
  const no = answers(asked, false);
  expect(planOf(no.shown()).baseUrl).toBe(own);
  for (const one of [yes, no]) {
    const again = one.back().does({ kind: 'operationOpened', operation: one.screen().operation, known: {} });
    expect(again.state.overlay).toBeNull();
  }
});

test('nothing is read and nothing is sent before the answer', () => {
  const later = form(put, { id: 'x' }).does({ kind: 'overlayClosed' });
  expect(readNow(later)).toEqual([]);
  const sent = later.presses('Send');
  expect(sent.state.overlay?.kind).toBe('prefixAsked');
  expect(sent.state.request.current).toBeNull();
  const read = form(get, { id: 'x' }).does({ kind: 'overlayClosed' }).presses('Send');
  expect(read.effects.some(({ kind }) => kind === 'sendOperation')).toBe(false);
  expect(readNow(answers(later.presses('Send'), true))).toEqual([`${address}/items/x`]);
  expect(readNow(answers(later.presses('Send'), false))).toEqual([`${own}/items/x`]);
});

test('a request is shown below the path that was said', () => {
  const shown = answers(form(put, { id: 'x' }), true).presses('Send');
  expect(shown.state.request.current?.call.url).toBe(`${address}/items/x`);
  expect(shown.state.request.current?.target).toMatchObject({ call: { url: `${address}/items/x` } });
});

test('answers that are kept arrive with the definition', () => {
  const state = aStateOf([]);
  const known = aForm(get, { definition, state }).does({
    ...{ kind: 'definitionArrived', definition, isKept: true, prefixes: new Map([['/api/v1', true]]) },
  });
  expect(known.state.definition.prefixes.get('/api/v1')).toBe(true);
});

test('an operation that alone is at another origin is told when it is opened', () => {
  const uploads = { post: { servers: [{ url: 'https://uploads.example' }] } };
  const own = definitionFrom({ openapi: '3.0.3', paths: { '/a': { get: {} }, '/b': uploads } });
  expect(aForm('POST /b', { definition: own }).said()).toBe(
    'The definition names https://uploads.example. Requests go to your address alone.',
  );
  expect(aForm('GET /a', { definition: own }).said()).toBe('');
});

test('another origin is never asked about, and an answer is asked for again on request', () => {
  const elsewhere = definitionFrom({
    openapi: '3.0.3',
    servers: [{ url: 'https://other.example/api' }],
    paths: { '/a': { get: {} } },
  });
  const there = aForm('GET /a', { definition: elsewhere });
  expect(there.state.overlay).toBeNull();
  expect(planOf(there.shown()).baseUrl).toBe(own);
  expect(namedPlace(there.state)).toMatchObject({ kind: 'elsewhere' });
  expect(there.does({ kind: 'prefixWanted' }).state.overlay).toBeNull();
  const again = answers(form(get), false).does({ kind: 'prefixWanted' });
  expect(planOf(answers(again, true).shown()).baseUrl).toBe(address);
});
