/** Lists in the forms that services have: where their items are, how many there are, and where the next page is. */
import { describe, expect, test } from 'vitest';
import { envelopeOf, metadataOf, type Paging, pagingAfter, pagingFrom } from '../../../src/api/paging/envelope.ts';

const list = 'https://a.example/things';

/** After a page of this answer; `before`: earlier ones. */
function after(json: unknown, headers: Readonly<Record<string, string>> = {}, before = pagingFrom(list)): Paging {
  const envelope = envelopeOf(json);
  if (envelope === null) throw new Error('no list');
  return pagingAfter(before, envelope, new Headers(headers), 100);
}

/** The query of the next page, the field that shows that there is more, or the end. */
function nextOf(json: unknown, headers: Readonly<Record<string, string>> = {}, first = list): unknown {
  const { next } = after(json, headers, pagingFrom(first));
  if (next.kind === 'page') return next.url.replace(list, '');
  return next.kind === 'end' ? null : next.reason === 'not named' ? `more: ${next.link}` : next.reason;
}

const two = [{ a: 1 }, { a: 2 }];

test.each<[unknown, string | null, unknown]>([
  [two, null, two],
  [{ items: two, links: {} }, 'items', two],
  [{ items: [], others: two }, 'items', []],
  [{ items: 'none', others: two }, 'others', two],
  [{ names: ['x'], rows: two, links: two }, 'rows', two],
  [{ names: ['x'] }, 'names', ['x']],
  [{ names: [], rows: two }, 'rows', two],
  [{ mixed: [{}, 1], rows: two }, 'rows', two],
  [{ _embedded: { things: two, links: [] }, _links: {} }, 'things', two],
  [{ result: [], errors: [], messages: [], success: true }, 'result', []],
  [{ result: two, errors: [{ code: 1 }] }, 'result', two],
])('the list of %j is in %j', (json, field, items) => {
  expect(envelopeOf(json)).toMatchObject({ field, items });
});

test.each([null, 'text', 7, {}, { links: two }, { a: two, b: two }, { a: ['x'], b: ['y'] }, { a: [], b: [] }])(
  '%j is no list',
  (json) => {
    expect(envelopeOf(json)).toBeNull();
  },
);

test('fields beside a list are kept, and those that speak of no pages are counted', () => {
  const links = { next: null };
  expect(envelopeOf({ items: two, links, metadata: { total: 2 } })).toMatchObject({
    ...{ isSpecified: true, beside: {}, others: 0 },
    metadata: { total: 2, lastPage: null, prevPage: null, nextPage: null },
  });
  expect(envelopeOf({ items: two, metadata: {} })).toMatchObject({ isSpecified: true });
  expect(envelopeOf({ items: two, links: [] })).toMatchObject({ isSpecified: false });
  const told = { 'Total-Count': 2, has_more: false, last: true, page_info: {}, nextCursor: '', pages: 1, next: null };
  expect(envelopeOf({ rows: two, ...told, state: 'x', by: 'anna', metadata: { a: 1 } })).toMatchObject({
    ...{ isSpecified: false, others: 2 },
    beside: { ...told, state: 'x', by: 'anna', metadata: { a: 1 } },
  });
});

test.each<[unknown, number, number | null]>([
  [{ total: 7 }, 2, 7],
  [{ total: 0 }, 0, 0],
  [{ total: 0 }, 1, null],
  [{ total: -1 }, 2, null],
  [{ total: 1.5 }, 2, null],
  [{ total: '7' }, 2, null],
  [{ total: 20_000, lastPage: 1 }, 2, 20_000],
  [{ total: 20_001, lastPage: 1 }, 2, null],
  [{ total: 200_000_000 }, 2, 200_000_000],
  [{ total: 200_000_001 }, 2, null],
  [{ total: 200_000_001, lastPage: 30_000 }, 2, null],
  [Object.create({ total: 7 }), 2, null],
  [null, 2, null],
])('the total of %j with %i items is %j', (metadata, items, total) => {
  expect(metadataOf(metadata, items).total).toBe(total);
});

describe('the next page of a list', () => {
  test.each<[string, unknown, unknown]>([
    ['is an address in any field that is named so', { rows: two, next: '?p=1' }, '?p=1'],
    ['is one of OData', { value: two, '@odata.nextLink': `${list}?$skiptoken=x` }, '?$skiptoken=x'],
    ['is one in an object', { rows: two, next: { href: '/things?p=1' } }, '?p=1'],
    ['is one among links, also a plain word', { rows: two, links: { next: 'things' } }, 'seen before'],
    [
      'is one among links that say their relation',
      { rows: two, links: [3, { href: '/' }, { rel: 'next', href: '?p=1' }] },
      '?p=1',
    ],
    ['is one in a part about pages', { rows: two, paging: { nextUrl: '?p=1' }, next: '?p=2' }, '?p=1'],
    ['is one of HAL', { _embedded: { logs: two }, _links: { self: { href: '/' }, next: { href: '?p=1' } } }, '?p=1'],
    ['is one beside its count', { count: 9, next: '?p=1', previous: null, results: two }, '?p=1'],
    [
      'has a name of three words',
      { current_page: 1, last_page: 3, total: 9, next_page_url: '?p=1', data: two },
      '?p=1',
    ],
    ['has a name of two words', { value: two, nextLink: '?p=1' }, '?p=1'],
    ['is not in another part', { rows: two, owner: { next: '?p=1' } }, null],
    ['is not counted by another part', { logs: two, organisation: { total: 99, has_more: true } }, null],
    ['has a number in the metadata', { items: two, metadata: { nextPage: 1 } }, 'more: nextPage'],
    ['has a number beside the list', { logs: two, nextPage: 2 }, 'more: nextPage'],
    [
      'is there where GraphQL says so',
      { nodes: two, pageInfo: { hasNextPage: true, endCursor: 'c' } },
      'more: hasNextPage',
    ],
    ['is not there where GraphQL says so', { nodes: two, pageInfo: { hasNextPage: false, endCursor: 'c' } }, null],
    ['is there where this is not the last', { content: two, last: false, number: 0, size: 2 }, 'more: last'],
    ['is not there where this is the last', { content: two, last: true, totalPages: 1, totalElements: 2 }, null],
    [
      'is there where the metadata has a cursor',
      { logs: two, response_metadata: { next_cursor: 'x' } },
      'more: next_cursor',
    ],
    ['is there where it continues', { logs: two, continuation: 'x' }, 'more: continuation'],
    ['is there where a key was the last', { Items: two, LastEvaluatedKey: { id: 2 } }, 'more: LastEvaluatedKey'],
    [
      'is not there on the first page of one',
      { data: two, current_page: 1, last_page: 1, total: 2, next_page_url: null },
      null,
    ],
    ['is no null, and then the end', { rows: two, links: { next: null } }, null],
    ['is no plain word', { rows: two, next: 'abc' }, 'more: next'],
    ['has a link that is no address', { rows: two, links: { next: 7 } }, 'not a link'],
    ['is not told apart from one of a list without a name', two, null],
    ['is there where a flag says so', { rows: two, hasMore: true }, 'more: hasMore'],
    ['is not there where a flag says so', { rows: two, hasMore: false, nextCursor: 'abc' }, null],
    ['is the first of two', { nextCursor: 'abc', rows: two, hasMore: true }, 'more: nextCursor'],
    ['is there where it is not the last', { rows: two, isLast: false }, 'more: isLast'],
    ['is not there where it is the last', { rows: two, isLast: true, cursor: 'abc' }, null],
    ['is there where a cursor goes on', { rows: two, next_page_token: 'abc' }, 'more: next_page_token'],
    ['is there where a cursor is a number', { rows: two, nextOffset: 50 }, 'more: nextOffset'],
    ['is there where a cursor is an object', { rows: two, lastEvaluatedKey: { id: 1 } }, 'more: lastEvaluatedKey'],
    ['is not there for an empty cursor', { rows: two, nextCursor: '', nextOffset: 0, nextKey: null }, null],
    ['is not there for an object about pages', { rows: two, cursor: { before: null } }, null],
    ['is there where there are more pages', { rows: two, totalPages: 2 }, 'more: totalPages'],
    ['is not there after the last of the pages', { rows: two, totalPages: 1, pages: 'x' }, null],
    ['is there where items are left', { rows: two, total: 3 }, 'more: '],
    ['is not there where none are', { rows: two, total: 2, count: 'x' }, null],
    [
      'goes on as in Kubernetes',
      { items: two, metadata: { continue: 'abc', remainingItemCount: 1 } },
      'more: continue',
    ],
    ['ends as in Kubernetes', { items: two, metadata: { resourceVersion: '1', continue: '' } }, null],
    ['has items that remain', { rows: two, remaining: 1 }, 'more: remaining'],
    ['has any flag that says so', { rows: two, meta: { has_next_results: true } }, 'more: has_next_results'],
    ['has any flag that says no', { rows: two, meta: { has_next_results: false, end_cursor: 'abc' } }, null],
    ['is not told by what comes before', { rows: two, has_previous_results: true, prev_cursor: 'abc' }, null],
    [
      'has pages in the depth of its metadata',
      { rows: two, meta: { a: { b: { total_pages: 2 } } } },
      'more: total_pages',
    ],
    ['is not told by a limit of the service', { rows: two, meta: { rate: { remaining: 4999 }, max_count: 50 } }, null],
    ['has a count of more than was read', { rows: two, device_count: 3 }, 'more: device_count'],
    ['has a count of what was read', { rows: two, device_count: 2 }, null],
    ['is counted by what was found', { rows: two, total: 90, filtered: 2 }, null],
    ['goes on by what was found', { rows: two, total: 90, recordsFiltered: 3 }, 'more: '],
    ['ends with a link without an address', { rows: two, links: { next: { href: null } } }, null],
    ['ends with an object of nulls', { rows: two, next: { href: null } }, null],
    ['is not there for an empty list', { result: [], errors: [], messages: [], result_info: { total_pages: 0 } }, null],
  ])('%s', (_, json, next) => {
    expect(nextOf(json)).toBe(next);
  });

  test.each<[string, string | null]>([
    [`<${list}?p=1>; rel="next"`, '?p=1'],
    [`<${list}?p=0>; rel=prev, <${list}?p=1>; rel=NEXT`, '?p=1'],
    [`<${list}?p=1>; title="a, \\"b\\"; rel=x"; rel="last next"`, '?p=1'],
    [`<${list}?p=1>; rel=prev; rel=next`, null],
    [`<${list}?p=1>; rel=next; anchor="#a"`, null],
    [`<${list}?p=1>; rel=nexts`, null],
    [`</first>; rel="first"; title="a, b", <${list}?p=1>; Title="x"; REL="prefetch NEXT"`, '?p=1'],
    ['</a>; rel=prev, </b>; rel="next"; anchor="/other"', null],
    [`<${list}?p=1>`, null],
    [`<${list}?p=1>; rel="next"; results="true"; cursor="x"`, '?p=1'],
    [`<${list}?p=1>; rel="next"; results="false"; cursor="x"`, null],
  ])('is in a header: %s', (link, next) => {
    expect(nextOf(two, { link })).toBe(next);
  });

  test.each<[Readonly<Record<string, string>>, unknown, number | null]>([
    [{ 'x-total-count': '3' }, 'more: ', 3],
    [{ 'x-total': '2' }, null, 2],
    [{ 'x-total-count': '2', 'x-total': '9' }, null, 2],
    [{ 'content-range': 'items 0-1/137' }, 'more: ', 137],
    [{ 'content-range': 'items 0-1/*' }, null, null],
    [{ 'x-total-count': '3 or so' }, null, null],
    [{ 'x-total-count': '0' }, null, null],
    [{ 'x-next-page': '2' }, 'more: X-Next-Page', null],
    [{ 'x-next-page': '' }, null, null],
    [{ 'x-page-total': '9', 'x-page-limit': '2' }, 'more: X-Page-Total', null],
    [{ 'x-page-total': '2' }, null, null],
    [{ 'x-service-nexttoken': 'abc' }, 'more: X-Service-Nexttoken', null],
    [{ 'x-next-token': 'abc' }, 'more: X-Next-Token', null],
    [{ 'x-ratelimit-remaining': '59', 'x-rate-limit-remaining': '59', 'x-account': '9' }, null, null],
  ])('is told of by the headers %j', (headers, next, total) => {
    expect(nextOf(two, headers)).toBe(next);
    expect(after(two, headers).total).toBe(total);
  });

  test('is not told by numbers where the first page was another one, nor by a cursor that was asked for', () => {
    for (const json of [
      { rows: two, total: 9 },
      { rows: two, totalPages: 9 },
    ]) {
      expect(nextOf(json, {}, `${list}?page=2`)).toBeNull();
      expect(nextOf(json, {}, `${list}?page=1`)).toMatch(/^more/);
    }
    expect(nextOf({ rows: two, cursor: 'abc' }, {}, `${list}?after=abc`)).toBeNull();
    expect(nextOf({ rows: two, cursor: 'abd' }, {}, `${list}?after=abc`)).toBe('more: cursor');
    expect(nextOf({ rows: two, nextCursor: 'abc' }, {}, `${list}?after=abc`)).toBe('more: nextCursor');
  });
});

test('a list is read on from page to page, and keeps its total where a page names none', () => {
  const first = after({ items: two, links: { next: '?p=1' }, metadata: { total: 5, nextPage: 1 } });
  expect(first).toMatchObject({ addresses: [list], rows: 2, bytes: 100, total: 5, lastIndex: 0 });
  const second = after({ items: two, links: { next: '?p=2' }, metadata: { prevPage: 0, nextPage: 2 } }, {}, first);
  expect(second).toMatchObject({ addresses: [list, `${list}?p=1`], rows: 4, bytes: 200, total: 5, lastIndex: 1 });
  const third = after({ rows: [{}], count: 4, total: 5 }, {}, second);
  expect(third).toMatchObject({ first: list, rows: 5, total: 5, lastIndex: 1, next: { kind: 'end' } });
  expect(after({ rows: [{}], total: 6 }, {}, second).next).toMatchObject({ reason: 'not named' });
  const back = after({ items: two, links: { next: '?p=3' }, metadata: { prevPage: 0 } }, {}, second);
  expect(back.next).toMatchObject({ reason: 'not forward' });
  // The first page has none before it: numbers of another one cannot be compared.
  expect(after({ items: two, metadata: { prevPage: 0, total: 9 } }).next).toEqual({ kind: 'end' });
});
