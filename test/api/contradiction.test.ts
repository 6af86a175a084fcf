import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimIn, contradictionIn } from '../../src/api/contradiction.ts';
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

/** Answers for many, as services write them: `done` says how each system ended. */
const dialects: Readonly<Record<string, (done: readonly boolean[]) => unknown>> = {
  'several states': (done) => ({
    results: done.map((isDone, at) => ({
      systemId: `S${at}`,
      ...(isDone ? { status: 200 } : { status: 409, error: 'locked' }),
    })),
  }),
  'errors: true': (done) => ({
    errors: done.includes(false),
    items: done.map((isDone, at) => ({ update: { _id: `S${at}`, status: isDone ? 201 : 409 } })),
  }),
  'by id': (done) => ({ data: { systems: Object.fromEntries(done.map((isDone, at) => [`S${at}`, { ok: isDone }])) } }),
  'two lists': (done) => ({ updated: idsOf(done, true), failed: idsOf(done, false) }),
  'two counts': (done) => ({ succeededCount: idsOf(done, true).length, failed_count: idsOf(done, false).length }),
  'a list': (done) => done.map((success, at) => ({ id: at, success })),
  'success: false': (done) => ({
    success: !done.includes(false),
    results: done.map((success, id) => ({ id, success })),
  }),
};

function idsOf(done: readonly boolean[], wanted: boolean): readonly string[] {
  return done.flatMap((isDone, at) => (isDone === wanted ? [`S${at}`] : []));
}

property(
  'an answer for many that fails some of them is partly, all of them failed, and none of them neither',
  [fc.constantFrom(...Object.values(dialects)), fc.array(fc.boolean(), { minLength: 1, maxLength: 20 })],
  (answer, done) => {
    const kind = !done.includes(false) ? undefined : done.includes(true) ? 'partly' : 'failed';
    expect(claimIn(answer(done))?.kind).toBe(kind);
  },
);

test.each<[unknown, object | null]>([
  [
    { success: false, message: 'nothing was done' },
    { kind: 'failed', says: 'success: false' },
  ],
  [
    { success: false, meta: { requestId: 'r1' } },
    { kind: 'failed', says: 'success: false' },
  ],
  [{ error: 'in use' }, { kind: 'failed', says: 'error: "in use"' }],
  [{ failed: true }, { kind: 'failed', says: 'failed: true' }],
  [false, { kind: 'failed', says: 'false' }],
  [{ errors: true }, { kind: 'partly', says: 'errors: true' }],
  [{ errors: [{ id: 'S1', message: 'in use' }] }, { kind: 'partly', says: 'errors: [{"id":"S1","message":"in use"}]' }],
  [{ failed: ['S1'] }, { kind: 'partly', says: 'failed: ["S1"]' }],
  [{ changed: 3, failed: 0, errors: [] }, null],
  [{ items: [{ systemId: 'S1', hostname: 'failed' }] }, null],
  [{ job: { id: 7, status: 'queued' } }, null],
  [undefined, null],
])('the answer %j for many says %j', (body, claim) => {
  expect(claimIn(body)).toEqual(claim);
});

property('any answer for many is judged without a mistake of its own', [fc.jsonValue()], (body) => {
  expect([undefined, 'partly', 'failed']).toContain(claimIn(body)?.kind);
});
