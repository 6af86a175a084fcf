/** An answer that a cache on the way kept is no check, whatever it says. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pastCaches } from '../../../src/api/http/client.ts';
import { findCacheFault, createServiceDates } from '../../../src/api/http/response.ts';
import type { Problem } from '../../../src/api/problem.ts';
import { changeSystem, readSystem, readSystemsPage } from '../../../src/api/systems.ts';
import { aClient, anIntent, aServer, sendJson } from '../http.ts';
import { holds } from '../../support/property.ts';

const noon = Date.UTC(2026, 3, 6, 12, 0, 0);
const minute = 60_000;

function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

/** Freshness of a service whose clock showed noon at moment 0. */
function datesOfNoon() {
  let moment = 0;
  const dates = createServiceDates(() => moment);
  dates.hear(noon);
  return {
    dates,
    /** An answer that comes at this moment, to a request that left as long before as is said. */
    at: (arrived: number, { age = null, date = null, status = 200 }: Partial<Answer> = {}, flight = 0) => {
      moment = arrived;
      const sent: Readonly<Record<string, string | null>> = { age, date };
      const incoming = {
        status,
        headers: { get: (name: string) => sent[name] ?? null, keys: () => Object.keys(sent) },
      };
      return findCacheFault(incoming, dates, arrived - flight);
    },
    hear: (at: number, date: number) => {
      moment = at;
      dates.hear(date);
    },
  };
}

interface Answer {
  readonly age: string | null;
  readonly date: string | null;
  readonly status: number;
}

const fresh = null;
const ofAge = (ageMs: number | null) => ({ kind: 'cached', ageMs });

describe('by its `Age`', () => {
  test.each<[string, string | null, object | null]>([
    ['is none', null, fresh],
    ['is 0', '0', fresh],
    ['is 2 s', '2', fresh],
    ['is 3 s', '3', ofAge(3000)],
    ['is 59 min', '3540', ofAge(59 * minute)],
    ['has blanks around', ' 3540 ', ofAge(59 * minute)],
    ['stands twice: the first counts', '0, 3540', fresh],
    ['stands twice: the first counts', '3540, 0', ofAge(59 * minute)],
    ['is larger than any cache counts', '9'.repeat(30), ofAge(2 ** 31 * 1000)],
    ['is negative', '-1', ofAge(null)],
    ['has a fraction', '0.5', ofAge(null)],
    ['is no number', 'old', ofAge(null)],
    ['begins with a number', '1h', ofAge(null)],
    ['is empty', '', ofAge(null)],
    ['is in hexadecimal digits', '0x0', ofAge(null)],
  ])('one that %s (%j)', (_, age, fault) => {
    const headers = { get: (name: string) => (name === 'age' ? age : null), keys: () => ['age'] };
    expect(findCacheFault({ status: 200, headers }, undefined, 0)).toEqual(fault);
  });

  test.each([
    ...[200, 204, 206, 301, 304, 400, 403, 404, 410].map((status) => [status, ofAge(59 * minute)] as const),
    ...[401, 429, 500, 502, 503, 504].map((status) => [status, fresh] as const),
  ])('a %i is judged, unless it asks for another token or for patience', (status, fault) => {
    expect(datesOfNoon().at(0, { age: '3540', status })).toEqual(fault);
  });
});

describe('by its `Date`, against the newest one that was seen', () => {
  test.each<[string, number, string | null, object | null]>([
    ['is of the same second', 900, httpDate(noon), fresh],
    ['moves on with the clock', 10 * minute, httpDate(noon + 10 * minute), fresh],
    ['is 1 s behind, as of another server', 0, httpDate(noon - 1000), fresh],
    ['is 2 s behind, as of another server', 0, httpDate(noon - 2000), fresh],
    ['is 3 s behind', 0, httpDate(noon - 3000), ofAge(2001)],
    ['is that of an hour ago', 60 * minute, httpDate(noon), ofAge(60 * minute - 3600 - 999)],
    ['is ahead', 0, httpDate(noon + 5 * minute), fresh],
    ['is missing', 60 * minute, null, fresh],
    ['has another form', 60 * minute, new Date(noon).toISOString(), fresh],
    ['is no date', 60 * minute, 'yesterday', fresh],
  ])('one that %s', (_, arrived, date, fault) => {
    expect(datesOfNoon().at(arrived, { date })).toEqual(fault);
  });

  test('the first one says nothing of itself', () => {
    const headers = { get: (name: string) => (name === 'date' ? httpDate(noon) : null), keys: () => ['date'] };
    const unheard = createServiceDates(() => 0);
    expect(findCacheFault({ status: 200, headers }, unheard, 0)).toBeNull();
  });

  test('a slow answer is as old as it was when the request left, and no older', () => {
    expect(datesOfNoon().at(25_000, { date: httpDate(noon) }, 25_000)).toBeNull();
    expect(datesOfNoon().at(25_000, { date: httpDate(noon) }, 20_000)).toMatchObject({ kind: 'cached' });
  });

  test('a service whose clock was set back is not believed until it is known anew: its systems are kept', () => {
    const { at, hear, dates } = datesOfNoon();
    hear(1000, noon - 10 * minute);
    expect(at(2000, { date: httpDate(noon - 10 * minute) })).toMatchObject({ kind: 'cached' });
    expect(createServiceDates(dates.now).leastAt(2000)).toBeNull();
  });

  test('a kept answer that is heard often moves nothing', () => {
    const { at, hear } = datesOfNoon();
    for (let moment = 0; moment < 10 * minute; moment += 500) hear(moment, noon);
    expect(at(10 * minute, { date: httpDate(noon) })).toMatchObject({ kind: 'cached' });
  });

  test('whatever servers 2 s apart answer, in any order and as late as they like: each fresh answer is a check', () => {
    const answer = fc.record({
      pause: fc.integer({ min: 0, max: 30 * minute }),
      flight: fc.integer({ min: 0, max: 30_000 }),
      /** When in its flight the service answered. */
      when: fc.double({ min: 0, max: 1, noNaN: true }),
      skew: fc.integer({ min: 0, max: 2000 }),
    });
    /** Both clocks are being corrected: theirs runs so fast against ours. */
    const corrected = fc.double({ min: 0.999, max: 1.001, noNaN: true });
    holds([fc.array(answer, { minLength: 1, maxLength: 40 }), corrected], (answers, rate) => {
      const { at, hear } = datesOfNoon();
      let moment = 0;
      for (const { pause, flight, when, skew } of answers) {
        const left = moment + pause;
        moment = left + flight;
        const date = Math.floor((noon + rate * (left + when * flight) + skew) / 1000) * 1000;
        expect(at(moment, { date: httpDate(date) }, flight)).toBeNull();
        hear(moment, date);
      }
    });
  });

  test('whatever fresh answers came before: one that was kept for 4 s and half a percent is none', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 30 * minute }), { maxLength: 40 });
    holds([pauses, fc.integer({ min: 4000, max: 24 * 60 * minute })], (before, kept) => {
      const { at, hear } = datesOfNoon();
      let moment = 0;
      for (const pause of before) {
        moment += pause;
        hear(moment, Math.floor((noon + moment) / 1000) * 1000);
      }
      const arrived = moment + kept * 1.005;
      expect(at(arrived, { date: httpDate(Math.floor((noon + moment) / 1000) * 1000) })).toMatchObject({
        kind: 'cached',
      });
    });
  });
});

describe('a check', () => {
  const record = { systemId: 'S1', hostname: 'till', state: 'Disconnected', isEnabled: true, tags: [] };
  const page = {
    metadata: { total: 0, firstPage: 0, prevPage: null, lastPage: 0, nextPage: null },
    links: { first: '', prev: null, next: null, last: '' },
    items: [],
  };
  const query = { orgId: 'N1', search: '', includeDisabled: true, perPage: null };
  const cached = { ok: false, problem: { kind: 'cached', ageMs: 59 * minute } };

  test('asks every cache on the way to ask the service; any other request does not', async () => {
    const server = await aServer((response, { url }) => {
      sendJson(response, url.includes('S1') ? record : page);
    });
    const client = aClient(server);
    const headers = { accept: 'text/plain' };
    const raw = { operation: 'send request', method: 'HEAD', url: `${server.baseUrl}/path`, headers } as const;
    await readSystem(pastCaches(client), 'N1', 'S1');
    await readSystemsPage(pastCaches(client), query, { kind: 'first' });
    await pastCaches(client).readRaw(raw);
    await readSystemsPage(client, query, { kind: 'first' });
    await client.readRaw(raw);
    await changeSystem(pastCaches(client), await anIntent(), 'delete system', 'N1', 'S1');
    const sent = server.requests.map((one) => [one.headers['cache-control'], one.headers.pragma].join());
    expect(sent).toEqual([...Array<string>(3).fill('no-cache,no-cache'), ...Array<string>(3).fill(',')]);
  });

  test('that a cache answers all the same is none; to read on past caches is no matter', async () => {
    const server = await aServer((response, { url }) => {
      response.setHeader('age', '3540');
      sendJson(response, url.includes('S1') ? record : page);
    });
    const client = aClient(server);
    expect(await readSystem(pastCaches(client), 'N1', 'S1')).toMatchObject(cached);
    expect(await readSystemsPage(pastCaches(client), query, { kind: 'first' })).toMatchObject(cached);
    expect(await readSystem(client, 'N1', 'S1')).toMatchObject({ ok: true });
  });

  test.each(['GET', 'HEAD'] as const)('by %s that is answered with a 304 of a cache is none', async (method) => {
    const server = await aServer((response) => response.writeHead(304, { age: '3540' }).end());
    const about = { operation: 'send request', url: `${server.baseUrl}/path` } as const;
    const headers = { 'If-None-Match': '"1"' };
    expect(await pastCaches(aClient(server)).readRaw({ ...about, method, headers })).toMatchObject(cached);
  });

  test('that finds no system in a cache does not say that it is gone', async () => {
    const slug = { type: 'https://api.example/problems/type/system-not-found', title: 'x', status: 404 };
    const server = await aServer((response) => {
      response.setHeader('age', '3540');
      sendJson(response, slug, 404);
    });
    expect(await readSystem(pastCaches(aClient(server)), 'N1', 'S1')).toMatchObject(cached);
  });

  test('without an `Age` is known by the `Date` of the answers before, and not by that of a page which failed', async () => {
    let moment = 0;
    const dates = createServiceDates(() => moment);
    const answers: readonly (readonly [status: number, date: number])[] = [
      [200, noon],
      [502, noon + 60 * minute],
      [200, noon + 1000],
      [200, noon - 59 * minute],
    ];
    let asked = 0;
    const server = await aServer((response) => {
      const [status = 500, date = 0] = answers[asked++] ?? [];
      response.sendDate = false;
      response.setHeader('date', httpDate(date));
      sendJson(response, record, status);
    });
    const client = pastCaches(aClient(server, { dates }));
    const met: (Problem['kind'] | 'read')[] = [];
    for (; moment < answers.length * 500; moment += 500) {
      const answer = await readSystem(client, 'N1', 'S1');
      met.push(answer.ok ? 'read' : answer.problem.kind);
    }
    expect(met).toEqual(['read', 'refused', 'read', 'cached']);
  });
});
