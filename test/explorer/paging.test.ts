/** Lists in pages, against a real service: a part is never called the whole. `envelope.test.ts` has every form of them. */
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { printLines, printPages } from '../../src/app/commands/api/sending.ts';
import type { Call } from '../../src/api/calls/call.ts';
import { answerParts } from '../../src/screens/explorer/answer-keys.ts';
import { createSessionClock } from '../../src/state/session/clock.ts';
import { createReader } from '../../src/state/fleet/list/effects.ts';
import { networkTo } from '../../src/app/network/proxy.ts';
import { aServer, type HttpServer, token } from '../api/http.ts';
import { now } from '../support/make.ts';
import { aReading } from '../state/explorer/answer/reading.ts';

const path = '/org/N1/logs';

interface Page {
  readonly rows: readonly { readonly id: number }[];
  /** From 0. */
  readonly page: number;
  readonly isLast: boolean;
  /** The address of the next page; null on the last one. */
  readonly next: string | null;
}

interface Sent {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Way = (page: Page) => Sent;

const link = (address: string | null, rest = ''): Record<string, string> =>
  address === null ? {} : { link: `</first>; rel="first"; title="a, b", <${address}>${rest || '; rel="next"'}` };

/** Nine rows in pages of three; each page names the next one. */
const named: Readonly<Record<string, Way>> = {
  'links.next, as in the specification': ({ rows, page, next, isLast }) => ({
    body: {
      metadata: { total: 9, lastPage: 2, prevPage: page === 0 ? null : page - 1, nextPage: isLast ? null : page + 1 },
      links: { next },
      items: rows,
    },
  }),
  '_links.next.href, as in HAL': ({ rows, next }) => ({
    body: {
      _embedded: { logs: rows },
      _links: { self: { href: '/' }, ...(next === null ? {} : { next: { href: next } }) },
    },
  }),
  'next and count': ({ rows, next }) => ({ body: { count: 9, next, previous: null, results: rows } }),
  'the header Link, in other words': ({ rows, next }) => ({
    body: rows,
    headers: link(next, '; Title="x"; REL="prefetch NEXT"'),
  }),
};

/** Nine rows in pages of three; no page names the next one. Each with the field that reveals that there is one. */
const unnamed: Readonly<Record<string, readonly [Way, string]>> = {
  'the specification’s envelope without links': [
    ({ rows, page }) => ({
      body: { metadata: { total: 9, lastPage: 2, prevPage: null, nextPage: page + 1 }, items: rows },
    }),
    '',
  ],
  total: [({ rows }) => ({ body: { total: 9, offset: 0, limit: 3, items: rows } }), ''],
  'X-Next-Page': [({ rows }) => ({ body: rows, headers: { 'x-next-page': '2' } }), 'X-Next-Page'],
  next_cursor: [({ rows }) => ({ body: { logs: rows, next_cursor: 'bmV4dA==' } }), 'next_cursor'],
};

/** Three rows: the complete list, whatever the other fields say. */
const whole: Readonly<Record<string, Way>> = {
  null: ({ rows }) => ({
    body: { links: { next: null }, items: rows, metadata: { total: 3, lastPage: 0, nextPage: null } },
  }),
  'the cursor of its end': ({ rows }) => ({ body: { data: rows, pageInfo: { hasNextPage: false, endCursor: 'x' } } }),
  'links to other pages': ({ rows }) => ({
    body: rows,
    headers: { link: '</a>; rel=prev, </b>; rel="next"; anchor="/other"' },
  }),
};

/** Nine rows, and always a next page: the pages behind the last one are empty. */
const endless: Readonly<Record<string, readonly [way: Way, requests: number]>> = {
  'links.next with its total': [
    ({ rows, page }) => ({
      body: { metadata: { total: 9 }, links: { next: `?page=${page + 1}` }, items: page < 3 ? rows : [] },
    }),
    4,
  ],
  'next alone': [({ rows, page }) => ({ body: { items: page < 3 ? rows : [], next: `?page=${page + 1}` } }), 5],
  'next beside other fields': [
    ({ rows, page }) => ({ body: { items: page < 3 ? rows : [], a: 1, b: 2, next: `?page=${page + 1}` } }),
    5,
  ],
  'a header alone': [
    ({ rows, page }) => ({ body: page < 3 ? rows : [], headers: link(`${path}?page=${page + 1}`) }),
    5,
  ],
};

function aPagedService(way: Way, pages = 3): Promise<HttpServer> {
  return aServer((response, { url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 0);
    const rows = [0, 1, 2].map((at) => ({ id: page * 3 + at }));
    const isLast = page + 1 >= pages;
    const { body, headers } = way({ rows, page, isLast, next: isLast ? null : `${path}?page=${page + 1}` });
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
}

type PageParameters = NonNullable<Call['pageParameters']>;

/** Output of a pipe, its messages, and the exit code. */
async function piped(baseUrl: string, print: typeof printLines, query = '', pageParameters: PageParameters = []) {
  const [out, err]: [string[], string[]] = [[], []];
  const taken =
    (to: string[]) =>
    (text: unknown, ...rest: readonly unknown[]) => {
      to.push(String(text));
      const done = rest.at(-1);
      if (typeof done === 'function') (done as () => void)();
      return true;
    };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(taken(out)),
    vi.spyOn(process.stderr, 'write').mockImplementation(taken(err)),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const clock = createSessionClock(() => ({ wall: now, steady: 0 }));
  const reader = createReader({ baseUrl, token, version: '1.0.0', network: networkTo(baseUrl) }, clock, {
    steady: () => 0,
    tell: () => undefined,
  });
  const call = {
    method: 'GET',
    url: `${baseUrl}${path}${query}`,
    headers: {},
    body: null,
    orgId: 'N1',
    operation: `GET ${path}`,
    secrets: [],
    pageParameters,
  } as const;
  const code = await print(reader, call);
  for (const spy of spies) spy.mockRestore();
  return { code, out: out.join(''), err: err.join('') };
}

/** The second line of the screen, once every readable page was read. */
async function shown(baseUrl: string, query = '', pageParameters: PageParameters = []): Promise<string> {
  const reading = aReading(baseUrl, `${path}${query}`, { pageParameters });
  await reading.sees(({ content }) => content !== null);
  reading.press({ kind: 'moved', motion: 'last' });
  const answer = await reading.sees(({ reading: what, content }) => what === null && content !== null);
  return answerParts(answer, 0)
    .map(({ text }) => text)
    .join(' · ');
}

test.each(Object.entries(named))('%s is followed to the end', async (_, way) => {
  const service = await aPagedService(way);
  const lines = await piped(service.baseUrl, printLines);
  expect(lines).toEqual({ code: 0, err: '', out: Array.from({ length: 9 }, (_one, id) => `{"id": ${id}}\n`).join('') });
  expect(service.requests).toHaveLength(3);
  expect(JSON.parse((await piped(service.baseUrl, printPages)).out)).toHaveLength(9);
  expect(await shown(service.baseUrl)).toMatch(/ · 9 rows$/);
});

test('a list of many pages leaves no listener of each at standard output, which Node would warn of', async () => {
  const service = await aPagedService(({ rows, next }) => ({ body: { items: rows, next } }), 30);
  const before = process.stdout.listenerCount('error');
  const lines = await piped(service.baseUrl, printLines);
  expect([lines.code, lines.err, lines.out.split('\n').length]).toEqual([0, '', 91]);
  expect(process.stdout.listenerCount('error') - before).toBeLessThanOrEqual(1);
});

test.each(Object.entries(endless))('%s that never ends is read to its end', async (_, [way, requests]) => {
  const service = await aPagedService(way);
  const pages = await piped(service.baseUrl, printPages);
  expect([pages.code, pages.err, (JSON.parse(pages.out) as unknown[]).length]).toEqual([0, '', 9]);
  expect(await shown(service.baseUrl)).toMatch(/ · 9 rows( |$)/);
  expect(service.requests).toHaveLength(2 * requests);
});

test.each(Object.entries(unnamed))(
  '%s shows that there is more: the pipe ends with 1, and the screen says it',
  async (_, [way, sign]) => {
    const service = await aPagedService(way);
    const but = sign === '' ? '' : `, but sends "${sign}"`;
    const of = sign === '' ? '3 of 9' : '3';
    const pages = await piped(service.baseUrl, printPages);
    expect(pages).toEqual({
      code: 1,
      out: '',
      err: `rollcall: The list is not complete: ${of} rows were read. The service names no next page${but}.\n`,
    });
    const lines = await piped(service.baseUrl, printLines);
    expect([lines.code, lines.out.trimEnd().split('\n').length]).toEqual([1, 3]);
    expect(await shown(service.baseUrl)).toContain(`${of} loaded · incomplete: the service names no next page${but}`);
    expect(service.requests).toHaveLength(3);
  },
);

test('where the definition has a parameter for the page, the pipe and the screen follow it', async () => {
  const byPage = [{ name: 'page', way: 'page', isCounted: true, begins: 0 }] as const;
  const service = await aPagedService(({ rows }) => ({ body: { items: rows, total: 9 } }));
  expect(JSON.parse((await piped(service.baseUrl, printPages, '', byPage)).out)).toHaveLength(9);
  expect(await shown(service.baseUrl, '', byPage)).toMatch(/ · 9 rows$/);
  const asked = [path, `${path}?page=1`, `${path}?page=2`];
  expect(service.requests.map(({ url }) => url)).toEqual([...asked, ...asked]);
  const deaf = await aServer((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[{"id":0},{"id":1}],"total":9}');
  });
  expect(await piped(deaf.baseUrl, printLines, '', byPage)).toEqual({
    ...{ code: 1, out: '{"id": 0}\n{"id": 1}\n' },
    err: 'rollcall: The list is not complete: 2 of 9 rows were read. The service repeated a page.\n',
  });
  expect(await shown(deaf.baseUrl, '', byPage)).toContain('2 of 9 loaded · incomplete at page 2: repeated a page');
});

test.each(Object.entries(whole))('a list with %s is whole', async (_, way) => {
  const service = await aPagedService(way, 1);
  expect(await piped(service.baseUrl, printLines)).toMatchObject({ code: 0, err: '' });
  expect(await shown(service.baseUrl)).toMatch(/ · 3 rows$/);
});

test.each(Object.entries(named).slice(1))(
  '%s that leads to another service or organisation is not followed',
  async (_, way) => {
    const stranger = await aServer((response) => response.end('[]'));
    for (const next of [
      `${stranger.baseUrl}${path}?page=1`,
      `//${new URL(stranger.baseUrl).host}${path}?page=1`,
      '/org/N2/logs?page=1',
    ]) {
      const service = await aPagedService((page) => way({ ...page, next }));
      const lines = await piped(service.baseUrl, printLines);
      expect([lines.code, lines.err]).toEqual([1, expect.stringContaining('Nothing was sent there.')]);
      expect(await shown(service.baseUrl)).toContain('incomplete');
      expect(service.requests.map(({ url }) => url)).toEqual([path, path]);
    }
    expect(stranger.connections()).toBe(0);
  },
);

test('a list that was asked for from a later page on is not compared with its total', async () => {
  const way = unnamed['total']?.[0];
  const service = await aPagedService(way ?? (() => ({ body: [] })));
  expect(await piped(service.baseUrl, printLines, '?offset=6')).toMatchObject({ code: 0, err: '' });
  expect(await piped(service.baseUrl, printLines, '?offset=0&limit=3')).toMatchObject({ code: 1 });
});

test('a list of texts is shown as JSON, and says that it is one page of more', async () => {
  const service = await aPagedService(({ next }) => ({ body: ['a', 'b', 'c'], headers: link(next) }));
  expect(await shown(service.baseUrl)).toContain('3 loaded · incomplete: rollcall api --paginate loads every page');
  expect(await piped(service.baseUrl, printLines)).toMatchObject({ code: 0, out: '"a"\n"b"\n"c"\n'.repeat(3) });
  const counted = await aPagedService(() => ({ body: ['a', 'b', 'c'], headers: { 'x-total-count': '9' } }));
  expect(await shown(counted.baseUrl)).toContain('3 of 9 loaded · incomplete: the service names no next page');
});
