import { describe, expect, test } from 'vitest';
import type { Incoming } from '../../../../src/api/http/exchange.ts';
import type { Problem, Result } from '../../../../src/api/problem.ts';
import { checkService, createReader, patiently } from '../../../../src/state/fleet/list/reader.ts';
import { createSessionClock } from '../../../../src/state/session/clock/clock.ts';
import { token } from '../../../api/http.ts';
import { aQuery, baseUrl, now, refused } from '../../../support/make.ts';

/** Answers to a read that fails with these problems, one after the other and then again, and the time it waited. */
async function reading(problems: readonly Problem[], value?: string) {
  const waited: number[] = [];
  let asked = 0;
  let isPaused = false;
  const read = (): Promise<Result<string>> => {
    expect(isPaused).toBe(false);
    const problem = value === undefined ? problems[asked++ % problems.length] : problems[asked++];
    return Promise.resolve(problem === undefined ? { ok: true, value: value ?? '' } : { ok: false, problem });
  };
  const answer = await patiently(read, async (seconds) => {
    isPaused = true;
    await new Promise(setImmediate);
    waited.push(seconds);
    isPaused = false;
  });
  return { answer, waited };
}

const busy = refused(503, { retryAfter: 100 });

describe('a read where no screen asks', () => {
  test('waits as a service asks it to, and reads then', async () => {
    expect(await reading([busy, busy], 'list')).toEqual({ answer: { ok: true, value: 'list' }, waited: [100, 100] });
  });

  test('waits ten minutes in all, however often the service asks for more', async () => {
    expect(await reading([busy])).toEqual({ answer: { ok: false, problem: busy }, waited: Array(6).fill(100) });
  });

  test('reports what a retry cannot cure', async () => {
    expect(await reading([refused(404)])).toEqual({ answer: { ok: false, problem: refused(404) }, waited: [] });
  });
});

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
  expect(await createReader(access, clock()).systems(aQuery())).toMatchObject(answer);
  expect(urls).toHaveLength(requests);
});
