import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { decodeSystem } from '../../src/api/decode.ts';
import { decodeOrganisations } from '../../src/api/organisations.ts';
import { checkNextLink } from '../../src/api/systems.ts';
import { aClient, aServer, token } from './http.ts';

test.each([
  ['the address of a redirect', 302, { location: `https://login.example/?token=${token}` }],
  ['the content type', 200, { 'content-type': `text/html; of=${token}` }],
])('the token, where a service sends it back, is in no problem: %s', async (_, status, headers) => {
  const server = await aServer((response) => response.writeHead(status, headers).end('<p>'));
  const client = aClient(server);
  const answer = await client.read({ operation: 'list systems', method: 'GET', url: `${client.baseUrl}/path` });
  expect(answer).toMatchObject({ ok: false });
  expect(inspect(answer, { depth: null }) + JSON.stringify(answer)).not.toContain(token);
});

test('an odd tag hides no other one', () => {
  expect(
    decodeSystem({ systemId: 'S1', tags: [{ tag: 'a' }, 7, { tag: 'b' }, { tag: null }] }, 'items[3]'),
  ).toMatchObject({
    value: {
      tags: ['a', 'b'],
      faults: ['items[3].tags[1].tag: expected string', 'items[3].tags[3].tag: expected string'],
    },
  });
});

describe('millions of odd elements take no more memory than they came with', () => {
  const zeros = Array.from({ length: 8_000_000 }, () => 0);

  test('tags', () => {
    const read = decodeSystem({ systemId: 'S1', tags: zeros });
    expect(read.ok && read.value.faults.length).toBe(20);
  });

  test.each([
    ['a list in place of a system', zeros],
    ['a text in place of a system', 'x'.repeat(16_000_000)],
  ])('%s', (_, json) => {
    expect(decodeSystem(json, 'items[0]')).toEqual({ ok: false, path: 'items[0]: expected object' });
  });

  test('organisations', () => {
    expect(decodeOrganisations({ orgs: zeros })).toEqual({ ok: false, path: 'orgs[0]: expected object' });
  });
});

describe('an id in a link is the same id, however it is written', () => {
  test.each(['a@b', 'a:b', 'a+b', 'a,b', 'a=b', 'a&b', 'a;b', 'é'])('%s', (orgId) => {
    const asked = { baseUrl: 'https://api.example/v2', orgId, search: '', includeDisabled: true };
    const address = `https://api.example/v2/org/${encodeURIComponent(orgId)}/systems`;
    for (const written of [orgId, encodeURIComponent(orgId)]) {
      expect(checkNextLink(`/v2/org/${written}/systems?page=1`, asked, address, [])).toMatchObject({
        kind: 'page',
      });
    }
  });

  test.each(['a%2540b', 'a%40b%2Fc', 'a%', 'A@b', 'a@b/..'])('but %s is another', (written) => {
    const asked = { baseUrl: 'https://api.example', orgId: 'a@b', search: '', includeDisabled: true };
    const link = `https://api.example/org/${written}/systems`;
    expect(checkNextLink(link, asked, asked.baseUrl, [])).toMatchObject({ kind: 'untrusted', reason: 'another path' });
  });
});
