import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nothingRead, withPageRead } from '../../../src/api/paging/list-read.ts';
import { checkLink, nextPageOf, rulesOf } from '../../../src/api/paging/next-link.ts';
import { holds } from '../../support/property.ts';

const keys = 'https://api.example/v2/org/N1/enrolment-keys';
const first = `${keys}?search=web+%26+db&per_page=200&all=true&tag=a&tag=b`;
const filters = 'search=web+%26+db&all=true&tag=a&tag=b';

function check(link: unknown, from = first, seen: readonly string[] = [from]) {
  return checkLink(link, rulesOf(from), { address: from, seen });
}

describe('a link of any list is followed', () => {
  test.each([
    ['as the first page was asked for, with a page', `${first}&page=1`],
    ['without its page size', `?${filters}&page=1`],
    ['in another order, with other cases', '?TAG=b&tag=a&ALL=True&search=web%20%26%20db&offset=50'],
    ['with an opaque cursor', '?cursor=aGVsbG8%3D'],
    ['with a cursor of another name', '?continuationToken=abc'],
    ['with a parameter more, beside the same ones', `?${filters}&sort=name&page=2`],
    ['with a slash at its end', `${keys}/?${filters}&skip=50`],
    ['with another case of its path', `/V2/org/N1/Enrolment-Keys?${filters}&skip=50`],
    ['with slashes too many', `https://api.example//v2/org//N1/enrolment-keys?${filters}&skip=50`],
    ['with its search in small letters', `?${filters.replace('web', 'WEB')}&skip=50`],
    ['relative to the folder', `enrolment-keys?${filters}&after=K50`],
  ])('%s', (_, link) => {
    expect(check(link)).toMatchObject({ kind: 'page' });
  });

  test.each([
    ['whose first request said no', `${keys}?all=false&search=`, '?page=2'],
    ['that asked for nothing', keys, '?page=2'],
    ['with an id that needs encoding', 'https://api.example/tags/a%40b/systems', '/tags/a@b/systems?page=2'],
    ['at the root', 'https://api.example/', '/?page=2'],
    ['of a service on this computer', 'http://127.0.0.1:5000/logs', 'http://127.0.0.1:5000/logs?page=2'],
    ['in which a page was asked for', `${keys}?page=3&per_page=10`, '?page=4&per_page=10'],
  ])('%s', (_, from, link) => {
    expect(check(link, from)).toMatchObject({ kind: 'page' });
  });
});

describe.each(
  Object.entries({
    'not a link': [undefined, null, '', ' ', 1, {}, [first], 'https://', 'https://[::1'],
    'carries user info': ['https://user@api.example/v2/org/N1/enrolment-keys', '//u:p@evil.example/'],
    'not encrypted': ['http://api.example/v2/org/N1/enrolment-keys', 'http://evil.example/'],
    'another address': [
      ...['https://evil.example/v2/org/N1/enrolment-keys', '//evil.example', String.raw`\\evil.example\a`],
      ...['https://api.example./v2/org/N1/enrolment-keys', 'https://api.example:8443/v2/org/N1/enrolment-keys'],
      ...['blob:https://api.example/v2/org/N1/enrolment-keys', 'javascript:alert(1)', 'file:///etc/passwd'],
    ],
    'another path': [
      ...'/v2/org/N2/enrolment-keys /v2/org/N1/systems /org/N1/enrolment-keys / /v2/org/N1%2Fx/enrolment-keys'.split(
        ' ',
      ),
      ...'/v2/org//enrolment-keys /v2/ORG/n1/enrolment-keys /v2/org/%zz/enrolment-keys page=2'.split(' '),
      `${keys}/K1`,
    ],
    'another list': [
      ...['?page=2', keys, '?per_page=50&offset=200', '?search=web&all=true&tag=a&tag=b', `?${filters}&search=x`],
      ...['?search=web+%26+db&all=false&tag=a&tag=b', '?search=web+%26+db&all=true&tag=a', `?${filters}&tag=c`],
      ...['?search=web+%26+db&cursor=2', `?${filters}&ALL=false`],
    ],
    'seen before': [first, `${first}#again`, first.replace('api.example', 'API.example:443')],
  }),
)('a link of any list is refused as %s', (reason, links) => {
  test.each(links.map((link: unknown) => [link]))('%j', (link) => {
    expect(check(link)).toMatchObject({ kind: 'untrusted', reason });
  });
});

test('a page that goes back, or a list without an end, is refused', () => {
  const next = (index: number | null, lastIndex: number | null, lastPage: number | null, pages = 1) => {
    const seen = Array.from({ length: pages - 1 }, (_, at) => `${keys}?page=${at}`);
    const place = { address: keys, seen };
    const before = { ...nothingRead, lastIndex };
    const read = withPageRead(before, { rows: 1, bytes: 1, total: null, index });
    return nextPageOf('?page=x', rulesOf(keys), place, { index, lastPage }, { before, read });
  };
  expect(next(3, 2, 9)).toMatchObject({ kind: 'page' });
  expect(next(2, 2, 9)).toMatchObject({ reason: 'not forward' });
  expect(next(null, null, 3, 4)).toMatchObject({ kind: 'page' });
  expect(next(null, null, 3, 5)).toMatchObject({ reason: 'too many pages' });
  expect(next(null, null, null, 20_000)).toMatchObject({ reason: 'too many pages' });
  const back = { before: { ...nothingRead, lastIndex: 5 }, read: nothingRead };
  const place = { address: keys, seen: [] };
  expect(nextPageOf(null, rulesOf(keys), place, { index: 0, lastPage: 0 }, back)).toEqual({ kind: 'end' });
});

test('whatever a link is, what is followed is another page at the same path of the same service', () => {
  const parts = String.raw`https: http: // / \ @ api.example evil.example /v2/org/ N1 N2 /enrolment-keys .. %2e ?cursor=1 # .`;
  const joined = fc.array(fc.constantFrom(...parts.split(' '))).map((all) => all.join(''));
  holds([fc.oneof(joined, fc.anything())], { numRuns: 2000 }, (link) => {
    const read = check(link);
    if (read.kind === 'page') expect(read.url.split('?')[0]?.replace(/\/$/, '')).toBe(keys);
  });
});
