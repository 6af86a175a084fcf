/** A definition that says that its operations are below another path, or at another origin. */
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import { anElsewhere, describedBy, opensOperations } from '../support/explorer.ts';
import { aHome } from '../support/program.ts';
import { aService, aSystem } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';
import { anApiService, api, json as answered, requestsOf } from './api-service.ts';

const paths = {
  '/items': { get: { summary: 'Lists them', parameters: [{ name: 'x', in: 'query', type: 'string' }] }, post: {} },
};
const document = { swagger: '2.0', info: { title: 'Items', version: '1' }, basePath: '/api/v1', paths };

test('a path of the same service is taken and told, by the screen and the pipe, and the profile says another', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'web-1' })],
    intercept: describedBy(JSON.stringify(document), ({ path }) =>
      path.endsWith('/items') ? json(path === '/items' ? 404 : 200, { count: 7 }) : undefined,
    ),
  });
  const home = aHome();
  const sends = async (user: User, place: string): Promise<void> => {
    await user.opens('Northwind');
    await opensOperations(user);
    await user.sees(place);
    await user.goesTo('/items');
    await user.pressesKey('enter').sees('› GET /items', '0 of 1 set');
    await user.pressesKey('s', 'enter').sees('200 in', row('count', '7'));
    await user.leaves();
  };
  await sends(aUser(service, { home }), 'below /api/v1');
  home.keepsSettings({ profiles: { default: { basePath: '/api/v2' } } });
  await sends(aUser(service, { home }), 'below /api/v2');
  const sent = service.requests.filter(({ path }) => path.endsWith('/items'));
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v1/items', 'GET /api/v2/items']);
});

test('in a pipe every request of the definition goes below one path, and the path may be written whole', async () => {
  const service = await anApiService((at) => (at.startsWith('/swagger') ? answered(document) : answered([])));
  const home = aHome();
  const told = `rollcall: Below ${service.baseUrl}/api/v1, as the definition says.\n`;
  expect(await api(service, ['/items', 'x=1'], { home })).toMatchObject({ code: 0, err: told });
  expect(await api(service, ['/items'], { home })).toMatchObject({ code: 0, err: told });
  const shown = await api(service, ['POST', '/items', '--dry-run'], { home });
  expect(shown.out).toContain(`POST ${service.baseUrl}/api/v1/items\n`);
  expect(await api(service, ['/api/v1/items', 'x=2'], { home })).toMatchObject({ code: 0, err: '' });
  expect(await api(service, ['/api/v1/items'], { home })).toMatchObject({ code: 0, err: '' });
  expect(await api(service, ['/swagger-ui'], { home })).toMatchObject({ code: 0, err: '' });
  expect(await api(service, ['--list'], { home })).toMatchObject({ code: 0, err: told });
  expect(requestsOf(service)).toEqual([
    'GET /api/v1/items?x=1 HTTP/1.1',
    'GET /api/v1/items HTTP/1.1',
    'GET /api/v1/items?x=2 HTTP/1.1',
    'GET /api/v1/items HTTP/1.1',
    'GET /swagger-ui HTTP/1.1',
  ]);
});

test.each([
  ['/api/v2', '/api/v2/items'],
  ['', '/items'],
])('the base path %j of a profile holds for a pipe', async (basePath, path) => {
  const service = await anApiService((at) => (at.startsWith('/swagger') ? answered(document) : answered([])));
  const home = aHome();
  home.keepsSettings({ profiles: { default: { basePath } } });
  expect(await api(service, ['/items', 'x=1'], { home })).toMatchObject({ code: 0, err: '' });
  expect(requestsOf(service)).toEqual([`GET ${path}?x=1 HTTP/1.1`]);
});

test('nothing is sent with a base path that leads elsewhere', async () => {
  const service = await anApiService(() => answered([]));
  for (const basePath of ['//evil.example', 'https://evil.example', '/..', '/a;b', 'api']) {
    const home = aHome();
    home.keepsSettings({ profiles: { default: { basePath } } });
    const { code, err } = await api(service, ['/items', 'x=1'], { home });
    expect([code, err], basePath).toEqual([2, expect.stringContaining('"basePath"')]);
  }
  expect(requestsOf(service)).toEqual([]);
});

test('the token never goes to another origin, and a pipe says so', async () => {
  const elsewhere = await anElsewhere();
  const { host } = new URL(elsewhere.address);
  const away = { ...document, host, schemes: ['http'] };
  const service = await anApiService((at) => (at.startsWith('/swagger') ? answered(away) : answered([])));
  const { code, err } = await api(service, ['/items', 'x=1']);
  expect([code, err]).toEqual([
    0,
    `rollcall: The definition names ${elsewhere.address}/api/v1. Requests and the token go to ${service.baseUrl} alone.\n`,
  ]);
  expect(requestsOf(service)).toEqual(['GET /items?x=1 HTTP/1.1']);
  expect(elsewhere.connections()).toBe(0);
  elsewhere.close();
});
