import { describe, expect, test } from 'vitest';
import { nothingRead, type NextPage } from '../../src/api/paging/next-link.ts';
import { decodePage, type SystemsPage } from '../../src/api/systems.ts';

const list = 'https://api.example/org/N1/systems';
const address = `${list}?include_disabled=false`;
const about = {
  asked: { baseUrl: 'https://api.example', orgId: 'N1', search: '', includeDisabled: false },
  address,
  seen: [`${list}?page=1`],
  read: nothingRead,
  bytes: 100,
};

/** A page as the specification shows it: the first of three, with one system. */
const envelope = {
  metadata: { total: 3, firstPage: 0, prevPage: null, lastPage: 2, nextPage: 1 },
  links: { first: list, prev: null, next: `${list}?page=2`, last: `${list}?page=3` },
  items: [{ systemId: 'S1' }],
};

function pageOf(json: unknown): SystemsPage {
  const page = decodePage(json, about);
  if (!page.ok) throw new Error(page.path);
  return page.value;
}

test('a page as the specification shows it', () => {
  expect(pageOf(envelope)).toEqual({
    systems: [expect.objectContaining({ systemId: 'S1' })],
    total: 3,
    pageCount: 3,
    read: { ...nothingRead, rows: 1, bytes: 100, total: 3, lastIndex: 0 },
    next: { kind: 'page', url: `${list}?page=2` },
    address,
  });
});

test('an empty page', () => {
  expect(pageOf({ ...envelope, items: [] }).systems).toEqual([]);
});

test('systems keep their order, and their faults say where they stand', () => {
  const { systems } = pageOf({
    ...envelope,
    items: [{ systemId: 'b' }, { systemId: 'a', hostname: 5 }, { systemId: 'b' }],
  });
  expect(systems.map(({ systemId }) => systemId)).toEqual(['b', 'a', 'b']);
  expect(systems.flatMap(({ faults }) => faults)).toEqual(['items[1].hostname: expected string']);
});

test.each([
  [{ total: 120_000, lastPage: 599 }, 120_000, 600],
  [{ total: 1e12, lastPage: 2 }, null, 3],
  [{ total: 1e12 }, null, null],
  [{ total: 0, lastPage: 0 }, null, 1],
  [{ total: -1, lastPage: -1 }, null, null],
  [{ total: 1.5, lastPage: 2.5 }, null, null],
  [{ total: 1e300, lastPage: 1e300 }, null, null],
  [{ total: '3', lastPage: '2' }, null, null],
  [{ total: null, lastPage: null }, null, null],
  [{ total: 3 }, 3, null],
  [{ lastPage: 2 }, null, 3],
  [{}, null, null],
  [null, null, null],
  [undefined, null, null],
  ['none', null, null],
  [[], null, null],
])('the metadata counts where it can be true: %j', (metadata, total, pageCount) => {
  expect(pageOf({ ...envelope, metadata })).toMatchObject({ total, pageCount, systems: [{ systemId: 'S1' }] });
});

describe('the next page', () => {
  const cases: readonly (readonly [unknown, NextPage])[] = [
    [null, { kind: 'end' }],
    ['?page=2#top', { kind: 'page', url: `${list}?page=2` }],
    [undefined, { kind: 'untrusted', link: 'undefined', reason: 'not a link' }],
    ['', { kind: 'untrusted', link: '', reason: 'not a link' }],
    [2, { kind: 'untrusted', link: 'number', reason: 'not a link' }],
    [false, { kind: 'untrusted', link: 'boolean', reason: 'not a link' }],
    [[], { kind: 'untrusted', link: 'object', reason: 'not a link' }],
    ['https://evil.example/', { kind: 'untrusted', link: 'https://evil.example/', reason: 'another address' }],
    ['?search=x', { kind: 'untrusted', link: '?search=x', reason: 'another list' }],
    ['?page=1', { kind: 'untrusted', link: '?page=1', reason: 'seen before' }],
    [address, { kind: 'untrusted', link: address, reason: 'seen before' }],
  ];

  test.each(cases)('the link %j', (next, expected) => {
    expect(pageOf({ ...envelope, links: { next } })).toMatchObject({ next: expected, systems: [{ systemId: 'S1' }] });
  });

  test('a link that is not there is not the end', () => {
    expect(pageOf({ ...envelope, links: {} }).next).toMatchObject({ kind: 'untrusted', reason: 'not a link' });
  });
});

describe('an answer that is no page', () => {
  const tooMany = Array.from({ length: 10_001 }, () => ({ systemId: 'S1' }));

  test.each([
    ['nothing', undefined, 'expected object'],
    ['null', null, 'expected object'],
    ['a list', envelope.items, 'expected object'],
    ['an envelope without items', { ...envelope, items: undefined }, 'items: expected array'],
    ['items that are no list', { ...envelope, items: {} }, 'items: expected array'],
    ['an item that is no object', { ...envelope, items: [{ systemId: 'S1' }, 'S2'] }, 'items[1]: expected object'],
    ['an item without an id', { ...envelope, items: [{ systemId: 'S1' }, {}] }, 'items[1].systemId: expected string'],
    ['more items than fit a page', { ...envelope, items: tooMany }, 'items: expected at most 10000'],
    ['an envelope without links', { ...envelope, links: undefined }, 'links: expected object'],
    ['links that are null', { ...envelope, links: null }, 'links: expected object'],
  ])('%s', (_, json, path) => {
    expect(decodePage(json, about)).toEqual({ ok: false, path });
  });
});

describe('which page it is', () => {
  test.each([
    [{ prevPage: null, nextPage: 1 }, 0],
    [{ prevPage: 0, nextPage: 2 }, 1],
    [{ prevPage: 1, nextPage: null }, 2],
    [{ nextPage: 7 }, 6],
    [{ prevPage: 3, nextPage: 9 }, null],
    [{ prevPage: null, nextPage: null }, null],
    [{ prevPage: '1', nextPage: 0 }, null],
    [{}, null],
  ])('%j', (metadata, index) => {
    expect(pageOf({ ...envelope, metadata }).read.lastIndex).toBe(index);
  });

  test.each([
    [{ prevPage: 3 }, 3, 'page'],
    [{ prevPage: 3 }, 4, 'not forward'],
    [{ prevPage: 3 }, 9, 'not forward'],
    [{ prevPage: 3 }, null, 'page'],
    [{}, 9, 'page'],
  ])('%j after page %s: %s', (metadata, lastIndex, expected) => {
    const json = { ...envelope, metadata, links: { next: '?page=7' } };
    const page = decodePage(json, { ...about, read: { ...nothingRead, lastIndex } });
    const { kind, reason = kind } = (page.ok ? page.value.next : {}) as { kind?: string; reason?: string };
    expect(reason).toBe(expected);
  });

  test.each([
    [5, { lastPage: 4 }, 'page'],
    [6, { lastPage: 4 }, 'too many pages'],
    [19_999, {}, 'page'],
    [20_000, {}, 'too many pages'],
    [20_000, { lastPage: 1e9 }, 'too many pages'],
  ])('%i pages of a list with %j: %s', (pages, metadata, expected) => {
    const seen = Array.from({ length: pages - 1 }, (_, at) => `${list}?seen=${at}`);
    const page = decodePage({ ...envelope, metadata, links: { next: '?page=7' } }, { ...about, seen });
    const { kind, reason = kind } = (page.ok ? page.value.next : {}) as { kind?: string; reason?: string };
    expect(reason).toBe(expected);
  });

  test('the last page is the end, whatever its metadata says', () => {
    const page = decodePage(
      { ...envelope, metadata: { prevPage: 0 }, links: { next: null } },
      { ...about, read: { ...nothingRead, lastIndex: 9 } },
    );
    expect(page).toMatchObject({ ok: true, value: { next: { kind: 'end' } } });
  });
});
