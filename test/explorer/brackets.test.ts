/** Lists and objects in brackets, and reads that need a body, as a person and a pipe meet them. */
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import { describedBy, opensOperations, setsField } from '../support/explorer.ts';
import { aService, aSystem } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';
import { anApiService, api, json as answered, requestsOf } from './api-service.ts';

const text = { type: 'string' };
const deep = { in: 'query', style: 'deepObject', explode: true };
const filter = { type: 'object', properties: { owner: { type: 'object', properties: { name: text } } } };
const question = { type: 'object', required: ['query'], properties: { query: text } };
const document = {
  openapi: '3.0.3',
  info: { title: 'Charges', version: 'v1' },
  paths: {
    '/charges': {
      get: {
        summary: 'Lists charges',
        parameters: [
          { ...deep, name: 'expand', schema: { type: 'array', items: text } },
          { ...deep, name: 'filter', schema: filter },
        ],
      },
    },
    '/search': {
      get: {
        summary: 'Searches',
        requestBody: { required: true, content: { 'application/json': { schema: question } } },
      },
    },
  },
};

test('the form shows how a list is written, and a read that needs a body says why it cannot be used', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'web-1' })],
    intercept: describedBy(JSON.stringify(document), ({ path }) =>
      path === '/charges' ? json(200, { count: 3 }) : undefined,
    ),
  });
  const user = aUser(service);
  await user.opens('Northwind');
  await opensOperations(user);
  await user.sees('1 operation cannot be used');
  await user.goesTo('/charges');
  await user.pressesKey('enter').sees('"Lists charges"');
  await user.goesTo('expand');
  await setsField(user, 'customer, invoice');
  await user.sees('sent as expand[]=customer&expand[]=invoice');
  await user.pressesKey('s', 'enter').sees('200 in', row('count', '3'));
  const [sent] = service.requests.filter(({ path }) => path === '/charges');
  expect([...(sent?.query ?? [])]).toEqual([
    ['expand[]', 'customer'],
    ['expand[]', 'invoice'],
  ]);
  await user.pressesKey('esc').sees('1 of 2 set');
  await user.pressesKey('esc').sees('› Operations');
  await user.pressesKey('down').sees(row('▌', '–', '/search'));
  await user.pressesKey('enter').sees('It needs a body, and rollcall sends none with GET.');
  await user.pressesKey('esc').sees('› Operations');
  await user.leaves();
  expect(service.requests.some(({ path }) => path === '/search')).toBe(false);
});

test('a pipe writes one item of such a list with its brackets, and refuses a read that needs a body', async () => {
  const service = await anApiService((at) => (at.startsWith('/swagger') ? answered(document) : answered({})));
  for (const words of [['expand=a'], ['expand=a', 'expand=b'], ['filter:={"owner":{"name":"x"}}']]) {
    expect((await api(service, ['/charges', ...words])).code, words.join(' ')).toBe(0);
  }
  const refused = await api(service, ['/search', 'query=x']);
  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(requestsOf(service).map((line) => decodeURIComponent(line))).toEqual([
    'GET /charges?expand[]=a HTTP/1.1',
    'GET /charges?expand[]=a&expand[]=b HTTP/1.1',
    'GET /charges?filter[owner][name]=x HTTP/1.1',
  ]);
  const { out } = await api(service, ['--describe', '/search']);
  expect(out).toContain('It needs a body, and rollcall sends none with GET.');
});
