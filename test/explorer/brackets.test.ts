/** Lists and objects in brackets, and reads that need a body, as a pipe meets them. */
import { expect, test } from 'vitest';
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
