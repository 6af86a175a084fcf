/** Values of a path with slashes in them, in the words of a command. */
import { expect, test } from 'vitest';
import { anApiService, api, json as answered, requestsOf } from './api-service.ts';

const text = { type: 'string' };
const path = { name: 'path', in: 'path', required: true, schema: text };
const document = {
  openapi: '3.0.3',
  info: { title: 'Files', version: 'v1' },
  paths: {
    '/contents/{path}': { get: { summary: 'A file', parameters: [path] } },
    '/files/{path}': { get: { summary: 'A file', parameters: [{ ...path, allowReserved: true }] } },
    '/compare/{base}...{head}': { get: { summary: 'Compares two of them' } },
    '/x#add': { post: { summary: 'Adds one' } },
  },
};

test('a slash in a value of the path is encoded unless the definition has it pass, and no other value leads elsewhere', async () => {
  const service = await anApiService((at) => (at.startsWith('/swagger') ? answered(document) : answered({})));
  for (const words of [
    ['/contents/{path}', 'path=src/main.ts'],
    ['/files/{path}', 'path=src/main.ts'],
    ['/compare/{base}...{head}', 'base=v1', 'head=v2'],
  ]) {
    expect(await api(service, words), words.join(' ')).toMatchObject({ code: 0 });
  }
  const sent = [
    'GET /contents/src%2Fmain.ts HTTP/1.1',
    'GET /files/src/main.ts HTTP/1.1',
    'GET /compare/v1...v2 HTTP/1.1',
  ];
  expect(requestsOf(service)).toEqual(sent);
  for (const word of ['path=a/../b', 'path=/a', 'path=a%2F..%2Fb', 'path=a/b%2Fc', 'path=a%5Cb', 'path==a']) {
    expect(await api(service, ['/contents/{path}', word]), word).toMatchObject({ code: 2, out: '' });
  }
  expect(requestsOf(service)).toEqual(sent);
  const { out } = await api(service, ['--list']);
  expect(out).toMatch(/POST +- +\/x#add/);
});
