/** The response to each path. */
import { describe, expect, test } from 'vitest';
import { aClient, aSmallFleet } from './client.ts';

const FLEET = aSmallFleet([{ systemId: 'A1' }, { systemId: 'a b/ü?' }, { systemId: '%' }]);

test.each(['/nowhere', '/accounts', '/org/acme/key', '/org/acme/systems/A1/more', '/swagger/v2/swagger.json'])(
  'there is nothing at %s: 404, and not the system that cannot be found',
  async (path) => {
    const { ask, service } = await aClient({ fleet: FLEET });
    const reply = await ask(service.baseUrl + path);
    expect(reply.status).toBe(404);
    expect(reply.text).toContain('/problems/type/resource-not-found"');
  },
);

test.each([
  ['POST', '/account/orgs', 'GET'],
  ['DELETE', '/org/acme/systems', 'GET'],
  ['PUT', '/org/acme/systems/A1', 'GET, PATCH, DELETE'],
  ['PUT', '/org/acme/enrolment-keys', 'GET, POST'],
  ['GET', '/org/acme/systems/A1/disable', 'PUT'],
  ['POST', '/', 'GET'],
  ['OPTIONS', '/swagger/v1/swagger.json', 'GET'],
])('%s %s is 405 and names what is allowed: %s', async (method, path, allow) => {
  const { ask } = await aClient({ fleet: FLEET });
  const { status, headers } = await ask(path, { method });
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe(allow);
});

describe('segments', () => {
  test('an id is decoded, whatever characters it has', async () => {
    const { json } = await aClient({ fleet: FLEET });
    for (const systemId of ['A1', 'a b/ü?', '%']) {
      expect(await json(`/org/acme/systems/${encodeURIComponent(systemId)}`)).toEqual({ systemId });
    }
    expect(await json('/org/acme/systems/%')).toEqual({ systemId: '%' });
  });

  test('an empty id leads to the list, where nothing can be deleted', async () => {
    const { ask, service } = await aClient({ fleet: FLEET });
    expect((await ask('/org/acme/systems/')).status).toBe(200);
    expect((await ask('/org/acme/systems/', { method: 'DELETE' })).status).toBe(405);
    expect((await ask('/org/acme/systems/.', { method: 'DELETE' })).status).toBe(405);
    expect(service.systems()).toHaveLength(3);
  });
});

test('a path that does not exist is reported before a token is required', async () => {
  const { ask } = await aClient();
  expect((await ask('/nowhere', { headers: { authorization: '' } })).status).toBe(404);
});
