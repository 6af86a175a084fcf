import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contradictionIn } from '../../src/api/contradiction.ts';
import { property } from '../support/property.ts';

/** A body once a deletion is done, a system is disabled or enabled. */
const asked = {
  delete: { so: ['deleted', 'isdeleted', 'removed'], not: [] },
  disable: { so: ['disabled', 'isdisabled'], not: ['enabled', 'isenabled'] },
  enable: { so: ['enabled', 'isenabled'], not: ['disabled', 'isdisabled'] },
};

test.each<[unknown, string]>([
  [{ success: false }, 'success: false'],
  [{ ok: false }, 'ok: false'],
  [{ Deleted: 'false' }, 'Deleted: "false"'],
  [{ is_success: 0 }, 'is_success: 0'],
  [false, 'false'],
  ['error', '"error"'],
  [{ status: 'failed' }, 'status: "failed"'],
  [{ result: 'ERROR' }, 'result: "ERROR"'],
  [{ errors: ['In use'] }, 'errors: ["In use"]'],
  [{ errors: { systemId: ['In use'] } }, 'errors: {"systemId":["In use"]}'],
  [{ error: 'In use' }, 'error: "In use"'],
  [{ error: { code: 7 } }, 'error: {"code":7}'],
  [{ status: 400 }, 'status: 400'],
  [{ status: 599 }, 'status: 599'],
  [{ statusCode: '404' }, 'statusCode: "404"'],
  [{ type: 'about:blank', title: 'In use', status: 409 }, 'status: 409'],
  [{ type: 'https://api.example/problems/type/in-use', title: 'In use' }, 'title: "In use"'],
  [{ systemId: 'S2', hostname: 'web-2' }, 'systemId: "S2"'],
  [{ data: { systemId: 'S2' } }, 'data.systemId: "S2"'],
  [{ system: { SystemId: 7 } }, 'system.SystemId: 7'],
  [{ data: { result: { success: false } } }, 'data.result.success: false'],
  [[{ success: false }], '0.success: false'],
  [{ systemId: 'S1', success: false }, 'success: false'],
])('%j contradicts a deletion of S1', (body, told) => {
  expect(contradictionIn(body, 'S1', asked.delete)).toBe(told);
});

test.each<[unknown]>([
  [undefined],
  [null],
  [{}],
  [[]],
  ['ok'],
  [true],
  [{ systemId: 'S1', hostname: 'error', state: 'Failed', isEnabled: false, description: '' }],
  [{ data: { systemId: 'S1' } }],
  [{ success: true, errors: [], error: null }],
  [{ status: 'ok' }],
  [{ status: 200, errors: {} }],
  [{ status: 399 }],
  [{ status: 600 }],
  [{ deleted: 1 }],
  [{ deleted: ['S1'] }],
  [{ systemId: 'S1', type: 'laptop', title: 'Till' }],
  // No wrapper is so deep.
  [{ a: { b: { c: { d: { success: false } } } } }],
])('%j does not', (body) => {
  expect(contradictionIn(body, 'S1', asked.delete)).toBeNull();
});

test('a fault that is nested deeper than can be written is a contradiction, too', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);
  expect(contradictionIn({ error: deep }, 'S1', asked.delete)).toBe('error: …');
});

test.each<['disable' | 'enable', unknown, string | null]>([
  ['disable', { isEnabled: true }, 'isEnabled: true'],
  ['disable', { data: { is_enabled: 'true' } }, 'data.is_enabled: "true"'],
  ['disable', { disabled: false }, 'disabled: false'],
  ['disable', { status: 'not disabled' }, 'status: "not disabled"'],
  ['disable', { isEnabled: false, deleted: false }, null],
  ['disable', { isEnabled: null }, null],
  ['disable', { enabled: 'no' }, null],
  ['disable', { enabled: 'the rest' }, null],
  ['enable', { isEnabled: false }, 'isEnabled: false'],
  ['enable', { disabled: 1 }, 'disabled: 1'],
  ['enable', { isEnabled: true, disabled: false }, null],
])('asked to %s, %j says %j', (of, body, told) => {
  expect(contradictionIn(body, 'S1', asked[of])).toBe(told);
});

property('any body is judged without a mistake of its own', [fc.jsonValue()], (body) => {
  const told = contradictionIn(body, 'S1', asked.delete);
  expect(told === null || told.length > 0).toBe(true);
});
