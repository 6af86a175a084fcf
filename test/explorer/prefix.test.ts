/** A definition that says that its operations are below another path, or at another origin. */
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import { anElsewhere, describedBy, opensOperations } from '../support/explorer.ts';
import { aHome } from '../support/program.ts';
import { aService, aSystem } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';
import { anApiService, api, json as answered, requestsOf } from './api-service.ts';

const paths = {
  '/items': { get: { summary: 'Lists them', parameters: [{ name: 'x', in: 'query', type: 'string' }] }, post: {} },
};
const document = { swagger: '2.0', info: { title: 'Items', version: '1' }, basePath: '/api/v1', paths };

test('a person says once where the operations are; the next start and a pipe know it', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'web-1' })],
    intercept: describedBy(JSON.stringify(document), ({ path }) =>
      path.endsWith('/items') ? json(path === '/api/v1/items' ? 200 : 404, { count: 7 }) : undefined,
    ),
  });
  const home = aHome();
  const user = aUser(service, { home });
  await user.opens('Northwind');
  await opensOperations(user);
  await user.sees('names /api/v1: B asks');
  await user.goesTo('/items');
  await user.pressesKey('enter').sees('› Where are its operations?', `${service.baseUrl}/api/v1`, 'y yes', 'n no');
  await user.pressesKey('y').sees('› GET /items', `Operations are sent below ${service.baseUrl}/api/v1`);
  await user.pressesKey('s', 'enter').sees('200 in', row('count', '7'));
  await user.pressesKey('esc', 'esc').sees('› Operations', 'below /api/v1');
  await user.leaves();
  const sent = service.requests.filter(({ path }) => path.endsWith('/items'));
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v1/items']);
  const again = aUser(service, { home });
  await again.opens('Northwind');
  await opensOperations(again);
  await again.sees('below /api/v1');
  await again.goesTo('/items');
  await again.pressesKey('enter').sees('› GET /items', '0 of 1 set');
  await again.pressesKey('esc').sees('› Operations');
  await again.presses('ask where the operations are').sees('› Where are its operations?');
  await again.pressesKey('n').sees('› Operations', 'names /api/v1: not used');
  await again.leaves();
});

test('in a pipe --prefix says it for one request, and without it nothing is sent', async () => {
  const service = await anApiService((at) => {
    if (at.startsWith('/swagger')) return answered(document);
    return at.startsWith('/api/v1/items') ? answered([]) : answered({}, 404);
  });
  const home = aHome();
  const open = await api(service, ['/items', 'x=1'], { home });
  expect([open.code, open.err]).toEqual([
    2,
    `rollcall: The definition says that its operations are below ${service.baseUrl}/api/v1. --prefix /api/v1 sends it there, --prefix / does not. A in rollcall asks once.\n`,
  ]);
  expect(requestsOf(service)).toEqual([]);
  expect(await api(service, ['/items', 'x=1', '--prefix', '/api/v1'], { home })).toMatchObject({ code: 0, err: '' });
  expect(await api(service, ['/api/v1/items', 'x=2'], { home })).toMatchObject({ code: 0, err: '' });
  expect(await api(service, ['/items', 'x=3', '--prefix', '/'], { home })).toMatchObject({ code: 4 });
  for (const odd of ['/other', 'https://evil.example', '//evil.example', '..']) {
    expect((await api(service, ['/items', '--prefix', odd], { home })).code, odd).toBe(2);
  }
  expect(requestsOf(service)).toEqual([
    'GET /api/v1/items?x=1 HTTP/1.1',
    'GET /api/v1/items?x=2 HTTP/1.1',
    'GET /items?x=3 HTTP/1.1',
  ]);
  // A plain read is sent as it is written; a refusal says what the definition knows.
  expect((await api(service, ['/items'], { home })).err).toContain('A request needs --prefix.');
  expect((await api(service, ['POST', '/items', '--write'], { home })).code).toBe(2);
  expect((await api(service, ['--list'], { home })).err).toContain(`below ${service.baseUrl}/api/v1. A request needs`);
});

test('an answer that is kept holds for every request of a pipe', async () => {
  const service = await anApiService((at) => (at.startsWith('/swagger') ? answered(document) : answered([])));
  const home = aHome();
  const prefixes = { [service.baseUrl]: { '/api/v1': true } };
  home.keeps('state/rollcall/state.json', JSON.stringify({ profiles: { default: { prefixes } } }));
  for (const words of [['/items'], ['/items', 'x=1'], ['/swagger-ui']]) {
    expect((await api(service, words, { home })).code, words.join(' ')).toBe(0);
  }
  expect(requestsOf(service)).toEqual([
    'GET /api/v1/items HTTP/1.1',
    'GET /api/v1/items?x=1 HTTP/1.1',
    'GET /swagger-ui HTTP/1.1',
  ]);
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
  expect((await api(service, ['/items', 'x=1', '--prefix', '/api/v1'])).code).toBe(2);
  expect(requestsOf(service)).toEqual(['GET /items?x=1 HTTP/1.1']);
  expect(elsewhere.connections()).toBe(0);
  elsewhere.close();
});
