/** The service authenticates as "Authentication" of the specification says. */
import { describe, expect, test } from 'vitest';
import { newToken } from '../../../src/demo/access.ts';
import { aClient, aDemo, ORG, type ProblemBody } from '../client.ts';

describe('Authentication', () => {
  test('Almost all endpoints require authentication', async () => {
    const { ask } = await aDemo();
    const headers = { authorization: '' };
    for (const path of ['/account/orgs', `${ORG}/systems`, `${ORG}/systems/A1`]) {
      expect((await ask(path, { headers })).status).toBe(401);
    }
    expect((await ask(`${ORG}/systems/A1`, { method: 'DELETE', headers })).status).toBe(401);
    expect((await ask(`${ORG}/enrolment-keys`, { method: 'POST', headers })).status).toBe(401);
    for (const path of ['/', '/swagger/v1/swagger.json']) expect((await ask(path, { headers })).status).toBe(200);
  });

  test('A refusal tells how to authenticate', async () => {
    const { ask } = await aClient();
    const { status, headers } = await ask('/account/orgs', { headers: { authorization: '' } });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test.each([
    [`Bearer ${'T'.repeat(63)}`, 200],
    [`bearer ${'T'.repeat(63)}`, 200],
    [`Bearer ${newToken()}`, 401],
    [`Basic ${'T'.repeat(63)}`, 401],
    ['T'.repeat(63), 401],
  ])("Only the service's own token is accepted, and only as a bearer token: %s, %i", async (authorization, status) => {
    const { ask, service } = await aClient({ token: 'T'.repeat(63) });
    expect(service.token).toBe('T'.repeat(63));
    expect((await ask('/account/orgs', { headers: { authorization } })).status).toBe(status);
  });

  test('A new token is 63 alphanumeric characters, and another one every time', () => {
    const tokens = Array.from({ length: 50 }, newToken);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{63}$/);
    expect(new Set(tokens).size).toBe(50);
  });

  test('A token is a 63-character alphanumeric string', async () => {
    const { ask, service } = await aClient({ anyToken: true });
    expect(service.token).toMatch(/^[A-Za-z0-9]{63}$/);
    const statusWith = async (token: string): Promise<number> =>
      (await ask('/account/orgs', { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await statusWith('a1'.repeat(31) + 'Z')).toBe(200);
    for (const token of ['', 'a'.repeat(62), 'a'.repeat(64), 'a'.repeat(62) + '-']) {
      expect(await statusWith(token)).toBe(401);
    }
  });

  test('A token grants access to every organisation that the creating account can access', async () => {
    const { ask, json } = await aDemo();
    const { orgs } = (await json('/account/orgs')) as { orgs: { orgId: string }[] };
    for (const { orgId } of orgs) expect((await ask(`/org/${orgId}/systems`)).status).toBe(200);
  });

  test('An entity to which the caller has no access yields the same error as a missing entity', async () => {
    const { problem, service } = await aDemo();
    const systemId = service.systems('Tailspin Toys')[0]?.systemId ?? '';
    const same = ({ type, title, status, detail }: ProblemBody): object => ({ type, title, status, detail });
    const missing = same(await problem(`${ORG}/systems/NOSUCH`));
    expect(same(await problem(`${ORG}/systems/${systemId}`))).toEqual(missing);
    expect(same(await problem(`/org/another/systems/${systemId}`))).toEqual(missing);
    expect(same(await problem('/org/another/systems'))).toEqual(missing);
  });
});
