import { expect, test } from 'vitest';
import { createPrefetch, type PageAddress, readSystemsPage } from '../../src/api/systems.ts';
import { json } from '../../src/demo/answer.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { aSmallFleet } from '../demo/client.ts';
import { aServiceClient } from './service.ts';

const records = ['S1', 'S2', 'S3'].map((systemId) => ({ systemId, isEnabled: true }));
const query = { orgId: 'acme', search: '', includeDisabled: true, perPage: 1 };

async function aList(intercept?: Intercept) {
  const { client, service } = await aServiceClient({ fleet: aSmallFleet(records), ...(intercept && { intercept }) });
  const prefetch = createPrefetch();
  const pagesRequested = (): (string | null)[] => service.requests.map(({ query }) => query.get('page'));
  const reads = async (from: PageAddress, signal?: AbortSignal) => {
    const page = await readSystemsPage(client, query, from, signal, prefetch);
    if (!page.ok) throw new Error(page.problem.kind);
    const { next, address, read } = page.value;
    if (next.kind !== 'page') throw new Error('It is the last one.');
    const following = { kind: 'link', url: next.url, seen: [address], read } as const;
    return { page: page.value, following };
  };
  return { client, service, prefetch, pagesRequested, reads };
}

test('the next page is requested as soon as its link is known, and once', async () => {
  const { pagesRequested, reads } = await aList();
  const { following } = await reads({ kind: 'first' });
  await expect.poll(() => pagesRequested().length).toBe(2);
  const { page } = await reads(following);
  expect(page.systems.map(({ systemId }) => systemId)).toEqual(['S2']);
  await expect.poll(() => pagesRequested().length).toBe(3);
  expect(pagesRequested()).toEqual([null, '1', '2']);
});

test('a prefetched page that was discarded is requested again when it is needed', async () => {
  const { prefetch, pagesRequested, reads } = await aList();
  const { following } = await reads({ kind: 'first' });
  await expect.poll(() => pagesRequested().length).toBe(2);
  prefetch.cancel();
  expect((await reads(following)).page.systems).toHaveLength(1);
  expect(pagesRequested().slice(0, 3)).toEqual([null, '1', '1']);
});

test('another page is not mistaken for it', async () => {
  const { pagesRequested, reads } = await aList();
  await reads({ kind: 'first' });
  await expect.poll(() => pagesRequested().length).toBe(2);
  expect((await reads({ kind: 'first' })).page.systems.map(({ systemId }) => systemId)).toEqual(['S1']);
});

test('its reader can give it up', async () => {
  const { client, prefetch, reads } = await aList();
  const { following } = await reads({ kind: 'first' });
  const page = await readSystemsPage(client, query, following, AbortSignal.abort(), prefetch);
  expect(page).toEqual({ ok: false, problem: { operation: 'list systems', kind: 'aborted' } });
});

test('its reader can give it up while it waits for it', async () => {
  const { reads } = await aList(({ query }) => (query.has('page') ? new Promise(() => undefined) : undefined));
  const { following } = await reads({ kind: 'first' });
  const giving = new AbortController();
  const reading = reads(following, giving.signal);
  giving.abort();
  await expect(reading).rejects.toThrow('aborted');
});

test('an untrusted link is not requested', async () => {
  const { client, service } = await aServiceClient({
    fleet: aSmallFleet(records),
    intercept: () => json(200, { items: [], links: { next: 'https://elsewhere.example/org/acme/systems?page=1' } }),
  });
  const page = await readSystemsPage(client, query, { kind: 'first' }, undefined, createPrefetch());
  expect(page).toMatchObject({ ok: true, value: { next: { kind: 'untrusted' } } });
  expect(service.requests).toHaveLength(1);
});
