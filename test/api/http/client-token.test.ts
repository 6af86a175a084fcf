import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  aClient,
  aClosedPort,
  answerOf,
  aServer,
  aSocketServer,
  type HttpServer,
  problemOf,
  withJson,
  token,
} from '../http.ts';

/** Everything that a log, a crash note or a journal could make of a value. */
function everythingIn(value: unknown): string {
  return inspect(value, { depth: Infinity, showHidden: true, getters: true }) + JSON.stringify(value) + String(value);
}

/** A service that sends the request's headers back, as proxies and debugging pages do. */
function anEcho(status: number, contentType: string, wrapped: (headers: string) => string): Promise<HttpServer> {
  return aServer((response, { headers }) => {
    response.writeHead(status, { 'content-type': contentType }).end(wrapped(JSON.stringify(headers)));
  });
}

test.each([
  ['of a refusal', () => aServer((response) => response.writeHead(401).end())],
  ['of a redirect', () => aServer((response) => response.writeHead(302, { location: '/login' }).end())],
  ['of an answer that is not JSON', () => aServer((response) => response.end('<html>'))],
  ['of an answer that does not come', () => aServer(() => undefined)],
  ['of a lost connection', () => aSocketServer((socket) => socket.resetAndDestroy())],
  ['of a connection that is refused', async () => ({ baseUrl: await aClosedPort() })],
  [
    'of a problem that quotes it',
    () =>
      anEcho(400, 'application/problem+json', (headers) =>
        JSON.stringify({ title: headers, detail: headers, errors: { headers } }),
      ),
  ],
  ['of a text that quotes it', () => anEcho(500, 'text/plain', (headers) => /Bearer \w+/.exec(headers)?.[0] ?? '')],
  [
    'of a page that quotes it',
    () => anEcho(502, 'text/html', (headers) => `<title>${/Bearer \w+/.exec(headers)?.[0] ?? ''}</title>`),
  ],
])('the token is in no problem: %s', async (_, serve) => {
  const problem = await problemOf(aClient(await serve(), { limits: { readSeconds: 0.5, changeSeconds: 0.5 } }));
  expect(everythingIn(problem)).not.toContain('canary');
});

const percent = Array.from(token, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
const html = Array.from(token, (letter) => `&#${letter.charCodeAt(0)};`).join('');
const base64 = Buffer.from(`Bearer ${token}`).toString('base64');

test.each<[string, number, Readonly<Record<string, string>>, string]>([
  ['the address of a redirect', 302, { location: `/login?for=${percent}` }, ''],
  ['a content type', 200, { 'content-type': `text/x; for=${base64}` }, 'ok'],
  ['the title of a page', 200, { 'content-type': 'text/html' }, `<title>${html}</title>`],
  ['a text', 500, { 'content-type': 'text/plain' }, base64],
])('nor is it in a problem where it is spelt otherwise, in %s', async (_, status, headers, text) => {
  const server = await aServer((response) => response.writeHead(status, headers).end(text));
  const told = everythingIn(await problemOf(aClient(server)));
  expect(told).toContain('(access token)');
  for (const spelt of [percent, html, base64.slice(10, 40)]) expect(told).not.toContain(spelt.slice(0, 40));
});

test('an answer that quotes the token is read without it', async () => {
  const server = await anEcho(200, 'application/json', (headers) => headers);
  const client = aClient(server);
  expect(await answerOf(client)).toMatchObject({
    value: { json: { authorization: 'Bearer (access token)' } },
  });
});

test('the token is in nothing of the client', () => {
  expect(everythingIn(aClient({ baseUrl: 'https://api.example' }))).not.toContain('canary');
});

test.each([
  ['a line break', `${token}\r\nX-Evil: 1`],
  ['NUL', `${token}\u0000`],
  ['letters that are not Latin', `${token}東京`],
])('a token with %s is not sent, and not told', async (_, odd) => {
  const server = await aServer(withJson({}));
  const problem = await problemOf(aClient(server, { token: odd }));
  expect(problem).toMatchObject({ kind: 'unreachable', code: 'ERR_INVALID_CHAR' });
  expect(everythingIn(problem)).not.toContain('canary');
  expect(server.requests).toEqual([]);
});

test('a session without a token changes nothing in what the service says', async () => {
  const server = await aServer(withJson({ title: 'No token' }, 401));
  expect(await problemOf(aClient(server, { token: '' }))).toMatchObject({ kind: 'refused', title: 'No token' });
});
