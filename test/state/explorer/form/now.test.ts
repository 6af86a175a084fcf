/** Current values at the service, beside the fields of a form that changes them. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import { nowAt } from '../../../../src/state/explorer/form/sending.ts';
import type { Effect } from '../../../../src/state/root/state.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { formDocument } from '../../../support/form-definition.ts';
import { refused } from '../../../support/make.ts';
import { aForm, type Filling } from './filling.ts';

const key = '/org/{orgId}/enrolment-keys/{keyId}';
const text = { type: 'string' };
const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewKey' } } } };
const keyId = { name: 'keyId', in: 'path', required: true, schema: text };
const definition = definitionFrom({
  ...formDocument,
  paths: {
    ...formDocument.paths,
    [key]: { get: { parameters: [keyId] }, patch: { parameters: [keyId], requestBody: body } },
    '/alone/{id}': { put: { requestBody: body } },
  },
});

function reads(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => (effect.kind === 'readFormNow' ? [new URL(effect.call.url).pathname] : []));
}

function answers(form: Filling, value: Json): Filling {
  const url = form.screen().now?.call.url ?? '';
  return form.does({ kind: 'formNowArrived', url, value });
}

const blank = aForm(`PATCH ${key}`, { definition });

test('the target is read once its path is filled in, and again for another path alone', () => {
  expect(reads(blank.effects)).toEqual([]);
  const filled = blank.on('keyId').types('12');
  expect(reads(filled.effects)).toEqual([expect.stringMatching(/\/enrolment-keys\/12$/)]);
  expect(reads(filled.on('description').types('tills').effects)).toEqual([]);
  // Unfinished text is not a value.
  const typing = filled.on('keyId').enters();
  expect(reads(typing.does({ kind: 'textEdited', text: '123' }).effects)).toEqual([]);
  expect(reads(typing.writes('123').effects)).toEqual([expect.stringMatching(/\/enrolment-keys\/123$/)]);
  expect(filled.on('keyId').presses('Unset').screen().now).toBeNull();
});

test('a form that is left waits for nothing, and reads again when it is there again', () => {
  const filled = blank.on('keyId').types('12');
  const left = filled.does({ kind: 'operationsOpened' });
  expect(left.effects).toContainEqual({ kind: 'abandonRead', slot: 'formNow' });
  expect(reads(left.back().effects)).toHaveLength(1);
});

test('fields at any level find what the service has, by names in any case', () => {
  const read = answers(blank.on('keyId').types('12'), { Description: 'tills', autoExpire: { action: 'Delete' } });
  const screen = read.screen();
  expect(nowAt(screen, ['body', 'description'])).toBe('tills');
  expect(nowAt(screen, ['body', 'autoExpire', 'action'])).toBe('Delete');
  expect(nowAt(screen, ['body', 'constructor'])).toBeUndefined();
  expect(nowAt(screen, ['path keyId'])).toBeUndefined();
  expect(nowAt(answers(read, ['tills']).screen(), ['body', 'description'])).toBeUndefined();
});

test('the editor begins with what is there now, without its secrets', () => {
  const now = { Description: 'tills', autoExpire: { action: 'Delete' }, password: 'correct-horse' };
  const read = answers(blank.on('keyId').types('12'), now);
  const textOf = (form: Filling): string => {
    const effect = form.effects.at(-1);
    return effect?.kind === 'editOperation' ? effect.text : '';
  };
  const [body, field] = [textOf(read.presses('Json')), textOf(read.on('autoExpire').enters())];
  expect(body).toMatch(/description: text.*; now: "tills"/);
  expect(body).toContain('autoExpire: object: expiryDateTime, expiryDate, action; now: {"action":"Delete"}');
  expect(body).toMatch(/password: .*; now: "•••"/);
  expect(field).toMatch(/^\/\/ now: \{"action":"Delete"\}$/m);
  expect(field).toMatch(/action: .*; now: "Delete"/);
  expect(body + field).not.toContain('correct-horse');
});

test('a failure is kept beside what was read before; an answer for another address is dropped', () => {
  const read = answers(blank.on('keyId').types('12'), { description: 'tills' });
  const { url = '' } = read.screen().now?.call ?? {};
  const failed = read.does({ kind: 'formNowFailed', url, problem: refused(404) });
  expect(failed.screen().now).toMatchObject({ value: { description: 'tills' }, problem: { status: 404 } });
  expect(read.does({ kind: 'formNowFailed', url: `${url}3`, problem: refused(404) }).screen().now?.problem).toBeNull();
});

test('an operation that sends no fields, or has no read of its own, reads nothing', () => {
  expect(reads(aForm('PUT /alone/{id}', { definition }).on('id').types('7').effects)).toEqual([]);
  expect(aForm('POST /org/{orgId}/enrolment-keys', { definition }).screen().now).toBeNull();
});
