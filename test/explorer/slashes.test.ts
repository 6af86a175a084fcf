/** Values of a path with slashes in them: the question in the form, and the words of a command. */
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import { describedBy, opensOperations } from '../support/explorer.ts';
import { aService, aSystem } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';
import { anApiService, api, json as answered, requestsOf } from './api-service.ts';

const text = { type: 'string' };
const path = { name: 'path', in: 'path', required: true, schema: text };
const document = {
  openapi: '3.0.3',
  info: { title: 'Files', version: 'v1' },
  paths: {
    '/contents/{path}': { get: { summary: 'A file', parameters: [path] } },
    '/compare/{base}...{head}': { get: { summary: 'Compares two of them' } },
    '/x#add': { post: { summary: 'Adds one' } },
  },
};

test('a person says how the slash of a value is sent, and it is sent like that', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'web-1' })],
    intercept: describedBy(JSON.stringify(document), (request) =>
      request.path.startsWith('/contents/') ? json(200, { size: 12 }) : undefined,
    ),
  });
  const user = aUser(service);
  await user.opens('Northwind');
  await opensOperations(user);
  await user.goesTo('/compare/{base}...{head}');
  await user.goesTo('/contents/{path}');
  await user.pressesKey('enter').sees('"A file"');
  await user.presses('set this field').sees('leave as it was');
  user.types('src/main.ts');
  await user
    .presses('set the field')
    .sees('"path" contains "/". How is it sent?', row('▌', 'encoded', 'src%2Fmain.ts'), row('as it is', 'src/main.ts'));
  await user.presses('move down').sees(row('▌', 'as it is'));
  await user.presses('send it like this').sees(row('path', 'src/main.ts'), '1 of 1 set');
  await user.pressesKey('s', 'enter').sees('200 in', row('size', '12'));
  const sent = service.requests.filter((request) => request.path.startsWith('/contents/'));
  expect(sent.map((request) => request.path)).toEqual(['/contents/src/main.ts']);
  await user.leaves();
});

test('in a pipe name==value is sent as it is written, and a plain value with a slash is refused with the remedy', async () => {
  const service = await anApiService((at) => (at.startsWith('/swagger') ? answered(document) : answered({})));
  const refused = await api(service, ['/contents/{path}', 'path=src/main.ts']);
  expect([refused.code, refused.err]).toEqual([
    2,
    'rollcall: "path" contains "/", which begins another step of the address. path==… sends it as it is, and each %2F in it as one.\n',
  ]);
  for (const word of ['path==src/main.ts', 'path==src%2fmain.ts']) {
    expect(await api(service, ['/contents/{path}', word]), word).toMatchObject({ code: 0 });
  }
  expect(await api(service, ['/compare/{base}...{head}', 'base=v1', 'head=v2'])).toMatchObject({ code: 0 });
  expect(requestsOf(service)).toEqual([
    'GET /contents/src/main.ts HTTP/1.1',
    'GET /contents/src%2Fmain.ts HTTP/1.1',
    'GET /compare/v1...v2 HTTP/1.1',
  ]);
  for (const word of ['path==a/../b', 'path==/a', 'path==a%2F..%2Fb', 'path==a/b%2Fc', 'path==a%5Cb']) {
    expect(await api(service, ['/contents/{path}', word]), word).toMatchObject({ code: 2, out: '' });
  }
  expect((await api(service, ['/contents/{path}', 'path==a/b', 'path=c'])).err).toBe(
    'rollcall: "path" is given twice.\n',
  );
  expect(requestsOf(service)).toHaveLength(3);
  const { out } = await api(service, ['--list']);
  expect(out).toMatch(/POST +- +\/x#add/);
});
