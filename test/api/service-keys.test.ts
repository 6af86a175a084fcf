/** The enrolment keys of the service, page by page. */
import { expect, test } from 'vitest';
import type { Client } from '../../src/api/http/client.ts';
import type { Paging } from '../../src/api/paging/envelope.ts';
import { readServiceKeys, type ServiceKeysPage } from '../../src/api/enrolment-keys.ts';
import { json } from '../../src/demo/answer.ts';
import type { KeyRecord } from '../../src/demo/enrolment-keys.ts';
import { aKeyRecord } from '../support/make.ts';
import { aServiceClient, requestsOf } from './service.ts';

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
