/** No connection is opened to where a strange link points. Two live servers: the service, and a stranger. */
import { expect, onTestFinished, test } from 'vitest';
import { readSystemsPage } from '../../src/api/systems.ts';
import { anElsewhere } from '../support/explorer.ts';
import { strangeLinks } from '../support/strange-links.ts';
import { aClient, aServer, problemOf } from './http.ts';

const query = { orgId: 'N1', search: '', includeDisabled: false, perPage: null };

test('none of 150 and more links that lead elsewhere is followed, and no connection is opened', async () => {
  const stranger = await anElsewhere();
  onTestFinished(stranger.close);
  let next: unknown = null;
  const service = await aServer((response) => {
    const page = { metadata: {}, links: { next }, items: [{ systemId: 'S1' }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  // By its name, because a parser forgives an address of numbers more: a dot at its end, other ways to count.
  const baseUrl = `${service.baseUrl.replace('127.0.0.1', 'localhost')}/v2`;
  const client = aClient({ baseUrl });
  const links = strangeLinks({ list: `${baseUrl}/org/N1/systems`, stranger: new URL(stranger.address).host });
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
  const stranger = await anElsewhere();
  onTestFinished(stranger.close);
  const service = await aServer((response) => response.end());
  const list = `${service.baseUrl}/org/N1/systems`;
  const links = strangeLinks({ list, stranger: new URL(stranger.address).host }).filter(
    (link) => typeof link === 'string',
  );
  const abroad = links.filter((link) => URL.parse(link)?.origin !== service.baseUrl);
  expect(abroad.length).toBeGreaterThan(100);
  for (const url of abroad) {
    expect(await problemOf(aClient(service), { url, method: 'DELETE' })).toMatchObject({ kind: 'untrustedLink' });
  }
  expect(stranger.connections()).toBe(0);
  expect(service.requests).toEqual([]);
});
