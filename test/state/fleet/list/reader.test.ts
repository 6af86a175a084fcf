import { expect, test } from 'vitest';
import type { Incoming } from '../../../../src/api/http/exchange.ts';
import { checkService, createReader } from '../../../../src/state/fleet/list/effects.ts';
import { createSessionClock } from '../../../../src/state/session/clock.ts';
import { token } from '../../../api/http.ts';
import { aQuery, baseUrl, now } from '../../../support/make.ts';

type Given = readonly [status: number, body: unknown, date?: string];

/** A service that gives these answers one after the other; it keeps what it was asked. */
function aServiceOf(...answers: readonly Given[]) {
  const urls: string[] = [];
  const exchange = (url: string): Promise<Incoming> => {
    const [status, body, date] = answers[Math.min(urls.length, answers.length - 1)] ?? [500, {}];
    urls.push(url);
    const headers = new Headers({ 'content-type': 'application/json', ...(date !== undefined && { date }) });
    return Promise.resolve({ status, headers, body: new Response(JSON.stringify(body)).body });
  };
  const network = { exchange, route: { kind: 'direct' } } as const;
  return { urls, access: { baseUrl, token, version: '9.9.9', network } };
}

const unwaiting = { steady: () => 0, tell: () => undefined };
const clock = () => createSessionClock(() => ({ wall: now, steady: 0 }));
const orgs = { orgs: [{ orgId: 'N1', orgName: 'Northwind', role: 'Owner' }] };
const address = `${baseUrl}/org/N1/systems`;

/** A page of these systems. */
function aPageOf(ids: readonly string[], next: string | null) {
  const metadata = { total: 3, firstPage: 0, prevPage: null, lastPage: 2, nextPage: next === null ? null : 1 };
  return { metadata, links: { first: address, prev: null, next }, items: ids.map((systemId) => ({ systemId })) };
}

test('a check of a service counts the organisations and compares the clocks, or tells the problem', async () => {
  const { access } = aServiceOf([200, orgs, new Date(now + 60_000).toUTCString()], [401, {}]);
  expect(await checkService(access, () => now)).toEqual({ organisations: 1, problem: null, clockAheadMs: 60_000 });
  expect(await checkService(access, () => now)).toMatchObject({
    ...{ organisations: null, problem: { kind: 'refused', status: 401 }, clockAheadMs: null },
  });
});

test.each<[string, readonly Given[], object, number]>([
  [
    'to its end',
    [
      [200, aPageOf(['A', 'B'], `${address}?page=1`)],
      [200, aPageOf(['C'], null)],
    ],
    { value: { count: 3 } },
    2,
  ],
  ['once more where it moved', [[200, aPageOf(['A', 'B'], null)]], { value: { count: 2 } }, 2],
  [
    'up to a page that cannot be read',
    [
      [200, aPageOf(['A'], `${address}?page=1`)],
      [404, {}],
    ],
    { problem: { status: 404 } },
    2,
  ],
  [
    'up to a link that leads elsewhere',
    [[200, aPageOf(['A'], 'https://other/')]],
    { problem: { kind: 'untrustedLink', page: 1 } },
    1,
  ],
])('a list is read %s', async (_, answers, answer, requests) => {
  const { access, urls } = aServiceOf(...answers);
  expect(await createReader(access, clock(), unwaiting).systems(aQuery())).toMatchObject(answer);
  expect(urls).toHaveLength(requests);
});
