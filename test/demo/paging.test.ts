/** Pages of any size make up the whole list; queries of lists are parsed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageOf } from '../../src/demo/paging.ts';
import { aClient, aSmallFleet, type Client, everyPage, everySystem, idsOf } from './client.ts';
import { readListQuery } from '../../src/demo/list-query.ts';

const SYSTEMS = Array.from({ length: 45 }, (_, index) => ({
  systemId: `S${index}`,
  hostname: index % 3 === 0 ? `web & db-${index}` : `東京-${index}`,
  isEnabled: index % 5 !== 0,
}));

/** An organisation whose id needs encoding in an address. */
function aCollection(): Promise<Client> {
  const fleet = { organisations: [{ orgId: 'a/b ü', orgName: 'A', role: 'Owner', systems: SYSTEMS }] };
  return aClient({ fleet });
}

const ADDRESS = `/org/${encodeURIComponent('a/b ü')}/systems`;

test('following links.next visits each system exactly once, for any page size and search', async () => {
  const client = await aCollection();
  const searches = fc.constantFrom('', 'web', 'b & d', '東京', '東京-1', 's1', 'none');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), searches, fc.boolean(), async (size, search, disabled) => {
      const query = new URLSearchParams({ search, per_page: String(size), include_disabled: String(disabled) });
      const visited = await everySystem(client, `${ADDRESS}?${query.toString()}`);
      const wanted = SYSTEMS.filter(
        ({ systemId, hostname, isEnabled }) =>
          (disabled || isEnabled) && [systemId.toLowerCase(), hostname].some((text) => text.includes(search)),
      );
      expect(idsOf(visited)).toEqual(idsOf(wanted));
    }),
    { numRuns: 40 },
  );
});

test('every link is absolute and carries search, per_page and include_disabled', async () => {
  const { page, service } = await aCollection();
  const { links } = await page(`${ADDRESS}?search=web&per_page=2&include_disabled=True`);
  for (const link of [links.first, links.next, links.last]) {
    const url = new URL(String(link));
    expect(url.origin + url.pathname).toBe(service.baseUrl + ADDRESS);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      search: 'web',
      per_page: '2',
      include_disabled: 'true',
    });
  }
});

test('links.prev leads back to where links.next came from', async () => {
  const client = await aCollection();
  const pages = await everyPage(client, `${ADDRESS}?per_page=7`);
  for (const [index, { links }] of pages.entries()) {
    const before = links.prev === null ? undefined : await client.page(links.prev);
    expect(before).toEqual(pages[index - 1]);
  }
});

test('a page after the last, as a list that shrank leads to, is empty and leads back', async () => {
  const { page } = await aCollection();
  const { metadata, items, links } = await page(`${ADDRESS}?include_disabled=true&per_page=20&page=9`);
  expect(items).toEqual([]);
  expect(metadata).toEqual({ total: 45, firstPage: 0, prevPage: 2, lastPage: 2, nextPage: null });
  expect(links.next).toBeNull();
});

test('a deletion while paging shifts later pages', async () => {
  const { page, service } = await aCollection();
  const first = await page(`${ADDRESS}?include_disabled=true&per_page=10`);
  service.remove('S0');
  const second = await page(String(first.links.next));
  expect(second.items[0]?.systemId).toBe('S11');
});

describe('page sizes', () => {
  const many = Array.from({ length: 450 }, (_, index) => ({ systemId: `S${index}` }));

  test.each([
    ['50 where none is asked for', '', 50],
    ['as asked for', '?per_page=199', 199],
    ['at most 200', '?per_page=201', 200],
    ['at most 200, however much is asked for', '?per_page=99999999999999999999', 200],
  ])('a page has %s', async (_, query, size) => {
    const { page } = await aClient({ fleet: aSmallFleet(many) });
    const { items, metadata } = await page(`/org/acme/systems${query}`);
    expect(items).toHaveLength(size);
    expect(metadata.lastPage).toBe(Math.ceil(450 / size) - 1);
  });

  test('a list that fills its last page has no empty one after it', async () => {
    const { page } = await aClient({ fleet: aSmallFleet(many) });
    expect((await page('/org/acme/systems?per_page=150')).metadata.lastPage).toBe(2);
  });
});

test('an empty list has one empty page, which is the first and the last', () => {
  expect(pageOf([], 0, 50, (page) => `/${page}`)).toEqual({
    metadata: { total: 0, firstPage: 0, prevPage: null, lastPage: 0, nextPage: null },
    links: { first: '/0', prev: null, next: null, last: '/0' },
    items: [],
  });
});

const read = (text: string) => readListQuery(new URLSearchParams(text));

test('without parameters, the first page of fifty enabled systems is meant', () => {
  expect(read('')).toEqual({ search: '', includeDisabled: false, perPage: 50, page: 0 });
});

test.each([
  ...['true', 'True', 'TRUE'].map((text) => [text, true] as const),
  ...['false', 'False'].map((text) => [text, false] as const),
])('include_disabled=%s includes them: %s', (text, includeDisabled) => {
  expect(read(`include_disabled=${text}`)).toMatchObject({ includeDisabled });
});

test.each([
  ['per_page', ['0', '-1', '1.5', 'many', '', '1e2', ' 5']],
  ['page', ['-1', '0.5', 'last', '']],
  ['include_disabled', ['yes', '1', '']],
])('%s that cannot be read is a 400 that names it', async (parameter, values) => {
  const { ask, problem } = await aClient();
  for (const value of values) {
    const address = `/org/acme/systems?${parameter}=${encodeURIComponent(value)}`;
    expect((await ask(address)).status).toBe(400);
    const { errors } = await problem(address);
    expect(errors).toEqual({ [parameter]: [expect.stringContaining(parameter)] });
  }
});

test('everything that is wrong is named at once', () => {
  const query = read('per_page=0&page=x&include_disabled=maybe');
  expect('errors' in query && Object.keys(query.errors)).toEqual(['per_page', 'page', 'include_disabled']);
});
