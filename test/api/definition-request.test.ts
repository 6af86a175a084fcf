/** The service's definition is asked for once, where it always is, and only its text is taken. */
import { expect, test } from 'vitest';
import { requestDefinition, type Validators } from '../../src/api/openapi/read-definition.ts';
import { aClient, aServer, token } from './http.ts';

type Answer = Parameters<typeof aServer>[0];

async function asked(answer: Answer, known: Validators | null = null) {
  const server = await aServer(answer);
  const met = await requestDefinition(aClient(server), known);
  return { met, request: server.requests[0] };
}

const httpDate = 'Mon, 16 Nov 2026 09:00:00 GMT';

test('it is asked for as JSON, with the token, and whatever comes is taken as it is', async () => {
  const { met, request } = await asked((response) => {
    response.writeHead(200, { 'content-type': 'text/html', etag: 'W/"7"', 'last-modified': httpDate });
    response.end('<title>Proxy login</title>');
  });
  expect(met).toEqual({
    ok: true,
    value: { text: Buffer.from('<title>Proxy login</title>'), etag: 'W/"7"', lastModified: httpDate },
  });
  expect(request).toMatchObject({
    method: 'GET',
    url: '/swagger/v1/swagger.json',
    headers: { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': 'rollcall/1.2.3' },
  });
  expect(request?.headers).not.toHaveProperty('if-none-match');
  expect(request?.headers).not.toHaveProperty('if-modified-since');
});

test('with what is known of it, 304 says that it is the same', async () => {
  const known = { etag: '"7"', lastModified: httpDate };
  const { met, request } = await asked((response) => response.writeHead(304, { etag: '"8"' }).end(), known);
  expect(met).toEqual({ ok: true, value: { text: null, etag: '"8"', lastModified: httpDate } });
  expect(request?.headers).toMatchObject({ 'if-none-match': '"7"', 'if-modified-since': httpDate });
});

test('validators that are none are neither kept nor sent', async () => {
  const odd = { etag: 'no quotes', lastModified: '2026-11-16' };
  const { met, request } = await asked((response) => {
    response.writeHead(200, { etag: 'x', 'last-modified': 'yesterday' }).end('{}');
  }, odd);
  expect(met).toEqual({ ok: true, value: { text: Buffer.from('{}'), etag: null, lastModified: null } });
  expect(request?.headers).not.toHaveProperty('if-none-match');
  expect(request?.headers).not.toHaveProperty('if-modified-since');
});

test('a redirect is not followed, and 17 MiB are too many', async () => {
  const elsewhere = await asked((response) => response.writeHead(302, { location: 'https://docs.example.com' }).end());
  expect(elsewhere.met).toMatchObject({ ok: false, problem: { kind: 'redirected', operation: 'read definition' } });
  const large = await asked((response) => response.end(Buffer.alloc(17 * 1024 * 1024, ' ')));
  expect(large.met).toMatchObject({ ok: false, problem: { kind: 'notTheApi', reason: 'too large' } });
});
