/** Lists whose pages are chosen by a parameter of the definition: which are followed, how far, and which are not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/api/exact-json.ts';
import type { RawResponse } from '../../../src/api/http/client.ts';
import { parametersOf } from '../../../src/api/openapi/parameters.ts';
import { beforeFirst, pageParametersIn } from '../../../src/api/paging/page-parameters.ts';
import { type ListPage, listPages } from '../../../src/state/session/backoff/update.ts';
import { definitionOfOne, operationIn } from '../../support/definition.ts';
import { holds } from '../../support/property.ts';

const list = 'https://a.example/things';

/** Query parameters by their names, with their schemas. */
type Declared = Readonly<Record<string, object>>;

function parametersFor(declared: Declared) {
  const parameters = Object.entries(declared).map(([name, schema]) => ({ name, in: 'query', schema }));
  const definition = definitionOfOne('/things', 'get', { parameters });
  return pageParametersIn(parametersOf(definition, operationIn(definition)));
}

interface Answer {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads all pages of a service: its requests as their queries, its rows, and how the list ended. */
async function read(declared: Declared, answer: (query: URLSearchParams) => Answer, query = '') {
  const asked: string[] = [];
  const send = ({ url }: { readonly url: string }) => {
    asked.push(url.replace(list, ''));
    const { body, headers = {} } = answer(new URL(url).searchParams);
    const text = JSON.stringify(body);
    const value = { text, bytes: Buffer.from(text), headers: new Headers(headers) } as unknown as RawResponse;
    return Promise.resolve({ ok: true, value } as const);
  };
  const call = { method: 'GET', url: `${list}${query}`, headers: {}, pageParameters: parametersFor(declared) };
  const rows: unknown[] = [];
  let ending: ListPage | null = null;
  for await (const page of listPages(call, send, true)) {
    if (page.kind === 'items') rows.push(...page.items);
    else ending = page;
  }
  const isLink = ending?.kind === 'problem' && ending.problem.kind === 'untrustedLink';
  return {
    asked,
    rows,
    why: isLink ? ending?.kind === 'problem' && 'reason' in ending.problem && ending.problem.reason : ending,
  };
}

const whole = { type: 'integer' };
const text = { type: 'string' };

/** A service with so many things, by a part of them and what it says. */
interface Kind {
  readonly declared: Declared;
  readonly answer: (all: readonly JsonObject[], size: number, query: URLSearchParams) => Answer;
}

const part = (all: readonly JsonObject[], from: number, size: number) => all.slice(from, from + size);
const numberIn = (query: URLSearchParams, name: string, begins: number) => Number(query.get(name) ?? begins);

const byToken = (field: (next: string) => object, name: string): Kind => ({
  declared: { [name]: text, limit: whole },
  answer(all, size, query) {
    const from = Number((query.get(name) ?? 'at 0').slice(3));
    const next = from + size < all.length ? `at ${from + size}` : '';
    return { body: { items: part(all, from, size), ...field(next) } };
  },
});

const byOffset = (name: string, begins: number, says: (all: number, from: number, next: number) => object): Kind => ({
  declared: { [name]: whole },
  answer(all, size, query) {
    const from = numberIn(query, name, begins) - begins;
    return { body: { items: part(all, from, size), ...says(all.length, from + begins, from + size) } };
  },
});

const byPage = (
  name: string,
  { begins, schema = whole }: { begins: number; schema?: object },
  says: (all: number, page: number, pages: number) => Answer['headers'] | object,
  areHeaders = false,
): Kind => ({
  declared: { [name]: schema },
  answer(all, size, query) {
    const page = numberIn(query, name, begins);
    const items = part(all, (page - begins) * size, size);
    const told = says(all.length, page, Math.ceil(all.length / size));
    return areHeaders ? { body: items, headers: told as Record<string, string> } : { body: { items, ...told } };
  },
});

const kinds: Readonly<Record<string, Kind>> = {
  'continue of Kubernetes': byToken((next) => ({ metadata: { continue: next } }), 'continue'),
  nextPageToken: byToken((nextPageToken) => ({ nextPageToken }), 'pageToken'),
  'next_token for pagination_token': byToken((next_token) => ({ meta: { next_token } }), 'pagination_token'),
  'a cursor in depth': byToken((next_cursor) => ({ meta: { page: { next_cursor } } }), 'page[cursor]'),
  'an after in next': byToken((after) => ({ paging: after === '' ? {} : { next: { after } } }), 'after'),
  'a start after in next': byToken(
    (starting_after) => ({
      pages: { next: starting_after === '' ? null : { starting_after } },
    }),
    'starting_after',
  ),
  NextMarker: byToken((NextMarker) => ({ NextMarker, IsTruncated: NextMarker !== '' }), 'marker'),
  'a continuation token': byToken((NextContinuationToken) => ({ NextContinuationToken }), 'continuation-token'),
  'offset and total': byOffset('offset', 0, (total) => ({ total, limit: 3 })),
  'offset and a flag': byOffset('skip', 0, (all, _, next) => ({ has_more: next < all })),
  'startIndex from 1': byOffset('startIndex', 1, (totalResults, startIndex) => ({ totalResults, startIndex })),
  'startAt and isLast': byOffset('startAt', 0, (all, startAt, next) => ({ startAt, isLast: next >= all })),
  'a next offset': byOffset('offset', 0, (all, _, next) => ({ nextOffset: next < all ? next : null })),
  'page from 1 by its own number': byPage('page', { begins: 1 }, (total, page) => ({ page, total })),
  'page from 0 by its own number': byPage('page', { begins: 0 }, (total, page) => ({ meta: { page, total } })),
  'page by its default': byPage('page', { begins: 0, schema: { ...whole, default: 0 } }, (_, page, pages) => ({
    meta: { has_next_results: page + 1 < pages },
  })),
  'page and pages': byPage('page_number', { begins: 1 }, (_, current_page, total_pages) => ({
    pagination: { current_page, total_pages },
  })),
  'a next page': byPage('page', { begins: 1 }, (_, page, pages) => ({ next_page: page < pages ? page + 1 : null })),
  'headers of pages': byPage(
    'page',
    { begins: 1 },
    (all, page) => ({ 'X-Page-Total': String(all), 'X-Page-Limit': '3', 'X-Page-Page': String(page) }),
    true,
  ),
  'a header with the next page': byPage(
    'page',
    { begins: 1 },
    (_, page, pages) => ({ 'X-Next-Page': page < pages ? String(page + 1) : '' }),
    true,
  ),
};

const things = (count: number): readonly JsonObject[] => Array.from({ length: count }, (_, id) => ({ id }));

describe.each(Object.entries(kinds))('a list by %s', (_, { declared, answer }) => {
  test('is read to its end, each row once, with a request for each page', async () => {
    const lists: [number, number][] = [];
    holds([fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 5 })], { numRuns: 30 }, (...one) => {
      lists.push(one);
    });
    for (const [count, size] of lists) {
      const all = things(count);
      const found = await read(declared, (query) => answer(all, size, query));
      expect(found, `${count} by ${size}`).toMatchObject({ rows: all, why: null });
      expect(found.asked).toHaveLength(Math.max(1, Math.ceil(count / size)));
    }
  });

  test('is read by its links alone without a definition, and told where it has more', async () => {
    const found = await read({}, (query) => answer(things(7), 3, query));
    expect(found).toMatchObject({ asked: [''], why: 'not named' });
  });

  test('of a service that ignores the parameter shows no row twice, and says so', async () => {
    const all = things(7);
    let sent = 0;
    const found = await read(declared, (query) => {
      const first = answer(all, 3, new URLSearchParams());
      // Some repeat the number that was asked for.
      const asked = answer(all, 3, query);
      const items = part(all, 0, 3).map((item) => ({ ...item, seen: (sent += 1) }));
      const isBare = Array.isArray(first.body);
      return { body: isBare ? items : { ...(asked.body as object), items }, headers: asked.headers ?? {} };
    });
    expect(found).toMatchObject({ rows: part(all, 0, 3), why: 'seen before' });
    expect(found.asked).toHaveLength(2);
  });
});

test.each<[string, string, number, readonly string[]]>([
  // Without the length of a page, an empty one tells the end.
  ['page from 1 by its own number', '?page=2', 3, ['?page=2', '?page=3', '?page=4']],
  ['page and pages', '?a=1%2C2&page_number=2', 3, ['?a=1%2C2&page_number=2', '?a=1%2C2&page_number=3']],
  ['headers of pages', '?page=2', 3, ['?page=2', '?page=3']],
  ['offset and total', '?offset=4&b=+x', 4, ['?offset=4&b=+x', '?b=+x&offset=7']],
  ['startIndex from 1', '?startIndex=5', 4, ['?startIndex=5', '?startIndex=8']],
  ['continue of Kubernetes', '?continue=at%203', 3, ['?continue=at%203', '?continue=at%206']],
])('%s begins where %s says', async (kind, query, from, asked) => {
  const { declared, answer } = kinds[kind] ?? { declared: {}, answer: () => ({ body: [] }) };
  const found = await read(declared, (given) => answer(things(8), 3, given), query);
  expect(found).toEqual({ asked, rows: things(8).slice(from), why: null });
});

const three = things(3);
/** The list as it was asked for, and nothing more. */
const firstOnly = [''];

test.each<[string, Declared, unknown]>([
  ['has a number of pages, and no number of its own', { page: whole }, { items: three, total_pages: 3 }],
  ['has a total, and counts from an unknown number', { startIndex: whole }, { items: three, total: 9 }],
  ['says another place than the one asked for', { offset: whole }, { items: three, total: 9, offset: 3 }],
  ['has a start that may be a time', { start: text }, { items: three, total: 9 }],
  ['takes pages as texts', { page: text }, { items: three, total: 9, page: 1 }],
  ['takes an object', { page: { type: 'object' } }, { items: three, total: 9, page: 1 }],
  ['has a token, and a parameter of another kind', { marker: text }, { items: three, nextPageToken: 'a' }],
  ['has a token, and a parameter that may be a secret', { token: text }, { items: three, nextPageToken: 'a' }],
  ['has a token that two take', { pageToken: text, skipToken: text }, { items: three, next_token: 'a' }],
  ['has a token, and counts by offset', { offset: whole }, { items: three, nextPageToken: 'a' }],
  ['has two that count', { offset: whole, skip: whole }, { items: three, total: 9 }],
  ['has a word that is no number', { offset: whole }, { items: three, nextOffset: 'a' }],
  ['has only what has changed', { offset: whole }, { items: three, response_type: 'delta' }],
])('a list that %s is not followed, and told', async (_, declared, body) => {
  expect(await read(declared, () => ({ body }))).toEqual({ asked: firstOnly, rows: three, why: 'not named' });
});

test.each<[string, Declared, unknown]>([
  ['an empty token', { pageToken: text }, { items: three, nextPageToken: '' }],
  ['a token beside a flag that says no', { cursor: text }, { items: three, next_cursor: 'a', has_more: false }],
  ['nothing about pages', { page: whole, offset: whole, cursor: text }, { items: three, page: 1, offset: 0 }],
  ['the place where the next change is', { syncToken: text }, { items: three, syncToken: 'a' }],
])('a list with %s is whole', async (_, declared, body) => {
  expect(await read(declared, () => ({ body }))).toEqual({ asked: firstOnly, rows: three, why: null });
});

test('an empty page ends a list by numbers, and it is told where rows are missing', async () => {
  const { asked, why } = await read({ offset: whole }, (query) => ({
    body: { items: query.has('offset') ? [] : three, total: 9 },
  }));
  expect([asked, why]).toEqual([['', '?offset=3'], 'not named']);
});

test('a list that never ends is followed for 2,000 pages', async () => {
  const { asked, why } = await read({ cursor: text }, (query) => {
    const at = Number(query.get('cursor') ?? 0);
    return { body: { items: [{ id: at }], next_cursor: String(at + 1) } };
  });
  expect([asked.length, why]).toEqual([2000, 'page limit']);
});

test('a token that leads back is a circle', async () => {
  const { asked, why } = await read({ cursor: text }, (query) => {
    const at = query.get('cursor') ?? '';
    return { body: { items: [{ id: at }], next_cursor: at === 'b' ? 'a' : at === 'a' ? 'b' : 'a' } };
  });
  expect([asked, why]).toEqual([['', '?cursor=a', '?cursor=b'], 'seen before']);
});

test('a service that gives shorter pages than were asked for is read to its end, from a later page on', async () => {
  const all = Array.from({ length: 1000 }, (_, id) => ({ id }));
  const answer = (query: URLSearchParams): Answer => {
    const page = Number(query.get('page') ?? 1);
    return { body: { items: all.slice((page - 1) * 100, page * 100), total: 1000 } };
  };
  const { rows, why } = await read({ page: whole, per_page: whole }, answer, '?page=3&per_page=500');
  expect([rows.length, why]).toEqual([800, null]);
});

test('rows that come twice are told, where a service leaves out some of each part', async () => {
  const all = Array.from({ length: 200 }, (_, id) => ({ id }));
  const answer = (query: URLSearchParams): Answer => {
    const offset = Number(query.get('offset') ?? 0);
    return { body: { items: all.slice(offset, offset + 50).filter(({ id }) => id % 50 !== 7), total: 200 } };
  };
  const { why } = await read({ offset: whole, limit: whole }, answer, '?limit=50');
  expect(why).toMatchObject({ kind: 'moved' });
});

test.each([
  ['startIndex=1', 0],
  ['page=1', 0],
  ['offset=0', 0],
  ['offset=1', null],
  ['startIndex=2', null],
  ['limit=50', 0],
])('where the definition names no parameter, a list at %s begins after %s rows', (query, rows) => {
  expect(beforeFirst(`${list}?${query}`, [], { says: [], perPage: 10 })?.rows ?? null).toBe(rows);
});

test.each([0, 1])('a list at startIndex=%i begins with its first row', (index) => {
  const start = { name: 'startIndex', way: 'offset', isCounted: true, begins: null } as const;
  expect(beforeFirst(`${list}?startIndex=${index}`, [start], { says: [], perPage: 10 })?.rows).toBe(0);
});

test.each([
  ['page=0', 0],
  ['page=1', 0],
  ['page=3', 20],
])('in pages that count from 1, a list at %s begins after %i rows', (query, rows) => {
  const page = { name: 'page', way: 'page', isCounted: true, begins: 1 } as const;
  expect(beforeFirst(`${list}?${query}`, [page], { says: [], perPage: 10 })?.rows).toBe(rows);
});
