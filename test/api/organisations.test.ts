import { describe, expect, test } from 'vitest';
import { decodeOrganisations, listOrganisations } from '../../src/api/organisations.ts';
import { aClient, aServer, sendJson, withJson } from './http.ts';
import { aServiceClient } from './service.ts';

const operation = 'list organisations';

test('the organisations of the account', async () => {
  const { client, service } = await aServiceClient();
  const answer = await listOrganisations(client);
  expect(answer).toEqual({
    ok: true,
    value: [{ orgId: 'acme', orgName: 'Acme', role: 'Owner' }],
  });
  expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /account/orgs']);
});

test('a base address keeps its path', async () => {
  const server = await aServer(withJson({ orgs: [] }));
  expect(await listOrganisations(aClient({ baseUrl: `${server.baseUrl}/v2` }))).toMatchObject({ ok: true });
  expect(server.requests[0]?.url).toBe('/v2/account/orgs');
});

describe('a problem', () => {
  test('of a token that is not accepted', async () => {
    const { client } = await aServiceClient({ token: 'x'.repeat(63) }, 'y'.repeat(63));
    const problem = { operation, kind: 'refused', status: 401, slug: 'access-token-not-valid' };
    expect(await listOrganisations(client)).toMatchObject({ ok: false, problem });
  });

  test.each([
    ['no body', undefined, 'expected object'],
    ['no list', {}, 'orgs: expected array'],
    ['an organisation without an id', { orgs: [{ orgName: 'Acme' }] }, 'orgs[0].orgId: expected string'],
  ])('of an answer with %s', async (_, json, path) => {
    const server = await aServer((response) => {
      if (json === undefined) response.end();
      else sendJson(response, json);
    });
    expect(await listOrganisations(aClient(server))).toEqual({
      ok: false,
      problem: { operation, kind: 'wrongShape', path },
    });
  });

  test('of an abort', async () => {
    const { client, service } = await aServiceClient();
    expect(await listOrganisations(client, AbortSignal.abort())).toEqual({
      ok: false,
      problem: { operation, kind: 'aborted' },
    });
    expect(service.requests).toEqual([]);
  });
});

describe('organisations', () => {
  test('have every field of the specification, and no other', () => {
    const orgs = [
      { orgId: 'N1', orgName: 'Northwind', role: 'Owner' },
      { orgId: 'N2', orgName: 'Contoso', role: 'Auditor' },
    ];
    expect(decodeOrganisations({ orgs: orgs.map((org) => ({ ...org, since: 2020 })), total: 2 })).toEqual({
      ok: true,
      value: orgs,
    });
  });

  test.each([
    ['no organisation', []],
    ['one without a role', [{ orgId: 'N1', orgName: 'Northwind' }]],
  ])('may be %s', (_, orgs) => {
    expect(decodeOrganisations({ orgs })).toEqual({ ok: true, value: orgs.map((org) => ({ ...org, role: '' })) });
  });

  test.each([{}, { orgName: null }, { orgName: '' }])('go by their id where they have no name: %j', (named) => {
    expect(decodeOrganisations({ orgs: [{ orgId: 'N1', ...named }] })).toEqual({
      ok: true,
      value: [{ orgId: 'N1', orgName: 'N1', role: '' }],
    });
  });

  test.each([
    [null, 'expected object'],
    [[], 'expected object'],
    [{}, 'orgs: expected array'],
    [{ orgs: {} }, 'orgs: expected array'],
    [{ orgs: [{ orgId: 'N1' }, null] }, 'orgs[1]: expected object'],
    [{ orgs: [{ orgName: 'Northwind' }] }, 'orgs[0].orgId: expected string'],
    [{ orgs: [{ orgId: 5 }] }, 'orgs[0].orgId: expected string'],
    [{ orgs: [{ orgId: 'N1', orgName: 5 }] }, 'orgs[0].orgName: expected string'],
    [{ orgs: [{ orgId: 'N1', orgName: 'Northwind', role: ['Owner'] }] }, 'orgs[0].role: expected string'],
  ])('are none: %j', (json, path) => {
    expect(decodeOrganisations(json)).toEqual({ ok: false, path });
  });
});
