import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import { writeExactly } from '../../../../src/api/exact-json.ts';
import { noLabel } from '../../../../src/state/session/organisations.ts';
import { classOf, type RequestClass, type RequestFacts } from '../../../../src/state/change/request/request-class.ts';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import { parameterKey } from '../../../../src/api/calls/call.ts';
import type { DefinedOperation, Definition } from '../../../../src/api/openapi/definition.ts';
import { parametersOf } from '../../../../src/api/openapi/parameters.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { hostileDocument } from '../../../support/documents/hostile.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { anOrganisation } from '../../../support/make.ts';
import { baseUrl, operation, orgId } from '../../../api/calls/plans.ts';
import { holds } from '../../../support/property.ts';

const organisation = anOrganisation({ orgId, orgName: 'Northwind Traders' });

const words = { operationId: null, summary: '', isDeprecated: false };

function facts(
  request: string,
  url: string,
  more: Partial<RequestFacts> & { readonly body?: Json } = {},
): RequestFacts {
  const [method = '', path = ''] = request.split(/ (.*)/s);
  const { body, ...rest } = more;
  const isOfOrganisation = url.startsWith(`/org/${orgId}`);
  return {
    operation: { method, path, ...words },
    call: {
      method,
      url: `${baseUrl}${url}`,
      headers: {},
      body: body === undefined ? null : writeExactly(body),
      orgId: isOfOrganisation ? orgId : null,
    },
    ...{
      organisation,
      label: noLabel,
      hasFreeBody: false,
      wasUnknown: false,
      isRunGoing: false,
      secondPersonAbove: null,
    },
    ...rest,
  };
}

function phrase(request: string, url: string, more: Parameters<typeof facts>[2] = {}): string | null {
  const judged = classOf(facts(request, url, more));
  return 'phrase' in judged ? judged.phrase : null;
}

const org = `/org/${orgId}`;

test('each class has its phrase', () => {
  expect(classOf(facts('GET /a', '/a'))).toEqual({ kind: 'read', loss: null });
  expect(classOf(facts('POST /a', '/a'))).toEqual({ kind: 'change', reasons: [], phrase: 'post' });
  expect(phrase('PATCH /org/{orgId}/systems/{id}', `${org}/systems/K3F9Q`)).toBe('patch');
  expect(classOf(facts('DELETE /org/{orgId}/zones/{id}', `${org}/zones/12`))).toEqual({
    kind: 'heavy',
    reasons: ['it is a DELETE'],
    phrase: 'delete 12',
  });
  const disable = facts('PUT /org/{orgId}/systems/{id}/disable', `${org}/systems/K3F9Q/disable`);
  expect(classOf(disable)).toEqual({ kind: 'heavy', reasons: ['its path says "disable"'], phrase: 'put K3F9Q' });
  expect(classOf({ ...disable, wasUnknown: true })).toMatchObject({ phrase: 'again put K3F9Q' });
  const three = { systemIds: ['A', 'B', 'C'] };
  expect(phrase('POST /org/{orgId}/things', `${org}/things`, { body: three })).toBe('post 3 systemIds');
  const many = { systemIds: Array.from({ length: 26 }, (_, at) => `S${at}`) };
  expect(classOf(facts('POST /org/{orgId}/things', `${org}/things`, { body: many }))).toMatchObject({
    kind: 'many',
    phrase: 'post 26 systemIds from Northwind Traders',
  });
  expect(phrase('PATCH /org/{orgId}/settings', `${org}/settings`)).toBe('patch settings from Northwind Traders');
  expect(phrase('PUT /org/{orgId}/systems/disable', `${org}/systems/disable`, { body: three })).toBe(
    'put 3 systemIds from Northwind Traders',
  );
});

test('a label, a deprecated operation, a body that nobody describes and an end that nobody knows make a change heavier', () => {
  const reasons = (more: Partial<RequestFacts> & { readonly body?: Json }): unknown => {
    const judged = classOf(facts('POST /org/{orgId}/keys/{id}', `${org}/keys/7`, more));
    return 'reasons' in judged ? judged.reasons : judged;
  };
  expect(reasons({ label: { word: 'PROD', colour: null } })).toEqual(['the organisation is labelled PROD']);
  expect(reasons({ label: { word: null, colour: 'red' } })).toEqual(['the organisation has a colour']);
  expect(reasons({ hasFreeBody: true, body: { a: 1 } })).toEqual(['the definition does not say what its body is']);
  expect(reasons({ hasFreeBody: true })).toEqual([]);
  const old = { method: 'POST', path: '/org/{orgId}/keys/{id}', ...words, isDeprecated: true };
  expect(reasons({ operation: old })).toEqual(['it is deprecated']);
  expect(reasons({ wasUnknown: true })).toEqual(['how it ended the last time is not known']);
});

test.each(['QUERY', 'COPY', 'PURGE'])('a %s is never sent', (method) => {
  expect(classOf(facts(`${method} /things/{id}`, '/things/7'))).toEqual({
    ...{ kind: 'never', why: `rollcall does not send ${method}.` },
  });
});

test('a request that names more systems than one person may change is never sent by one', () => {
  const body = { systemIds: ['A1', 'B2', 'C3'], tag: 'x' };
  const judged = (secondPersonAbove: number | null) =>
    classOf(facts('POST /org/{orgId}/bulk-tag', `${org}/bulk-tag`, { body, secondPersonAbove }));
  expect([judged(null).kind, judged(3).kind]).toEqual(['heavy', 'heavy']);
  expect(judged(2)).toEqual({
    kind: 'never',
    why: 'More than 2 systems (3): a second person confirms it. Mark them in the list, press A, and review.',
  });
  expect(judged(0)).toMatchObject({ why: expect.stringMatching(/^Any change of systems: a second person/) as unknown });
  const one = facts('PUT /org/{o}/systems/{id}/disable', `${org}/systems/K3F9Q/disable`, { secondPersonAbove: 0 });
  expect(classOf(one).kind).toBe('never');
});

test('a file is heavy, and is never sent by one person where that person may change so many systems only', () => {
  const url = `${org}/import`;
  const { call, ...about } = facts('POST /org/{orgId}/import', url);
  const judged = (at: number, secondPersonAbove: number | null) => {
    const files = [{ path: 'a.csv', at, length: 9 }];
    return classOf({ ...about, call: { ...call, body: '(content)', files }, secondPersonAbove });
  };
  expect(judged(0, null)).toMatchObject({
    kind: 'heavy',
    reasons: ['its body is a file, which rollcall does not read'],
  });
  // A part of a form beside others, such as a picture.
  expect(judged(80, null).kind).toBe('change');
  for (const at of [0, 80]) expect(judged(at, 1000)).toMatchObject({ kind: 'never' });
});

test('a request that is never sent says why', () => {
  const why = (judged: RequestClass): string | null => (judged.kind === 'never' ? judged.why : null);
  const put = facts('PUT /org/{orgId}/a', `${org}/a`);
  expect(why(classOf(facts('TRACE /a', '/a')))).toBe('rollcall does not send TRACE.');
  expect(why(classOf({ ...put, organisation: null }))).toMatch(/^Open an organisation first/);
  expect(why(classOf({ ...put, organisation: anOrganisation({ orgId: 'other' }) }))).toMatch(/another organisation/);
  expect(why(classOf({ ...put, isRunGoing: true }))).toMatch(/A run is in progress.*J shows it/);
});

test('deleting systems is taken over, however it is written', () => {
  const ids = (request: string, url: string, body?: Json): unknown => {
    const judged = classOf(facts(request, url, { ...(body !== undefined && { body }), isRunGoing: false }));
    return judged.kind === 'takenOver' && judged.by.kind === 'review' ? judged.by.systemIds : judged;
  };
  expect(ids('DELETE /org/{orgId}/systems/{systemId}', `${org}/systems/K3F9Q`)).toEqual(['K3F9Q']);
  expect(ids('DELETE /org/{a}/Systems/{b}', `${org}/Systems/K3F9Q`)).toEqual(['K3F9Q']);
  expect(ids('DELETE /org/{a}/%73ystems/{b}', `${org}/%73ystems/K3F9Q`)).toEqual(['K3F9Q']);
  expect(ids('DELETE /org/{a}/systems', `${org}/systems`, { systemIds: ['A', 'B', 'A'] })).toEqual(['A', 'B']);
  expect(ids('DELETE /org/{a}/systems', `${org}/systems`, ['A', 'B'])).toEqual(['A', 'B']);
  expect(ids('DELETE /org/{a}/systems', `${org}/systems?id=A&id=B,C`)).toEqual(['A', 'B', 'C']);
  expect(ids('DELETE /org/{a}/systems', `${org}/systems`)).toEqual([]);
  const two = { systemIds: ['A', 'B'] };
  expect(ids('POST /org/{a}/systems/bulk-delete', `${org}/systems/bulk-delete`, two)).toEqual(['A', 'B']);
  expect(ids('PUT /org/{a}/systems/purge', `${org}/systems/purge`, two)).toEqual(['A', 'B']);
  expect(ids('POST /org/{a}/bulk', `${org}/bulk`, { ...two, action: 'remove' })).toEqual(['A', 'B']);
  expect(ids('POST /org/{a}/systems/{b}', `${org}/systems/K3F9Q?_method=DELETE`)).toEqual(['K3F9Q']);
  expect(ids('GET /org/{a}/systems/{b}/delete', `${org}/systems/K3F9Q/delete`)).toEqual(['K3F9Q']);
  expect(phrase('DELETE /org/{a}/systems/{b}/tags/{t}', `${org}/systems/K/tags/blue`)).toBe('delete blue');
});

test('a key with a description alone is created on its own screen', () => {
  const judged = (body: Json): unknown =>
    classOf(facts('POST /org/{o}/enrolment-keys', `${org}/enrolment-keys`, { body }));
  expect(judged({ description: 'build agents' })).toEqual({
    kind: 'takenOver',
    by: { kind: 'newKey', description: 'build agents' },
  });
  expect(judged({ description: 'build agents', type: 'Ephemeral' })).toMatchObject({ kind: 'change', phrase: 'post' });
  expect(judged({ description: ' ' })).toMatchObject({ kind: 'change' });
  const withQuery = facts('POST /org/{o}/enrolment-keys', `${org}/enrolment-keys?type=Ephemeral`, {
    body: { description: 'build agents' },
  });
  expect(classOf(withQuery)).toMatchObject({ kind: 'change' });
});

test.each(['zones', 'systems/K3F9Q', 'enrolment-keys/7', 'site/S1/enrolment-keys'])(
  'a description that is sent to …/%s creates no key',
  (path) => {
    const judged = classOf(facts(`POST /org/{o}/${path}`, `${org}/${path}`, { body: { description: 'build agents' } }));
    expect(judged).toMatchObject({ kind: 'change' });
  },
);

test('a phrase that cannot be typed has another in its place that can', () => {
  const value = (encoded: string): string | null => phrase('DELETE /a/{id}', `/a/${encoded}`);
  expect(value('6f1d0c2a9b7e4d35a8c4e1f20b7d9a63x')).toBe('delete 6f1d0c2a');
  expect(value('%E6%9D%B1%E4%BA%AC')).toBe('delete 1');
  expect(value('12%22%20or%20press%20enter')).toBe('delete 12');
  expect(phrase('DELETE /', '/')).toBe('delete 1');
  const named = { 'press enter to cancel': ['a', 'b'] };
  expect(phrase('POST /a', '/a', { body: named })).toBe('post 2 items');
  const foreign = anOrganisation({ orgId, orgName: 'Büro 東京' });
  expect(phrase('DELETE /org/{o}', org, { organisation: foreign })).toMatch(/ from 6f1d0c2a$/);
});

/** Every operation of a document that a call can be built for, its parameters filled with a plain value. */
function judgedIn(definition: Definition): readonly (readonly [DefinedOperation, RequestClass])[] {
  return definition.operations.flatMap((defined) => {
    const parameters = parametersOf(definition, defined);
    const values = new Map(
      parameters.flatMap((one) =>
        one.isRequired && one.unusable === null ? [[parameterKey(one), '12'] as const] : [],
      ),
    );
    for (const one of parameters) if (one.in === 'path' && /org/i.test(one.name)) values.delete(parameterKey(one));
    const built = buildCall({
      baseUrl,
      orgId,
      operation: defined,
      parameters,
      body: null,
      values: { parameters: values, body: undefined },
    });
    if (!built.ok) return [];
    const label = noLabel;
    const about = {
      organisation,
      label,
      hasFreeBody: false,
      wasUnknown: false,
      isRunGoing: false,
      secondPersonAbove: null,
    };
    return [[defined, classOf({ operation: defined, call: built.value, ...about })] as const];
  });
}

const weights = { read: 0, change: 1, heavy: 2, many: 3, takenOver: 4, never: 5 } as const;

test.each([
  ['usual', () => JSON.stringify(usualDocument()), 60],
  ['hostile', () => hostileDocument(), 2000],
] as const)('in the %s document the method is the floor, and every phrase can be typed', (_, document, least) => {
  const all = judgedIn(definitionFrom(document()));
  expect(all.length).toBeGreaterThan(least);
  for (const [{ method, weight, id }, judged] of all) {
    const floor = method === 'GET' || method === 'HEAD' ? 0 : method === 'DELETE' ? 2 : 1;
    expect(weights[judged.kind], id).toBeGreaterThanOrEqual(floor);
    expect(weights[judged.kind], id).toBeGreaterThanOrEqual(weights[weight]);
    expect(judged.kind === 'read', id).toBe(floor === 0);
    if (!('phrase' in judged)) continue;
    expect(judged.phrase, id).toMatch(/^(?:again )?(?:post|put|patch|delete)( [!-~]+)*$/);
    expect(judged.phrase.length, id).toBeLessThan(110);
  }
});

const anyWords = fc.oneof(
  fc.string(),
  fc.constantFrom('Gets something, harmlessly', 'reads', 'safe', 'Revokes it', 'rotateKeys'),
);

test('words only raise a class', () => {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE');
  holds([methods, anyWords, anyWords, anyWords], (method, segment, operationId, summary) => {
    const path = `/a/{id}/${encodeURIComponent(segment.replace(/[/.\\%]/g, '').toWellFormed())}`;
    const plain = classOf(facts(`${method} /a/{id}/b`, '/a/12/b'));
    const worded = classOf({
      ...facts(`${method} ${path}`, path.replace('{id}', '12')),
      operation: { ...operation(method, path), operationId, summary },
    });
    expect(weights[worded.kind]).toBeGreaterThanOrEqual(weights[plain.kind]);
    expect(worded.kind === 'read').toBe(plain.kind === 'read');
  });
});

test('a hostile delete that says it reads wants the heavy phrase, and a read that revokes says so', () => {
  const harmless = { method: 'DELETE', path: '/a/{id}', operationId: 'getA', summary: 'Gets something, harmlessly' };
  expect(
    classOf({ ...facts('DELETE /a/{id}', '/a/12'), operation: { ...harmless, isDeprecated: false } }),
  ).toMatchObject({
    kind: 'heavy',
    phrase: 'delete 12',
  });
  expect(classOf(facts('GET /a/{id}/revoke', '/a/12/revoke'))).toEqual({
    kind: 'read',
    loss: { word: 'revoke', where: 'path' },
  });
});
