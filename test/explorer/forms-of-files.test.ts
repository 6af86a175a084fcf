/** Bodies that are forms, with files in them: by the form on the screen and by `rollcall api`. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { opensOperations, setsField } from '../support/explorer.ts';
import { aHome } from '../support/program.ts';
import { aSystem } from '../support/service.ts';
import { aUserOf, row, type User } from '../support/user.ts';
import { anApiService, api, json, requestsOf } from './api-service.ts';

/** Not UTF-8: what is read as a text comes out as another one. */
const content = Buffer.from([0x50, 0xff, 0x00, 0x0d, 0x0a, 0x2d, 0x2d]);

function aFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'rollcall-file-')), 'logo.png');
  writeFileSync(path, content);
  return path;
}

async function showsRequest(user: User, path: string): Promise<void> {
  await opensOperations(user);
  await user.goesTo('…/logo');
  await user.pressesKey('enter').sees('› POST …/logo', 'a file: its path, read when it is sent');
  await setsField(user, path);
  await user.presses('move down').sees(row('▌', 'caption'));
  await setsField(user, 'Our logo');
  await user.pressesKey('s', 'enter').sees('› Request', 'and 1 file:', /type: {2}post/, /^│ > /m);
}

test('a file of a form is read when the request is sent, after its request was shown with the path', async () => {
  const { service, user } = await aUserOf({ systems: [aSystem({ hostname: 'web-1' })], columns: 120, rows: 40 });
  const path = aFile();
  await showsRequest(user, path);
  expect(user.screen()).toContain('name="picture"; filename="logo.png"');
  expect(user.screen().replaceAll(/[\s│]/g, '')).toContain(`(thecontentof${path},readwhenitissent)`);
  await user.confirms('post', '204: done');
  const [sent, more] = service.sent('POST');
  expect(more).toBeUndefined();
  expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=rollcall-/);
  expect(sent?.body).toContain(
    `Content-Type: application/octet-stream\r\n\r\n${content.toString('utf8')}\r\n--rollcall-`,
  );
  expect(sent?.body).toContain('name="caption"\r\n\r\nOur logo\r\n');
  await user.leaves();
});

test('a file that is not there is told once enter sends the request, and nothing is sent', async () => {
  const { service, user } = await aUserOf({ systems: [aSystem({ hostname: 'web-1' })], columns: 120, rows: 40 });
  await showsRequest(user, '/nowhere/logo.png');
  await user.confirms('post', 'The file "/nowhere/logo.png" is not there. Nothing was sent.');
  expect(service.sent('POST')).toEqual([]);
  await user.leaves();
});

const text = { type: 'string' };
const fields = { type: 'object', properties: { name: text, tags: { type: 'array', items: text } } };
const document = {
  ...{ openapi: '3.0.1', info: { title: 'Locks', version: 'v1' } },
  paths: {
    '/locks': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': { schema: fields },
            'application/vnd.locks+json': { schema: fields },
          },
        },
        responses: { 200: { description: 'It.', content: { 'text/csv': { schema: text }, 'text/plain': {} } } },
      },
    },
    '/pictures': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { picture: { type: 'string', format: 'binary' }, name: text } },
            },
          },
        },
      },
    },
  },
};

test('the pipe sends the media type that is declared, or the one that a line names, and asks for what is answered', async () => {
  const service = await anApiService((path) => {
    if (path === '/account/orgs') return null;
    return json(path.startsWith('/swagger') ? document : {});
  });
  const home = aHome();
  const file = aFile();
  for (const words of [
    ['/locks', 'name=a b', 'tags=x', 'tags=y'],
    ['/locks', 'name=a b', 'tags=x', 'tags=y', 'Content-Type=application/x-www-form-urlencoded'],
    ['/pictures', `picture=${file}`, 'name=5'],
  ])
    expect(await api(service, ['POST', ...words, '--write'], { home })).toMatchObject({ code: 0 });
  const sent = service.raw.filter((request) => request.startsWith('POST '));
  expect(sent.map((request) => /^content-type: (\S+)/im.exec(request)?.[1])).toEqual([
    'application/vnd.locks+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data;',
  ]);
  expect(sent.map((request) => /^accept: (.*)$/im.exec(request)?.[1]?.trim())).toEqual([
    'text/csv, text/plain, application/problem+json',
    'text/csv, text/plain, application/problem+json',
    'application/json, application/problem+json',
  ]);
  const bodies = sent.map((request) => request.slice(request.indexOf('\r\n\r\n') + 4));
  expect(bodies.slice(0, 2)).toEqual(['{"name":"a b","tags":["x","y"]}', 'name=a%20b&tags=x&tags=y']);
  expect(bodies[2]).toContain(`\r\n\r\n${content.toString('latin1')}\r\n--rollcall-`);
  expect(bodies[2]).toContain('name="name"\r\n\r\n5\r\n');
  const before = requestsOf(service).length;
  const refused = await api(service, ['POST', '/locks', 'Content-Type=text/csv', '--write'], { home });
  expect([refused.code, refused.err]).toEqual([
    2,
    'rollcall: The body is application/vnd.locks+json or application/x-www-form-urlencoded, and not text/csv.\n',
  ]);
  const curl = await api(service, ['POST', '/pictures', `picture=${file}`, 'name=a"b', '--curl'], { home });
  expect(curl.out).toContain(`-F 'picture=@"${file}";type=application/octet-stream' --form-string 'name=a"b'`);
  expect(
    requestsOf(service)
      .slice(before)
      .filter((line) => line.startsWith('POST ')),
  ).toEqual([]);
});
