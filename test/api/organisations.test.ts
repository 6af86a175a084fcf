import { describe, expect, test } from 'vitest';
import { listOrganisations } from '../../src/api/organisations.ts';
import { aClient, aServer, sendJson } from './http.ts';
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

test('a base address with a path is kept', async () => {
  const server = await aServer((response) => {
    sendJson(response, { orgs: [] });
  });
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
