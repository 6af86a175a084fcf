/** No connection is opened to where a strange link points. Two live servers: the service, and a stranger. */
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readSystemsPage } from '../../src/api/systems.ts';
import { strangeLinks } from '../support/strange-links.ts';
import { aClient, aServer, problemOf } from './http.ts';

const query = { orgId: 'N1', search: '', includeDisabled: false, perPage: null };

/** A server that counts who connects to it. */
async function aStranger(): Promise<{ host: string; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
}

test('none of 150 and more links that lead elsewhere is followed, and no connection is opened', async () => {
  const stranger = await aStranger();
  let next: unknown = null;
  const service = await aServer((response) => {
    const page = { metadata: {}, links: { next }, items: [{ systemId: 'S1' }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  // By its name, because a parser forgives an address of numbers more: a dot at its end, other ways to count.
  const baseUrl = `${service.baseUrl.replace('127.0.0.1', 'localhost')}/v2`;
  const client = aClient({ baseUrl });
  const links = strangeLinks({ list: `${baseUrl}/org/N1/systems`, stranger: stranger.host });
  expect(new Set(links.map((link) => JSON.stringify(link))).size).toBeGreaterThanOrEqual(150);
  for (const link of links) {
    next = link;
    const page = await readSystemsPage(client, query, { kind: 'first' });
    expect([link, page]).toMatchObject([
      link,
      { ok: true, value: { systems: [{ systemId: 'S1' }], next: { kind: 'untrusted' } } },
    ]);
  }
  expect(service.requests.map(({ url }) => url)).toEqual(links.map(() => '/v2/org/N1/systems?include_disabled=false'));
  expect(stranger.connections()).toBe(0);
});

test('even a request for such an address is not sent', async () => {
  const stranger = await aStranger();
  const service = await aServer((response) => response.end());
  const list = `${service.baseUrl}/org/N1/systems`;
  const links = strangeLinks({ list, stranger: stranger.host }).filter((link) => typeof link === 'string');
  const abroad = links.filter((link) => URL.parse(link)?.origin !== service.baseUrl);
  expect(abroad.length).toBeGreaterThan(100);
  for (const url of abroad) {
    expect(await problemOf(aClient(service), { url, method: 'DELETE' })).toMatchObject({ kind: 'untrustedLink' });
  }
  expect(stranger.connections()).toBe(0);
  expect(service.requests).toEqual([]);
});
