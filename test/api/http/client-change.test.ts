/** Changes as a person has seen them: sent once, byte for byte. */
import { expect, test } from 'vitest';
import type { WriteRequest } from '../../../src/api/http/client.ts';
import { aClient, anIntent, aServer, withJson } from '../http.ts';

const methods: readonly WriteRequest['method'][] = ['POST', 'PUT', 'PATCH', 'DELETE'];

function aChange(baseUrl: string, about: Partial<WriteRequest> = {}): WriteRequest {
  const request = { operation: 'send request', method: 'PUT', url: `${baseUrl}/path`, orgId: 'N1' } as const;
  return { ...request, headers: { 'Content-Type': 'application/json' }, body: '{"a":"é"}', ...about };
}

test('a change of any method has its body, and says how long it is', async () => {
  const server = await aServer(withJson({}));
  const client = aClient(server);
  for (const method of methods) await client.write(await anIntent(), aChange(server.baseUrl, { method }));
  await client.write(await anIntent(), aChange(server.baseUrl, { method: 'DELETE', headers: {}, body: null }));
  expect(server.requests.map(({ method, body, headers }) => [method, body, headers['content-length']])).toEqual([
    ...methods.map((method) => [method, '{"a":"é"}', '10']),
    ['DELETE', '', undefined],
  ]);
});

test.each(['preview', 'read-only'] as const)('in %s no change leaves', async (mode) => {
  const server = await aServer(withJson({}));
  const asked: (string | null)[] = [];
  const client = aClient(server, { modeFor: (orgId) => (asked.push(orgId), mode) });
  for (const method of methods) {
    const met = await client.write(await anIntent(), aChange(server.baseUrl, { method }));
    expect(met).toMatchObject({ ok: false, problem: { kind: 'withheld', mode } });
  }
  await client.write(await anIntent(), aChange(server.baseUrl, { orgId: null }));
  expect([server.requests, asked]).toEqual([[], [...methods.map(() => 'N1'), null]]);
});

test.each(['GET', 'QUERY', 'COPY', 'OPTIONS', 'TRACE', 'delete', 'A B', ''])(
  'no change leaves as %j',
  async (method) => {
    const server = await aServer(withJson({}));
    const met = await aClient(server).write(await anIntent(), aChange(server.baseUrl, { method }));
    expect(met).toMatchObject({ ok: false, problem: { kind: 'withheld', mode: 'read-only' } });
    expect(server.requests).toEqual([]);
  },
);
