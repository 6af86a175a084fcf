/** No deletion of systems leaves the client but that of one reviewed system, at its own address. The server's log judges. */
import { expect, test } from 'vitest';
import type { Client, WriteRequest } from '../../../src/api/http/client.ts';
import { changeSystem, readSystem } from '../../../src/api/systems.ts';
import { aClient, anIntent, aServer, type HttpServer } from '../http.ts';
import { anAddress, base, isDeletionFor, aService, type Sent } from '../deletion/addresses.ts';
import { seededRandom } from '../../../src/demo/fleet/random.ts';

async function aStage(): Promise<{ readonly server: HttpServer; readonly client: Client }> {
  const server = await aServer((response) => response.writeHead(204).end());
  return { server, client: aClient(server) };
}

/** Sent by the way that takes any request of its method. */
async function sentBy(client: Client, { method, url, headers, body }: Sent) {
  const about = { operation: 'send request', url } as const;
  if (method === 'GET') return client.readRaw({ ...about, method, headers });
  const changing = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).find((one) => one === method) ?? 'DELETE';
  return client.write(await anIntent(), { ...about, method: changing, orgId: 'N1', headers, body });
}

test('none of 2,000 addresses that some service reads as the deletion of systems leaves', async () => {
  const { server, client } = await aStage();
  const random = seededRandom(5);
  let taken = 0;
  while (taken < 2000) {
    const sent = anAddress(random);
    if (!isDeletionFor(aService(random), sent)) continue;
    taken += 1;
    const met = await sentBy(client, { ...sent, url: sent.url.replace(base, `${server.baseUrl}/v1`) });
    const kind = Object.keys(sent.headers).length > 0 ? 'misleading' : 'notReviewed';
    expect(met, JSON.stringify(sent)).toMatchObject({ ok: false, problem: { kind } });
  }
  expect(server.requests).toEqual([]);
});

test('a read, a download and a request of rollcall’s own delete no systems, either', async () => {
  const { server, client } = await aStage();
  const url = `${server.baseUrl}/org/N1/systems/K3?_method=DELETE`;
  const refused = { ok: false, problem: { kind: 'notReviewed' } };
  expect(await client.readRaw({ operation: 'send request', method: 'GET', url })).toMatchObject(refused);
  const sink = () => Promise.resolve();
  expect(await client.download({ operation: 'send request', method: 'GET', url }, sink)).toMatchObject(refused);
  expect(await client.read({ operation: 'list systems', method: 'GET', url })).toMatchObject(refused);
  const systems = `${server.baseUrl}/org/N1/systems`;
  const write = { operation: 'create enrolment key', orgId: 'N1' } as const;
  const bulk = { ...write, method: 'POST', url: `${systems}/purge`, body: '{"systemIds":["K3"]}' } as const;
  const reviewed = { orgId: 'N1', systemId: 'K3' };
  expect(await client.write(await anIntent(), bulk)).toMatchObject(refused);
  expect(await client.write(await anIntent(), { ...bulk, reviewed })).toMatchObject(refused);
  const others: readonly WriteRequest[] = [
    { ...write, method: 'DELETE', url: `${systems}/K3` },
    ...[`${systems}/K4`, systems, `${systems}/K3/`, `${systems}/K3?all=1`, `${systems}/K3%2F..`].map(
      (one) => ({ ...write, method: 'DELETE', url: one, reviewed }) as const,
    ),
    { ...write, method: 'DELETE', url: `${systems}/K3`, body: '{"systemIds":["K4"]}', reviewed },
    { ...write, method: 'DELETE', url: `${systems}/K3`, reviewed: { orgId: 'N2', systemId: 'K3' } },
  ];
  for (const request of others)
    expect(await client.write(await anIntent(), request), request.url).toMatchObject(refused);
  expect(server.requests).toEqual([]);
});

test('a file that deletes systems does not leave, whatever stands in its place until it is sent', async () => {
  const { server, client } = await aStage();
  const send = async (content: string | Uint8Array) => {
    const url = `${server.baseUrl}/org/N1/systems/bulk`;
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const body = '(the content of a.json, read when it is sent)';
    return client.write(await anIntent(), { operation: 'send request', method: 'POST', url, orgId: 'N1', body, bytes });
  };
  const xml = '<bulk><action>delete</action><note>B\u00fcro</note></bulk>';
  for (const content of [
    ...['{"action":"delete","ids":["K3"]}', '{"a":1}\n{"action":"purge"}', '- action: delete', xml],
    ...[Buffer.from(xml, 'latin1'), Buffer.from(`\ufeff${xml}`, 'utf16le')],
  ])
    expect(await send(content), String(content)).toMatchObject({ ok: false, problem: { kind: 'notReviewed' } });
  for (const content of ['{"action":"tag"}', Uint8Array.of(0, 255, 13, 10)])
    expect((await send(content)).ok).toBe(true);
  expect(server.requests).toHaveLength(2);
});

test('a reviewed system is deleted, whatever its id looks like; reading and switching one go, too', async () => {
  const { server, client } = await aStage();
  for (const id of ['K3F9Q', 'a;b', 'a.', 'purge', 'a,b', '\u{FF0E}\u{FF0E}']) {
    expect(await changeSystem(client, await anIntent(), 'delete system', 'N1', id), id).toEqual({
      ok: true,
      value: { accepted: false },
    });
  }
  await readSystem(client, 'N1', 'a;b');
  await changeSystem(client, await anIntent(), 'disable system', 'N1', 'a;b');
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    ...['K3F9Q', 'a%3Bb', 'a.', 'purge', 'a%2Cb', '%EF%BC%8E%EF%BC%8E'].map((id) => `DELETE /org/N1/systems/${id}`),
    ...['GET /org/N1/systems/a%3Bb', 'PUT /org/N1/systems/a%3Bb/disable'],
  ]);
});
