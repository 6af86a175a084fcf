/** Enrolment keys: one is created, and those of the service are read page by page. */
import { describe, expect, test } from 'vitest';
import { createEnrolmentKey, readServiceKeys, type ServiceKeysPage } from '../../src/api/enrolment-keys.ts';
import type { Client } from '../../src/api/http/client.ts';
import type { Paging } from '../../src/api/paging/envelope.ts';
import { json } from '../../src/demo/answer.ts';
import type { KeyRecord } from '../../src/demo/enrolment-keys.ts';
import { aKeyRecord } from '../support/make.ts';
import { aServiceClient, requestsOf } from './service.ts';

const operation = 'create enrolment key';

describe('a key is created', () => {
  test.each(['laptops', '', ' Köln "1"\n', '{"description": 1}', 'x'.repeat(200)])(
    'with the description as it was typed: %j',
    async (description) => {
      const { client, service } = await aServiceClient({ intercept: () => json(201, {}) });
      expect(await createEnrolmentKey(client, 'acme', description)).toMatchObject({ ok: true });
      expect(requestsOf(service)).toEqual(['POST /org/acme/enrolment-keys']);
      expect(service.requests[0]?.headers['content-type']).toBe('application/json');
      expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ description });
    },
  );

  test('by the embedded service', async () => {
    const { client } = await aServiceClient();
    const created = await createEnrolmentKey(client, 'acme', 'laptops');
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
    expect(await createEnrolmentKey(client, 'acme', 'laptops')).toEqual({ ok: true, value: { status: 201, fields } });
  });

  test.each([
    ['200 without a body', { status: 200 }],
    ['201 without a body', { status: 201 }],
    ['204', { status: 204 }],
    ['an object without fields', json(201, {})],
  ])('where the answer is %s', async (_, answer) => {
    const { client } = await aServiceClient({ intercept: () => answer });
    expect(await createEnrolmentKey(client, 'acme', 'laptops')).toMatchObject({ ok: true, value: { fields: [] } });
  });
});

describe('a problem', () => {
  test('of a description that the service refuses names the field', async () => {
    const { client } = await aServiceClient();
    const refused = await createEnrolmentKey(client, 'acme', '');
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
    expect(await createEnrolmentKey(client, 'acme', 'laptops')).toEqual({
      ok: false,
      problem: { operation, kind: 'wrongShape', path: 'expected object' },
    });
  });

  test('of a lost answer: it is sent once', async () => {
    const { client, service } = await aServiceClient({ intercept: () => 'drop' });
    expect(await createEnrolmentKey(client, 'acme', 'laptops')).toMatchObject({
      ok: false,
      problem: { operation, kind: 'lost' },
    });
    expect(service.requests).toHaveLength(1);
  });

  test.each(['', '..', 'a/b'])(
    'of an organisation whose id cannot stand in a path: nothing is sent (%j)',
    async (orgId) => {
      const { client, service } = await aServiceClient();
      expect(await createEnrolmentKey(client, orgId, 'laptops')).toEqual({
        ok: false,
        problem: { operation, kind: 'oddId' },
      });
      expect(service.requests).toEqual([]);
    },
  );
});

const address = '/org/acme/enrolment-keys';

function aServiceOf(keys: readonly KeyRecord[]): ReturnType<typeof aServiceClient> {
  const organisation = { orgId: 'acme', orgName: 'Acme', role: 'Owner', systems: [], keys };
  return aServiceClient({ fleet: { organisations: [organisation] } });
}

async function pageOf(client: Client, read: Paging | null = null): Promise<ServiceKeysPage> {
  const page = await readServiceKeys(client, 'acme', read);
  if (!page.ok) throw new Error(JSON.stringify(page.problem));
  return page.value;
}

test('137 keys are read by following the links of their pages, without a secret', async () => {
  const { client, service } = await aServiceOf(Array.from({ length: 137 }, (_, at) => aKeyRecord({ id: at + 1 })));
  const pages: ServiceKeysPage[] = [];
  do pages.push(await pageOf(client, pages.at(-1)?.paging));
  while (pages.at(-1)?.paging.next.kind === 'page');
  expect(pages.map(({ keys }) => keys.length)).toEqual([50, 50, 37]);
  expect(pages.at(-1)?.paging.next).toEqual({ kind: 'end' });
  expect(pages.flatMap(({ keys }) => keys.map(({ id }) => id))).toEqual(Array.from({ length: 137 }, (_, at) => at + 1));
  expect(JSON.stringify(pages)).not.toContain('secret');
  expect(requestsOf(service)).toEqual([
    `GET ${address}`,
    `GET ${address}?per_page=50&page=1`,
    `GET ${address}?per_page=50&page=2`,
  ]);
});

test('a key has what the service says of it', async () => {
  const { client } = await aServiceOf([
    aKeyRecord({ id: 7, description: 'laptops', status: 'NoUsesRemaining', usesRemaining: 0 }),
  ]);
  expect((await pageOf(client)).keys).toEqual([
    {
      id: 7,
      description: 'laptops',
      status: 'NoUsesRemaining',
      usesRemaining: 0,
      lastUsedMs: Date.parse('2026-11-01T09:00:00Z'),
      type: 'GeneralPurpose',
    },
  ]);
});

test('the id of a key keeps all of its digits', async () => {
  const { client } = await aServiceClient({
    intercept: () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '[{"id":9007199254740993},{"enrolmentKeyId":7.0}]',
    }),
  });
  expect((await pageOf(client)).keys.map(({ id }) => id)).toEqual(['9007199254740993', 7]);
});

test('odd fields of a key are left out, and the key stays', async () => {
  const odd = { id: 1.5, description: ['x'], status: 7, usesRemaining: '1', lastUsed: 'never', type: null };
  const { client } = await aServiceClient({
    intercept: () => json(200, { items: [odd, {}], metadata: 7, links: null }),
  });
  const nothing = { id: null, description: null, status: null, usesRemaining: null, lastUsedMs: null, type: null };
  expect(await pageOf(client)).toMatchObject({ keys: [nothing, nothing], paging: { next: { kind: 'end' } } });
});

test('the id of a key may have the name that systems have for it', async () => {
  const items = [{ enrolmentKeyId: 7 }, { id: 8, enrolmentKeyId: 9 }];
  const { client } = await aServiceClient({ intercept: () => json(200, { items }) });
  expect((await pageOf(client)).keys.map(({ id }) => id)).toEqual([7, 8]);
});

test('a bare list is one page', async () => {
  const { client } = await aServiceClient({ intercept: () => json(200, [{ id: 7 }]) });
  expect(await pageOf(client)).toMatchObject({ keys: [{ id: 7 }], paging: { next: { kind: 'end' } } });
});

test.each([
  {},
  { items: {} },
  7,
  null,
  'text',
  { items: ['key'] },
  { items: Array.from({ length: 10_001 }, () => ({})) },
])('other JSON is said to be of another shape (%#)', async (body) => {
  const { client } = await aServiceClient({ intercept: () => json(200, body) });
  expect(await readServiceKeys(client, 'acme', null)).toMatchObject({ ok: false, problem: { kind: 'wrongShape' } });
});

test.each([
  ['http://elsewhere.example/org/acme/enrolment-keys?page=1', 'another address'],
  ['/org/acme/systems?page=1', 'another path'],
  ['/org/another/enrolment-keys?page=1', 'another path'],
  [address, 'seen before'],
  [7, 'not a link'],
])('a link to %s is not followed: %s', async (next, reason) => {
  const { client } = await aServiceClient({ intercept: () => json(200, { items: [{ id: 7 }], links: { next } }) });
  expect(await pageOf(client)).toMatchObject({ keys: [{ id: 7 }], paging: { next: { kind: 'untrusted', reason } } });
});

test('an odd organisation is not asked for', async () => {
  const { client, service } = await aServiceClient();
  expect(await readServiceKeys(client, '..', null)).toMatchObject({ ok: false, problem: { kind: 'oddId' } });
  expect(service.requests).toEqual([]);
});
