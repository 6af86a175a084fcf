/** The embedded service starts, can be watched and steered, and stops. */
import { Agent, get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { startService } from '../../src/demo/service.ts';
import { aClient, aSmallFleet, clientOf, idsOf, posting } from './client.ts';

const FLEET = {
  organisations: [
    {
      orgId: 'acme',
      orgName: 'Acme',
      role: 'Owner',
      systems: [
        { systemId: 'A1', hostname: 'web', state: 'Disconnected', lastSeen: null },
        { systemId: 'A2', hostname: 'db' },
      ],
    },
    { orgId: 'other', orgName: 'Other Ltd', role: 'Admin', systems: [{ systemId: 'B1', hostname: null }] },
  ],
};

describe('the systems that there are now', () => {
  test('systems and host names, of one organisation by its id or name, or of all', async () => {
    const { service } = await aClient({ fleet: FLEET });
    expect(service.hostnames()).toEqual(['web', 'db', null]);
    expect(service.hostnames('acme')).toEqual(['web', 'db']);
    expect(service.systems('Other Ltd')).toEqual([{ systemId: 'B1', hostname: null }]);
    expect(() => service.systems('nobody')).toThrow('There is no organisation nobody.');
  });

  test('a changed system is read and listed as changed', async () => {
    const { service, json, page } = await aClient({ fleet: FLEET });
    service.change('A1', { state: 'Connected', lastSeen: '2026-11-20T16:00:00Z' });
    const changed = { systemId: 'A1', hostname: 'web', state: 'Connected', lastSeen: '2026-11-20T16:00:00Z' };
    expect(await json('/org/acme/systems/A1')).toEqual(changed);
    expect((await page('/org/acme/systems')).items[0]).toEqual(changed);
    service.change('B1', { hostname: undefined });
    expect(await json('/org/other/systems/B1')).toEqual({ systemId: 'B1' });
    expect(() => {
      service.change('C1', {});
    }).toThrow('There is no system C1.');
  });

  test('a deletion answers 200 with the deleted system, and only through its own organisation', async () => {
    const { ask, service } = await aClient({ fleet: FLEET });
    expect((await ask('/org/other/systems/A2', { method: 'DELETE' })).status).toBe(404);
    expect(service.systems()).toHaveLength(3);
    const { status, text } = await ask('/org/acme/systems/A2', { method: 'DELETE' });
    expect([status, JSON.parse(text)]).toEqual([200, { systemId: 'A2', hostname: 'db' }]);
    expect(idsOf(service.systems())).toEqual(['A1', 'B1']);
  });

  test('a removed system cannot be found', async () => {
    const { service, ask } = await aClient({ fleet: FLEET });
    service.remove('A1');
    expect((await ask('/org/acme/systems/A1')).status).toBe(404);
    expect(() => {
      service.remove('A1');
    }).toThrow('There is no system A1.');
  });
});

test('requests are remembered as they came', async () => {
  const { service, ask } = await aClient();
  const before = Date.now();
  await ask('/org/acme/systems?search=a%20b');
  await ask('/org/acme/enrolment-keys', posting({ description: 'lab' }));
  expect(service.requests).toMatchObject([
    { method: 'GET', url: '/org/acme/systems?search=a%20b', path: '/org/acme/systems', body: '' },
    { method: 'POST', path: '/org/acme/enrolment-keys', body: '{"description":"lab"}' },
  ]);
  const [first, second] = service.requests;
  expect(first?.query.get('search')).toBe('a b');
  expect(first?.headers.authorization).toBe(`Bearer ${service.token}`);
  expect(first?.at).toBeGreaterThanOrEqual(before);
  expect(second?.at).toBeGreaterThanOrEqual(first?.at ?? Infinity);
});

describe('intercept', () => {
  test("it may answer in the service's place", async () => {
    const answer: Answer = { status: 429, headers: { 'retry-after': '3', 'content-type': 'text/plain' }, body: 'slow' };
    const { ask } = await aClient({ intercept: ({ path }) => (path === '/account/orgs' ? answer : undefined) });
    const { status, headers, text } = await ask('/account/orgs');
    expect([status, headers.get('retry-after'), text]).toEqual([429, '3', 'slow']);
    expect((await ask('/org/acme/systems')).status).toBe(200);
  });

  test('it may close the connection without a word', async () => {
    const { ask, service } = await aClient({
      fleet: FLEET,
      intercept: ({ method }) => (method === 'DELETE' ? 'drop' : undefined),
    });
    await expect(ask('/org/acme/systems/A1', { method: 'DELETE' })).rejects.toThrow('fetch failed');
    expect(service.requests).toHaveLength(1);
    expect(service.hostnames('acme')).toEqual(['web', 'db']);
  });

  test('it may hold a request until it is released', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    const { ask, service } = await aClient({
      fleet: FLEET,
      intercept: () => {
        arrived.resolve(undefined);
        return released.promise;
      },
    });
    const deleted = ask('/org/acme/systems/A1', { method: 'DELETE' });
    await arrived.promise;
    expect(service.hostnames('acme')).toEqual(['web', 'db']);
    released.resolve(undefined);
    expect((await deleted).status).toBe(200);
    expect(service.hostnames('acme')).toEqual(['db']);
  });
});

test('a response waits for the time of the flag', async () => {
  const [slow, quick] = [await aClient({ latencyMs: 2 ** 31 - 1 }), await aClient({ latencyMs: 1 })];
  const never = slow.ask('/account/orgs').then(...(['slow', 'ended'] as const).map((end) => () => end));
  expect(await Promise.race([never, quick.ask('/account/orgs').then(() => 'quick')])).toBe('quick');
});

test("a connection is kept for the next request, and every answer carries the service's date", async () => {
  const { service } = await aClient();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (): Promise<IncomingMessage> =>
    new Promise((resolve) => {
      get(service.baseUrl, { agent, headers: { 'user-agent': 'a test' } }, (response) => {
        response.resume().once('end', () => {
          resolve(response);
        });
      });
    });
  const before = Date.now();
  const [first, second] = [await ask(), await ask()];
  expect(second.socket).toBe(first.socket);
  // In whole seconds.
  const date = Date.parse(String(first.headers.date));
  expect(date).toBeGreaterThan(before - 1000);
  expect(date).toBeLessThanOrEqual(Date.now());
  agent.destroy();
});

describe('starting and stopping', () => {
  test('it listens on the loopback address, on the given port', async () => {
    const { service } = await aClient();
    const { protocol, hostname, port } = new URL(service.baseUrl);
    expect([protocol, hostname]).toEqual(['http:', '127.0.0.1']);
    await service.close();
    const again = await aClient({ port: Number(port) });
    expect(again.service.baseUrl).toBe(service.baseUrl);
  });

  test("a port in use is Node's EADDRINUSE", async () => {
    const { service } = await aClient();
    const port = Number(new URL(service.baseUrl).port);
    await expect(startService({ fleet: FLEET, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('closing ends every connection, also one that waits for an answer', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const service = await startService({
      fleet: aSmallFleet([]),
      intercept: () => {
        arrived.resolve(undefined);
        return Promise.withResolvers<undefined>().promise;
      },
    });
    const failed = expect(clientOf(service).ask('/account/orgs')).rejects.toThrow('fetch failed');
    await arrived.promise;
    await service.close();
    await failed;
  });
});
