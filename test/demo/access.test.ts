/** Access: exactly the right token is accepted. */

import { expect, test } from 'vitest';

import { newToken } from '../../src/demo/access.ts';
import { aClient } from './client.ts';

test('a new token is 63 alphanumeric characters, and another one every time', () => {
  const tokens = Array.from({ length: 50 }, newToken);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{63}$/);
  expect(new Set(tokens).size).toBe(50);
});

test('a refusal tells how to authenticate', async () => {
  const { ask } = await aClient();
  const { status, headers } = await ask('/account/orgs', { headers: { authorization: '' } });
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
});

test("only the service's own token is accepted, and only as a bearer token", async () => {
  const { ask, service } = await aClient({ token: 'T'.repeat(63) });
  expect(service.token).toBe('T'.repeat(63));
  const statusWith = async (authorization: string): Promise<number> =>
    (await ask('/account/orgs', { headers: { authorization } })).status;
  expect(await statusWith(`Bearer ${'T'.repeat(63)}`)).toBe(200);
  expect(await statusWith(`bearer ${'T'.repeat(63)}`)).toBe(200);
  expect(await statusWith(`Bearer ${newToken()}`)).toBe(401);
  expect(await statusWith(`Basic ${'T'.repeat(63)}`)).toBe(401);
  expect(await statusWith('T'.repeat(63))).toBe(401);
});
