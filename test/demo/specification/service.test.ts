/** The service does what "What the service does" and "Versioning" of the specification say. */
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { aFleet, type SystemRecord } from '../../../src/demo/fleet/fleet.ts';
import { aClient, aDemo, aSmallFleet, DEMO_NOW, everySystem, idsOf, ORG, posting } from '../client.ts';

const DAY = 24 * 60 * 60_000;

/** The status of a request that carries nothing but these headers; `fetch` would add a User-Agent of its own. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (response) => {
      resolve(response.resume().statusCode);
    });
    asked.on('error', reject).end();
  });
}

describe('The chapter "What the service does"', () => {
  test('Most operations are scoped by an organisation identifier placed in the path', async () => {
    const { page } = await aDemo();
    expect((await page(`${ORG}/systems?include_disabled=true`)).metadata.total).toBe(2000);
    expect((await page('/org/t3Xv9mRb/systems?include_disabled=true')).metadata.total).toBe(260);
    expect((await page('/org/c5Hs8pLz/systems')).items).toEqual([]);
  });

  test('Only users with access to the organisation can call the API against it', async () => {
    const { ask } = await aDemo();
    expect((await ask('/org/another/systems')).status).toBe(404);
    expect((await ask('/org/another/systems/A1')).status).toBe(404);
    expect((await ask('/org/another/systems/A1', { method: 'DELETE' })).status).toBe(404);
    expect((await ask('/org/another/enrolment-keys', posting({ description: 'lab' }))).status).toBe(404);
  });

  test('GET retrieves existing data, is idempotent and never modifies data', async () => {
    const { ask, service } = await aClient({ fleet: aSmallFleet([{ systemId: 'A1' }, { systemId: 'A2' }]) });
    const before = [...service.systems()];
    for (const path of ['/account/orgs', '/org/acme/systems', '/org/acme/systems/A1', '/']) {
      expect((await ask(path)).text).toBe((await ask(path)).text);
    }
    expect(service.systems()).toEqual(before);
  });

  test('For POST, parameters not in the path are sent as a JSON body with Content-Type: application/json', async () => {
    const { ask } = await aDemo();
    expect((await ask(`${ORG}/enrolment-keys`, posting({ description: 'lab' }))).status).toBe(201);
    const plain = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"description":"lab"}' };
    expect((await ask(`${ORG}/enrolment-keys`, plain)).status).toBe(415);
    expect((await ask(`${ORG}/enrolment-keys?description=lab`, { method: 'POST' })).status).toBe(415);
  });

  test('Every timestamp returned is ISO 8601 in the UTC timezone (fractional seconds may be present)', async () => {
    const client = await aDemo();
    const systems = await everySystem(client, `${ORG}/systems?per_page=200&include_disabled=true`);
    const times = systems.flatMap(({ lastSeen, enrolledAt }) => [lastSeen, enrolledAt]).filter((time) => Boolean(time));
    expect(times.length).toBeGreaterThan(3900);
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?(Z|\+00:00)$/);
    const key = await client.json(`${ORG}/enrolment-keys`, posting({ description: 'lab' }));
    expect(key).toMatchObject({
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
  });

  test('Every request must carry a User-Agent header; requests without one fail', async () => {
    const { service } = await aDemo();
    const authorization = `Bearer ${service.token}`;
    for (const path of ['/account/orgs', `${ORG}/systems`, '/', '/swagger/v1/swagger.json']) {
      expect(await statusOf(service.baseUrl + path, { authorization })).toBe(400);
      expect(await statusOf(service.baseUrl + path, { authorization, 'user-agent': '' })).toBe(400);
      expect(await statusOf(service.baseUrl + path, { authorization, 'user-agent': 'a test' })).toBe(200);
    }
  });

  test('The root serves an API browser listing all endpoints', async () => {
    const { ask } = await aDemo();
    const { headers, text } = await ask('/');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const path of ['/account/orgs', '/org/{orgId}/systems', '/org/{orgId}/systems/{systemId}']) {
      expect(text).toContain(`<code>${path}</code>`);
    }
    expect(text).toContain('href="/swagger/v1/swagger.json"');
  });

  test('A complete OpenAPI definition is served at /swagger/v1/swagger.json', async () => {
    const { json } = await aDemo();
    expect(await json('/swagger/v1/swagger.json')).toMatchObject({
      openapi: '3.0.3',
      paths: {
        '/account/orgs': { get: {} },
        '/org/{orgId}/systems': { get: {} },
        '/org/{orgId}/systems/{systemId}': { get: {}, delete: {} },
        '/org/{orgId}/enrolment-keys': { post: {} },
      },
    });
  });

  test('Typical use: a client pages through all systems and deletes those whose age exceeds 90 days', async () => {
    const client = await aClient({ fleet: aFleet({ seed: 1, systems: 300, now: DEMO_NOW }) });
    const address = `${ORG}/systems?per_page=50&include_disabled=true`;
    const isOld = ({ lastSeen, enrolledAt }: SystemRecord): boolean =>
      DEMO_NOW - Date.parse(String(lastSeen ? lastSeen : enrolledAt)) > 90 * DAY;
    const systems = await everySystem(client, address);
    const old = systems.filter(isOld);
    expect(old.length).toBeGreaterThan(60);
    for (const { systemId } of old) {
      expect((await client.ask(`${ORG}/systems/${systemId}`, { method: 'DELETE' })).status).toBe(200);
    }
    const left = await everySystem(client, address);
    expect(idsOf(left)).toEqual(idsOf(systems.filter((system) => !isOld(system))));
  });
});

test('Versioning: endpoint paths carry no version segment', async () => {
  const { json } = await aDemo();
  const { paths } = (await json('/swagger/v1/swagger.json')) as { paths: Record<string, object> };
  for (const path of Object.keys(paths)) expect(path).not.toMatch(/\/v\d/);
});
