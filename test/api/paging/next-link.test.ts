/** The address of the next page comes from outside: what is followed, and what never is, in each kind of list. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listAddress } from '../../../src/api/access.ts';
import { nothingRead, withPageRead, checkLink, nextPageOf, rulesOf } from '../../../src/api/paging/next-link.ts';
import { type AskedList, checkNextLink } from '../../../src/api/systems.ts';
import { holds } from '../../support/property.ts';

const host = 'https://api.example';

/** Systems have rules of their own; those of any other list are those of its first address. */
const lists = [
  { name: 'systems', filters: 'search=web+%26+db&include_disabled=true', flag: 'include_disabled' },
  { name: 'enrolment-keys', filters: 'search=web+%26+db&all=true&tag=a&tag=b', flag: 'all' },
].map(({ name, filters, flag }) => {
  const list = `${host}/v2/org/N1/${name}`;
  return { name, filters, flag, list, first: `${list}?${filters}&per_page=200` };
});

type List = (typeof lists)[number];
const [systems = expect.fail(), keys = expect.fail()] = lists;
const asked: AskedList = { baseUrl: `${host}/v2`, orgId: 'N1', search: 'web & db', includeDisabled: true };

function check(link: unknown, { name, first }: Pick<List, 'name' | 'first'>, seen: readonly string[] = [first]) {
  return name === 'systems'
    ? checkNextLink(link, asked, first, seen)
    : checkLink(link, rulesOf(first), { address: first, seen });
}

/** `LIST` is the address of a list, `NAME` the end of it, `FILTERS` its query, and `FLAG` a filter of it. */
function inList(link: unknown, { name, filters, flag, list, first }: List): unknown {
  if (typeof link !== 'string') return link;
  const words = { LIST: list, NAME: name, FILTERS: filters, FLAG: flag, FIRST: first };
  return Object.entries(words).reduce((text, [word, value]) => text.replaceAll(word, value), link);
}

const followed: readonly (readonly [how: string, link: string, read?: string])[] = [
  ['as the first page was asked for, with a page', 'FIRST&page=1'],
  ['without its page size', '?FILTERS&page=1', 'LIST?FILTERS&page=1'],
  ['with another page size', 'FIRST&per_page=50'],
  ['with an opaque cursor', 'LIST?cursor=aGVsbG8%3D'],
  ['with a cursor of another name', '?continuationToken=abc', 'LIST?continuationToken=abc'],
  ['with a parameter more', 'LIST?FILTERS&sort=name&page=2'],
  ['with a slash at its end', 'LIST/?cursor=2', 'LIST?cursor=2'],
  ['with slashes too many', `${host}//v2//org/N1//NAME//?cursor=2`, 'LIST?cursor=2'],
  ['with another case of its path', `${host}/V2/Org/N1/NAME?cursor=2`, 'LIST?cursor=2'],
  ['written relative to the page', '?cursor=2', 'LIST?cursor=2'],
  ['written relative to the folder', 'NAME?cursor=2', 'LIST?cursor=2'],
  ['written relative to the host', '/v2/org/N1/NAME?cursor=2', 'LIST?cursor=2'],
  ['written relative to the scheme', '//api.example/v2/org/N1/NAME?cursor=2', 'LIST?cursor=2'],
  ['with the default port', 'https://api.example:443/v2/org/N1/NAME?cursor=2', 'LIST?cursor=2'],
  ['with a host in capitals', 'https://API.EXAMPLE/v2/org/N1/NAME?cursor=2', 'LIST?cursor=2'],
  ['with backslashes', String.raw`https:\\api.example\v2\org\N1\NAME?cursor=2`, 'LIST?cursor=2'],
  ['with dot segments that lead back', 'LIST/../NAME?cursor=2', 'LIST?cursor=2'],
  ['with white space around it', ' LIST?cursor=2\n', 'LIST?cursor=2'],
  ['with a fragment, which is dropped', 'LIST?cursor=2#page', 'LIST?cursor=2'],
];

/** The same filters in another spelling. */
const spelled: readonly (readonly [how: string, change: (filters: string, list: List) => string])[] = [
  ['its search in capitals, with a blank before it', (filters) => filters.replace('web', '+WEB')],
  ['%20 for a blank', (filters) => filters.replaceAll('+', '%20')],
  ['True', (filters) => filters.replace('=true', '=True')],
  ['1', (filters) => filters.replace('=true', '=1')],
  [
    'its names in capitals',
    (filters, { flag }) => filters.replace(flag, flag.toUpperCase()).replace('search', 'SEARCH'),
  ],
  ['another order', (filters) => filters.split('&').toReversed().join('&')],
];

describe.each(lists)('a link in a list of $name is followed', (list) => {
  test.each(followed)('%s', (_, link, read = link) => {
    expect(check(inList(link, list), list)).toEqual({ kind: 'page', url: inList(read, list) });
  });

  test.each(spelled)('with %s', (_, change) => {
    const next = check(`?${change(list.filters, list)}&page=1`, list);
    if (next.kind !== 'page') expect.fail(next.reason);
    // Another spelling of the search could find other systems.
    const sent = new URL(next.url).searchParams;
    expect(sent.get('search') ?? sent.get('SEARCH')).toBe('web & db');
  });
});

const refused: Readonly<Record<string, readonly unknown[]>> = {
  'not a link': [
    ...[undefined, null, '', ' ', '\n', 1, 0, true, false, {}, ['?cursor=2']],
    ...['https://', 'https://[::1', 'https://a b/', 'https://api.example:99999/'],
  ],
  'carries user info': [
    ...['https://user@api.example/v2/org/N1/NAME', 'https://:secret@api.example/v2/org/N1/NAME', '//u:p@evil.example/'],
    ...['https://api.example@evil.example/v2/org/N1/NAME', 'https://api.example:443@evil.example/v2/org/N1/NAME'],
    ...['https://api.example%2F@evil.example/v2/org/N1/NAME', '//user:secret@api.example/v2/org/N1/NAME'],
  ],
  'not encrypted': [
    ...['http://api.example/v2/org/N1/NAME?cursor=2', 'HTTP://api.example:443/v2/org/N1/NAME?cursor=2'],
    ...['http://evil.example/v2/org/N1/NAME', String.raw`http:\\api.example/v2/org/N1/NAME`],
  ],
  'another address': [
    ...['https://evil.example/v2/org/N1/NAME', '//evil.example/v2/org/N1/NAME', String.raw`\\evil.example\a`],
    ...[String.raw`/\evil.example/v2/org/N1/NAME`, 'https:///evil.example/v2/org/N1/NAME'],
    ...['https://api.example.evil.example/v2/org/N1/NAME', 'https://evilapi.example/v2/org/N1/NAME'],
    ...['https://sub.api.example/v2/org/N1/NAME', String.raw`https://evil.example\@api.example/v2/org/N1/NAME`],
    ...['https://evil.example#@api.example/v2/org/N1/NAME', 'https://evil.example?@api.example/v2/org/N1/NAME'],
    ...['https://api.example./v2/org/N1/NAME', 'https://api%2Eexample%2Eevil.example/v2/org/N1/NAME'],
    ...['https://api.example:8443/v2/org/N1/NAME', 'https://api.example:80/v2/org/N1/NAME'],
    ...['https://аpi.example/v2/org/N1/NAME', 'https://xn--pi-7kc.example/v2/org/N1/NAME'],
    ...['https://127.0.0.1/v2/org/N1/NAME', 'https://[::1]/v2/org/N1/NAME'],
    ...['wss:', 'ftp:'].map((scheme) => `${scheme}//api.example/v2/org/N1/NAME`),
    ...['file:///v2/org/N1/NAME', 'blob:https://api.example/v2/org/N1/NAME', 'javascript:alert(1)'],
    'data:application/json,{}',
  ],
  'another path': [
    ...['https://api.example/', '/', '/org/N1/NAME', '/v3/org/N1/NAME', '/x/v2/org/N1/NAME', 'LIST/S1', 'LISTx'],
    ...['/v2/org/N2/NAME', '/v2/org/n1/NAME', '/v2/org//NAME', '/v2/org/N1%2F..%2FN2/NAME', '/v2/org/N1/../N2/NAME'],
    ...['/v2/org/N1/%2e%2e/N2/NAME', '/v2/org/N1%2Fx/NAME', '/v2/org/%zz/NAME', '/v2/ORG/n1/NAME', '/v2/account/orgs'],
    ...['/v2/org/N1/hosts', 'page=2', '../NAME?cursor=2', String.raw`${host}\@evil.example/v2/org/N1/NAME`],
  ],
  'another list': [
    ...['?FILTERS&search=x', '?FILTERS&SEARCH=x', '?FILTERS&FLAG=false', '?search=web+%26+db&cursor=2'],
    ...['?FLAG=true&cursor=2', '?search=web&FLAG=true', '?search=&FLAG=true', '?search=web+&+db&FLAG=true'],
    ...['false', 'False', '', '0', 'yes'].map((no) => `?search=web+%26+db&FLAG=${no}`),
  ],
  'seen before': ['FIRST', 'FIRST#again', 'https://API.example:443/v2/org/N1/NAME?FILTERS&per_page=200'],
};

/** Only there may a number or nothing stand for the filters, and a filter be given several times. */
const refusedKeys = [
  '?page=2',
  keys.list,
  '?per_page=50&offset=200',
  `?${keys.filters}&tag=c`,
  '?search=web+%26+db&all=true&tag=a',
];

describe.each(lists)('a link in a list of $name is refused', (list) => {
  test.each(Object.entries(refused).flatMap(([reason, links]) => links.map((link) => [reason, link] as const)))(
    'as %s: %j',
    (reason, link) => {
      expect(check(inList(link, list), list)).toMatchObject({ kind: 'untrusted', reason });
    },
  );

  test('to any earlier page, not only the last one', () => {
    const seen = [`${list.list}?cursor=1`, `${list.list}?cursor=2`];
    expect(check('?cursor=1', list, seen)).toMatchObject({ kind: 'untrusted', reason: 'seen before' });
  });

  test('whatever it is, unless it is another page of the same list at the same service', () => {
    const parts = String.raw`https: http: // / \ @ api.example evil.example /v2/org/ /V2//Org/ N1 n1 N2 .. %2e ?cursor=1 # :443 .`;
    const joined = fc.array(fc.constantFrom(...parts.split(' '), `/${list.name}`)).map((all) => all.join(''));
    holds([fc.oneof(joined, fc.anything())], { numRuns: 1500 }, (link) => {
      const read = check(link, list);
      if (read.kind === 'page') expect(read.url.split('?')[0]).toBe(list.list);
      else if (read.onward !== undefined) {
        expect(new URL(read.onward).origin).toBe(host);
        expect(new URL(read.onward).pathname.match(/(?<=\/org\/+)[^/?]+/gi)?.filter((id) => id !== 'N1')).toEqual([]);
      }
    });
  });
});

test.each(refusedKeys)('a link of a list without rules of its own has its filters, or a cursor: not %s', (link) => {
  expect(check(link, keys)).toMatchObject({ reason: 'another list' });
});

test.each<[string, Partial<AskedList>, string]>([
  ['without any query', {}, systems.list],
  ['which asked for nothing, that names nothing', { search: '', includeDisabled: false }, '?page=1'],
  ['which asked for nothing, that says so', { search: '', includeDisabled: false }, '?search=&include_disabled=False'],
  ['without a search, that names no search', { search: '' }, '?include_disabled=true&page=1'],
  ['without disabled systems, that does not name them', { includeDisabled: false }, '?search=web+%26+db&page=1'],
  ['whose id of an organisation needs encoding', { orgId: 'Nörd 1' }, '/v2/org/N%C3%B6rd%201/systems'],
  ['whose id the link does not encode', { orgId: 'Nörd 1' }, '/v2/org/Nörd 1/systems'],
  [
    'of a service on this computer',
    { baseUrl: 'http://127.0.0.1:5000' },
    'http://127.0.0.1:5000/org/N1/systems?page=1',
  ],
])('a link of systems is followed in a list %s', (_, about, link) => {
  const whole = { ...asked, ...about };
  const first = `${listAddress(whole.baseUrl, whole.orgId)}?per_page=200`;
  expect(checkNextLink(link, whole, first, [first])).toMatchObject({ kind: 'page' });
});

test.each([
  ['whose first request said no', `${keys.list}?all=false&search=`, '?page=2'],
  ['that asked for nothing', keys.list, '?page=2'],
  ['with an id that needs encoding', `${host}/tags/a%40b/systems`, '/tags/a@b/systems?page=2'],
  ['at the root', `${host}/`, '/?page=2'],
  ['of a service on this computer', 'http://127.0.0.1:5000/logs', 'http://127.0.0.1:5000/logs?page=2'],
  ['in which a page was asked for', `${keys.list}?page=3&per_page=10`, '?page=4&per_page=10'],
])('a link is followed in any list %s', (_, first, link) => {
  expect(check(link, { name: 'any', first })).toMatchObject({ kind: 'page' });
});

describe('a link that may be followed where a person says so', () => {
  test.each([
    [`${systems.list}?search=db&include_disabled=true&page=1`, { name: 'search', asked: 'web & db', given: 'db' }],
    [`${systems.list}?include_disabled=true&page=1`, { name: 'search', asked: 'web & db', given: null }],
    [`${systems.first.replace('=true', '=false')}&page=1`, { name: 'include_disabled', asked: 'true', given: 'false' }],
    [`${host}/v3/org/N1/hosts?page=1`, { name: 'path', asked: '/v2/org/N1/systems', given: '/v3/org/N1/hosts' }],
  ])('%s', (link, differs) => {
    expect(check(link, systems)).toMatchObject({ kind: 'untrusted', differs, onward: link });
  });

  test.each([
    ...['https://evil.example/v2/org/N1/systems?page=1', 'http://api.example/v2/org/N1/systems?page=1'],
    ...['https://u@api.example/v2/org/N1/systems', 'https://api.example:8443/v2/org/N1/systems?page=1', 7],
    ...['/v2/org/N2/systems?page=1', '/v2/org/n1/systems?page=1', '/v2/org/N1%2F..%2FN2/systems', '/account/orgs'],
    ...['/v2/org/N1/../N2/systems?page=1', '/v2/org/N2/org/N1/systems?page=1', systems.first],
    ...['/v2/org/N1/org/N2/systems', '/v2/org/N1/..%2FN2/systems', '/v2/org/N1/x;/systems', '/v2/org/N1/%252e%252e/x'],
    '/v2/org/N1/hosts?orgId=N2',
  ])('never %s', (link) => {
    expect(check(link, systems)).not.toHaveProperty('onward');
  });
});

test('a page that goes back, or a list without an end, is refused', () => {
  const next = (index: number | null, lastIndex: number | null, lastPage: number | null, pages = 1) => {
    const seen = Array.from({ length: pages - 1 }, (_, at) => `${keys.list}?page=${at}`);
    const place = { address: keys.list, seen };
    const before = { ...nothingRead, lastIndex };
    const read = withPageRead(before, { rows: 1, bytes: 1, total: null, index });
    return nextPageOf('?page=x', rulesOf(keys.list), place, { index, lastPage }, { before, read });
  };
  expect(next(3, 2, 9)).toMatchObject({ kind: 'page' });
  expect(next(2, 2, 9)).toMatchObject({ reason: 'not forward' });
  expect(next(null, null, 3, 4)).toMatchObject({ kind: 'page' });
  expect(next(null, null, 3, 5)).toMatchObject({ reason: 'too many pages' });
  expect(next(null, null, null, 20_000)).toMatchObject({ reason: 'too many pages' });
  const back = { before: { ...nothingRead, lastIndex: 5 }, read: nothingRead };
  const place = { address: keys.list, seen: [] };
  expect(nextPageOf(null, rulesOf(keys.list), place, { index: 0, lastPage: 0 }, back)).toEqual({ kind: 'end' });
});
