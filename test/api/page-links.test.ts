import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listAddress } from '../../src/api/address.ts';
import { type AskedList, checkNextLink } from '../../src/api/systems.ts';
import { holds } from '../support/property.ts';

const asked: AskedList = { baseUrl: 'https://api.example/v2', orgId: 'N1', search: 'web & db', includeDisabled: true };
const list = 'https://api.example/v2/org/N1/systems';
const first = `${list}?search=web+%26+db&per_page=200&include_disabled=true`;

function check(link: unknown, about: Partial<AskedList> = {}, seen: readonly string[] = [first]) {
  return checkNextLink(link, { ...asked, ...about }, first, seen);
}

describe('a link is followed', () => {
  test.each([
    ['as the first page was asked for, with a page', `${first}&page=1`, `${first}&page=1`],
    ['with True', `${list}?search=web+%26+db&include_disabled=True`, `${list}?search=web+%26+db&include_disabled=True`],
    ['with names in capitals', `${list}?Search=web%20%26%20db&Include_Disabled=TRUE`, undefined],
    ['with an opaque cursor', `${list}?cursor=aGVsbG8%3D`, undefined],
    ['with another page size', `${first}&per_page=50`, undefined],
    ['without any query', list, undefined],
    ['with a slash at its end', `${list}/?cursor=2`, `${list}?cursor=2`],
    ['with slashes too many', 'https://api.example//v2//org/N1//systems//?cursor=2', `${list}?cursor=2`],
    ['with another case of its path', 'https://api.example/V2/Org/N1/Systems?cursor=2', `${list}?cursor=2`],
    ['with its search trimmed and in small letters', `${first.replace('web', '+WEB')}&page=1`, `${first}&page=1`],
    ['with 1', `${list}?search=web+%26+db&include_disabled=1`, undefined],
    ['written relative to the page', '?cursor=2', `${list}?cursor=2`],
    ['written relative to the folder', 'systems?cursor=2', `${list}?cursor=2`],
    ['written relative to the host', '/v2/org/N1/systems?cursor=2', `${list}?cursor=2`],
    ['written relative to the scheme', '//api.example/v2/org/N1/systems?cursor=2', `${list}?cursor=2`],
    ['with the default port', 'https://api.example:443/v2/org/N1/systems?cursor=2', `${list}?cursor=2`],
    ['with a host in capitals', 'https://API.EXAMPLE/v2/org/N1/systems?cursor=2', `${list}?cursor=2`],
    ['with backslashes', 'https:\\\\api.example\\v2\\org\\N1\\systems?cursor=2', `${list}?cursor=2`],
    ['with dot segments that lead back', `${list}/../systems?cursor=2`, `${list}?cursor=2`],
    ['with white space around it', ` ${list}?cursor=2\n`, `${list}?cursor=2`],
    ['with a fragment, which is dropped', `${list}?cursor=2#page`, `${list}?cursor=2`],
  ])('%s', (_, link, url = link) => {
    expect(check(link)).toEqual({ kind: 'page', url });
  });

  test.each([
    ['which asked for nothing, that names nothing', { search: '', includeDisabled: false }, `${list}?page=1`],
    [
      'which asked for nothing, that says so',
      { search: '', includeDisabled: false },
      `${list}?search=&include_disabled=False`,
    ],
    ['without a search, that names no search', { search: '' }, `${list}?include_disabled=true&page=1`],
    [
      'without disabled systems, that does not name them',
      { includeDisabled: false },
      `${list}?search=web+%26+db&page=1`,
    ],
    [
      'of an organisation whose id needs encoding',
      { orgId: 'Nörd 1' },
      'https://api.example/v2/org/N%C3%B6rd%201/systems',
    ],
    ['of an organisation whose id the link does not encode', { orgId: 'Nörd 1' }, '/v2/org/Nörd 1/systems'],
    [
      'of a service on this computer',
      { baseUrl: 'http://127.0.0.1:5000' },
      'http://127.0.0.1:5000/org/N1/systems?page=1',
    ],
  ])('in a list %s', (_, about, link) => {
    expect(check(link, about)).toMatchObject({ kind: 'page' });
  });
});

const refusals = {
  'not a link': [
    undefined,
    null,
    '',
    ' ',
    '\n',
    1,
    0,
    true,
    false,
    {},
    [first],
    'https://',
    'https://[::1',
    'https://a b/',
    'https://api.example:99999/',
  ],
  'carries user info': [
    'https://user@api.example/v2/org/N1/systems',
    'https://:secret@api.example/v2/org/N1/systems',
    'https://api.example@evil.example/v2/org/N1/systems',
    'https://api.example:443@evil.example/v2/org/N1/systems',
    'https://api.example%2F@evil.example/v2/org/N1/systems',
    '//user:secret@api.example/v2/org/N1/systems',
  ],
  'not encrypted': [
    'http://api.example/v2/org/N1/systems?cursor=2',
    'HTTP://api.example:443/v2/org/N1/systems?cursor=2',
    'http://evil.example/v2/org/N1/systems',
    'http:\\\\api.example/v2/org/N1/systems',
  ],
  'another address': [
    'https://evil.example/v2/org/N1/systems',
    '//evil.example/v2/org/N1/systems',
    '\\\\evil.example/v2/org/N1/systems',
    '/\\evil.example/v2/org/N1/systems',
    'https:///evil.example/v2/org/N1/systems',
    'https://api.example.evil.example/v2/org/N1/systems',
    'https://evilapi.example/v2/org/N1/systems',
    'https://sub.api.example/v2/org/N1/systems',
    'https://evil.example\\@api.example/v2/org/N1/systems',
    'https://evil.example#@api.example/v2/org/N1/systems',
    'https://evil.example?@api.example/v2/org/N1/systems',
    'https://api.example./v2/org/N1/systems',
    'https://api%2Eexample%2Eevil.example/v2/org/N1/systems',
    'https://api.example:8443/v2/org/N1/systems',
    'https://api.example:80/v2/org/N1/systems',
    'https://аpi.example/v2/org/N1/systems',
    'https://api.examp1e/v2/org/N1/systems',
    'https://xn--pi-7kc.example/v2/org/N1/systems',
    'https://127.0.0.1/v2/org/N1/systems',
    'https://[::1]/v2/org/N1/systems',
    'wss://api.example/v2/org/N1/systems',
    'ftp://api.example/v2/org/N1/systems',
    'file:///v2/org/N1/systems',
    'blob:https://api.example/v2/org/N1/systems',
    'javascript:alert(1)',
    'data:application/json,{}',
  ],
  'another path': [
    'https://api.example/',
    'https://api.example/org/N1/systems',
    'https://api.example/v3/org/N1/systems',
    '/org/N1/systems',
    'https://api.example/v2/org/N2/systems',
    'https://api.example/v2/org/n1/systems',
    'https://api.example/v2/org/N1%2F..%2FN2/systems',
    'https://api.example/v2/org/N1/../N2/systems',
    'https://api.example/v2/org/N1/%2e%2e/N2/systems',
    'https://api.example/v2/org/N1/systems/S1',
    'https://api.example/v2/org//systems',
    'https://api.example/v2/org/N1/systemsx',
    'https://api.example/v2/org/N1/enrolment-keys',
    'https://api.example/v2/account/orgs',
    'https://api.example/x/v2/org/N1/systems',
    'https://api.example\\@evil.example/v2/org/N1/systems',
    'page=2',
    '../systems?cursor=2',
  ],
  'another list': [
    `${list}?search=web&include_disabled=true`,
    `${list}?search=web+%26+db+2&include_disabled=true`,
    `${list}?search=web+&+db&include_disabled=true`,
    `${list}?search=&include_disabled=true`,
    `${list}?search=web+%26+db&search=other&include_disabled=true`,
    `${list}?search=web+%26+db&SEARCH=other&include_disabled=true`,
    `${list}?search=web+%26+db&include_disabled=false`,
    `${list}?search=web+%26+db&include_disabled=False`,
    `${list}?search=web+%26+db&include_disabled=`,
    `${list}?search=web+%26+db&include_disabled=0`,
    `${list}?search=web+%26+db&include_disabled=yes`,
    `${list}?search=web+%26+db&include_disabled=true&include_disabled=false`,
    `${list}?search=web+%26+db&Include_Disabled=false`,
    `${list}?search=web+%26+db&cursor=2`,
    `${list}?include_disabled=true&cursor=2`,
  ],
  'seen before': [
    first,
    `${first}#again`,
    first.replace('api.example', 'API.example:443'),
    first.slice(first.indexOf('?')),
  ],
} as const;

describe.each(Object.entries(refusals))('a link is refused as %s', (reason, links) => {
  test.each(links.map((link: unknown) => [link]))('%j', (link) => {
    expect(check(link)).toMatchObject({ kind: 'untrusted', reason });
  });
});

describe('a link that may be followed where a person says so', () => {
  test.each([
    [`${list}?search=db&include_disabled=true&page=1`, { name: 'search', asked: 'web & db', given: 'db' }],
    [`${list}?include_disabled=true&page=1`, { name: 'search', asked: 'web & db', given: null }],
    [`${first.replace('=true', '=false')}&page=1`, { name: 'include_disabled', asked: 'true', given: 'false' }],
    [
      'https://api.example/v3/org/N1/hosts?page=1',
      { name: 'path', asked: '/v2/org/N1/systems', given: '/v3/org/N1/hosts' },
    ],
  ])('%s', (link, differs) => {
    expect(check(link)).toMatchObject({ kind: 'untrusted', differs, onward: link });
  });

  test.each([
    ...['https://evil.example/v2/org/N1/systems?page=1', 'http://api.example/v2/org/N1/systems?page=1'],
    ...['https://u@api.example/v2/org/N1/systems', 'https://api.example:8443/v2/org/N1/systems?page=1', 7],
    ...['/v2/org/N2/systems?page=1', '/v2/org/n1/systems?page=1', '/v2/org/N1%2F..%2FN2/systems', '/account/orgs'],
    ...['/v2/org/N1/../N2/systems?page=1', '/v2/org/N2/org/N1/systems?page=1', first],
    ...['/v2/org/N1/org/N2/systems', '/v2/org/N1/..%2FN2/systems', '/v2/org/N1/x;/systems', '/v2/org/N1/%252e%252e/x'],
    '/v2/org/N1/hosts?orgId=N2',
  ])('never %s', (link) => {
    expect(check(link)).not.toHaveProperty('onward');
  });
});

test('any earlier page is refused, not only the last one', () => {
  expect(check('?cursor=1', {}, [`${list}?cursor=1`, `${list}?cursor=2`])).toMatchObject({
    kind: 'untrusted',
    reason: 'seen before',
  });
});

test('whatever a link is, what is followed is another page of the same list at the same service', () => {
  const parts = String.raw`https: http: // / \ @ api.example evil.example /v2/org/ /V2//Org/ N1 n1 N2 /systems /Systems .. %2e ?cursor=1 # :443 .`;
  const joined = fc.array(fc.constantFrom(...parts.split(' '))).map((all) => all.join(''));
  holds([fc.oneof(joined, fc.anything())], { numRuns: 2000 }, (link) => {
    const read = check(link);
    if (read.kind === 'page') expect(read.url.split('?')[0]).toBe(listAddress(asked.baseUrl, asked.orgId));
    else if (read.onward !== undefined) {
      expect(new URL(read.onward).origin).toBe('https://api.example');
      expect(new URL(read.onward).pathname.match(/(?<=\/org\/+)[^/?]+/gi)?.filter((id) => id !== 'N1')).toEqual([]);
    }
  });
});
