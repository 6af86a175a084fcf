/** An enrolment key is created. */
import { describe, expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import { aNewKey, aServiceClient, requestsOf } from './service.ts';

const operation = 'create enrolment key';

describe('a key is created', () => {
  test.each(['laptops', '', ' Köln "1"\n', '{"description": 1}', 'x'.repeat(200)])(
    'with the description as it was typed: %j',
    async (description) => {
      const { client, service } = await aServiceClient({ intercept: () => json(201, {}) });
      expect(await aNewKey(client, 'acme', description)).toMatchObject({ ok: true });
      expect(requestsOf(service)).toEqual(['POST /org/acme/enrolment-keys']);
      expect(service.requests[0]?.headers['content-type']).toBe('application/json');
      expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ description });
    },
  );

  test('by the embedded service', async () => {
    const { client } = await aServiceClient();
    const created = await aNewKey(client, 'acme', 'laptops');
    expect(created).toMatchObject({ ok: true });
    expect(created.ok && created.value.fields).toContainEqual({ name: 'description', value: 'laptops' });
  });

  test('with every field of the answer, in its order', async () => {
    const body = '{"zone": null, "key": "K-1", "__proto__": {"a": 1}, "id": 7, "tags": []}';
    const { client } = await aServiceClient({ intercept: () => ({ ...json(201, null), body }) });
    const fields = [
      { name: 'zone', value: null },
      { name: 'key', value: 'K-1' },
      { name: '__proto__', value: { a: 1 } },
      { name: 'id', value: 7 },
      { name: 'tags', value: [] },
    ];
    expect(await aNewKey(client, 'acme', 'laptops')).toEqual({ ok: true, value: { status: 201, fields } });
  });

  test.each([
    ['200 without a body', { status: 200 }],
    ['201 without a body', { status: 201 }],
    ['204', { status: 204 }],
    ['an object without fields', json(201, {})],
  ])('where the answer is %s', async (_, answer) => {
    const { client } = await aServiceClient({ intercept: () => answer });
    expect(await aNewKey(client, 'acme', 'laptops')).toMatchObject({ ok: true, value: { fields: [] } });
  });
});

describe('a problem', () => {
  test('of a description that the service refuses names the field', async () => {
    const { client } = await aServiceClient();
    const refused = await aNewKey(client, 'acme', '');
    expect(refused).toMatchObject({
      ok: false,
      problem: { operation, kind: 'refused', status: 400, slug: 'validation-failed' },
    });
    expect(refused.ok || Object.keys(refused.problem.kind === 'refused' ? refused.problem.errors : {})).toEqual([
      'description',
    ]);
  });

  test.each([
    ['a text', '"K-1"'],
    ['a list', '[{"key": "K-1"}]'],
    ['null', 'null'],
    ['a number', '7'],
  ])('of an answer that is %s', async (_, body) => {
    const { client } = await aServiceClient({ intercept: () => ({ ...json(201, null), body }) });
    expect(await aNewKey(client, 'acme', 'laptops')).toEqual({
      ok: false,
      problem: { operation, kind: 'wrongShape', path: 'expected object' },
    });
  });

  test('of a lost answer: it is sent once', async () => {
    const { client, service } = await aServiceClient({ intercept: () => 'drop' });
    expect(await aNewKey(client, 'acme', 'laptops')).toMatchObject({
      ok: false,
      problem: { operation, kind: 'lost' },
    });
    expect(service.requests).toHaveLength(1);
  });

  test.each(['', '..', 'a/b'])(
    'of an organisation whose id cannot stand in a path: nothing is sent (%j)',
    async (orgId) => {
      const { client, service } = await aServiceClient();
      expect(await aNewKey(client, orgId, 'laptops')).toEqual({
        ok: false,
        problem: { operation, kind: 'oddId' },
      });
      expect(service.requests).toEqual([]);
    },
  );
});
