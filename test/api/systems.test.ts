import { describe, expect, test } from 'vitest';
import { nothingRead } from '../../src/api/paging/next-link.ts';
import type { Result } from '../../src/api/problem.ts';
import { changeSystem, type ListQuery, plannedRequest, readSystem, readSystemsPage } from '../../src/api/systems.ts';
import { type Answer, json } from '../../src/demo/answer.ts';
import { aSmallFleet } from '../demo/client.ts';
import { anIntent } from './http.ts';
import { aServiceClient, requestsOf, type ServiceClient } from './service.ts';

const records = [
  { systemId: 'S1', hostname: 'till-1', isEnabled: true, rack: { row: 7 } },
  { systemId: 'S2', hostname: 'till-2', isEnabled: false },
  { systemId: 'S3', hostname: 'web & db', isEnabled: true },
];

/** The embedded service with three systems; an answer that is given stands in for its own. */
function aServiceOf(answer?: Answer | 'drop'): Promise<ServiceClient> {
  return aServiceClient({ fleet: aSmallFleet(records), ...(answer !== undefined && { intercept: () => answer }) });
}

function aQuery(about: Partial<ListQuery> = {}): ListQuery {
  return { orgId: 'acme', search: '', includeDisabled: true, perPage: 50, ...about };
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

describe('the first page is requested', () => {
  test.each([
    [{}, 'per_page=50&include_disabled=true'],
    [{ includeDisabled: false }, 'per_page=50&include_disabled=false'],
    [{ perPage: null }, 'include_disabled=true'],
    [{ perPage: 1 }, 'per_page=1&include_disabled=true'],
    [{ search: 'till' }, 'search=till&per_page=50&include_disabled=true'],
    [{ search: ' Web & DB? ' }, 'search=+Web+%26+DB%3F+&per_page=50&include_disabled=true'],
    [{ search: '東京+1%' }, 'search=%E6%9D%B1%E4%BA%AC%2B1%25&per_page=50&include_disabled=true'],
  ] as const)('%j', async (about, query) => {
    const { client, service } = await aServiceOf();
    expect(await readSystemsPage(client, aQuery(about), { kind: 'first' })).toMatchObject({ ok: true });
    expect(requestsOf(service)).toEqual([`GET /org/acme/systems?${query}`]);
  });

  test.each(['till', 'web & db', ' ', 'a+b', '%41', '"quoted"', 'Ünïcödé'])(
    'with the search as it was typed: %j',
    async (search) => {
      const { client, service } = await aServiceOf();
      await readSystemsPage(client, aQuery({ search }), { kind: 'first' });
      expect(service.requests[0]?.query.get('search')).toBe(search);
    },
  );
});

describe('a list', () => {
  test('is read whole by following its links', async () => {
    const { client, service } = await aServiceOf();
    const query = aQuery({ search: 'i', perPage: 1 });
    const first = valueOf(await readSystemsPage(client, query, { kind: 'first' }));
    expect(first).toMatchObject({ systems: [{ systemId: 'S1' }], total: 2, pageCount: 2, next: { kind: 'page' } });
    if (first.next.kind !== 'page') throw new Error('There is no second page.');
    const link = { kind: 'link', url: first.next.url, seen: [first.address], read: first.read } as const;
    const second = valueOf(await readSystemsPage(client, query, link));
    expect(second).toMatchObject({ systems: [{ systemId: 'S2' }], next: { kind: 'end' }, address: link.url });
    expect(service.requests.map(({ url }) => new URL(url, service.baseUrl).href)).toEqual([
      first.address,
      second.address,
    ]);
  });

  test('does not go round in circles', async () => {
    const { client } = await aServiceOf(json(200, { items: [], links: { next: '?page=1' } }));
    const from = {
      kind: 'link',
      url: `${client.baseUrl}/org/acme/systems?page=2`,
      seen: [`${client.baseUrl}/org/acme/systems?page=1`],
      read: nothingRead,
    } as const;
    const page = valueOf(await readSystemsPage(client, aQuery(), from));
    expect(page.next).toEqual({ kind: 'untrusted', link: '?page=1', reason: 'seen before' });
  });

  test('is a problem where it has another shape', async () => {
    const { client } = await aServiceOf(json(200, { items: [{}], links: { next: null } }));
    const problem = { operation: 'list systems', kind: 'wrongShape', path: 'items[0].systemId: expected string' };
    expect(await readSystemsPage(client, aQuery(), { kind: 'first' })).toEqual({ ok: false, problem });
  });

  test('is a problem where the service refuses its page size', async () => {
    const { client } = await aServiceOf();
    const errors = { per_page: ['per_page must be a whole number of at least 1.'] };
    const problem = { operation: 'list systems', kind: 'refused', status: 400, errors };
    expect(await readSystemsPage(client, aQuery({ perPage: 0 }), { kind: 'first' })).toMatchObject({
      ok: false,
      problem,
    });
  });

  test('can be given up', async () => {
    const { client } = await aServiceOf();
    const problem = { operation: 'list systems', kind: 'aborted' };
    expect(await readSystemsPage(client, aQuery(), { kind: 'first' }, AbortSignal.abort())).toEqual({
      ok: false,
      problem,
    });
  });
});

describe('a system is read', () => {
  test('with the record as it came, undocumented fields and all', async () => {
    const { client, service } = await aServiceOf();
    const { system, record } = valueOf(await readSystem(client, 'acme', 'S1'));
    expect(system).toMatchObject({ systemId: 'S1', hostname: 'till-1', isEnabled: true });
    expect(record).toEqual(records[0]);
    expect(requestsOf(service)).toEqual(['GET /org/acme/systems/S1']);
  });

  test('by an id that needs encoding', async () => {
    const systemId = 'ü;1+2&3=東京';
    const { client, service } = await aServiceClient({ fleet: aSmallFleet([{ systemId }]) });
    expect(valueOf(await readSystem(client, 'acme', systemId)).system.systemId).toBe(systemId);
    expect(requestsOf(service)).toEqual(['GET /org/acme/systems/%C3%BC%3B1%2B2%263%3D%E6%9D%B1%E4%BA%AC']);
  });

  test.each([
    ['does not exist', 'acme', 'S9'],
    ['is of an organisation that this token may not see', 'other', 'S1'],
  ])('unless it %s', async (_, orgId, systemId) => {
    const { client } = await aServiceOf();
    const problem = { operation: 'read system', kind: 'refused', status: 404, slug: 'system-not-found' };
    expect(await readSystem(client, orgId, systemId)).toMatchObject({ ok: false, problem });
  });

  test.each([
    ['is of another system', json(200, { systemId: 'S2' }), 'systemId: "S2"'],
    ['differs in case', json(200, { systemId: 's1' }), 'systemId: "s1"'],
    ['has no id', json(200, {}), 'systemId: expected string'],
    ['is a list', json(200, [{ systemId: 'S1' }]), 'expected object'],
    ['is empty', { status: 200 }, 'expected object'],
  ])('unless the answer %s', async (_, answer, path) => {
    const { client } = await aServiceOf(answer);
    expect(await readSystem(client, 'acme', 'S1')).toEqual({
      ok: false,
      problem: { operation: 'read system', kind: 'wrongShape', path },
    });
  });
});

describe('a system is deleted', () => {
  test('once, and is gone', async () => {
    const { client, service } = await aServiceOf();
    expect(await changeSystem(client, await anIntent(), 'delete system', 'acme', 'S1')).toEqual({
      ok: true,
      value: { accepted: false },
    });
    expect(service.hostnames()).toEqual(['till-2', 'web & db']);
    expect(await changeSystem(client, await anIntent(), 'delete system', 'acme', 'S1')).toMatchObject({
      problem: { status: 404, slug: 'system-not-found' },
    });
    expect(requestsOf(service)).toEqual(['DELETE /org/acme/systems/S1', 'DELETE /org/acme/systems/S1']);
  });

  test.each([
    ['200 with the system', json(200, records[0]), false],
    ['200 without a body', { status: 200 }, false],
    ['204', { status: 204 }, false],
    ['202', { status: 202 }, true],
    ['202 with JSON', json(202, {}), true],
  ])('where the answer is %s', async (_, answer, accepted) => {
    const { client } = await aServiceOf(answer);
    expect(await changeSystem(client, await anIntent(), 'delete system', 'acme', 'S1')).toEqual({
      ok: true,
      value: { accepted },
    });
  });

  const html = { headers: { 'content-type': 'text/html' }, body: '<title>Proxy login</title>' };
  test.each([
    ['a page of a proxy', { status: 200, ...html }, { kind: 'notTheApi', reason: 'content type' }],
    ['half of a JSON', { ...json(200, {}), body: '{"systemId"' }, { kind: 'notTheApi', reason: 'not json' }],
    ['404 of a proxy', { status: 404, ...html }, { kind: 'refused', status: 404, slug: null, title: 'Proxy login' }],
    [
      '404 of another type',
      json(404, { type: '/problems/type/resource-not-found' }),
      { kind: 'refused', status: 404, slug: 'resource-not-found' },
    ],
    ['409', json(409, { title: 'Gateway is used' }), { kind: 'refused', status: 409, title: 'Gateway is used' }],
    ['500', { status: 500 }, { kind: 'refused', status: 500 }],
    ['a redirect', { status: 307, headers: { location: '/' } }, { kind: 'redirected', status: 307, location: '/' }],
    ['none', 'drop', { kind: 'lost' }],
  ] as const)('perhaps, where the answer is %s: it is sent once', async (_, answer, problem) => {
    const { client, service } = await aServiceOf(answer);
    expect(await changeSystem(client, await anIntent(), 'delete system', 'acme', 'S1')).toMatchObject({
      ok: false,
      problem: { operation: 'delete system', ...problem },
    });
    expect(requestsOf(service)).toEqual(['DELETE /org/acme/systems/S1']);
  });
});

describe('a system is disabled, or enabled', () => {
  const isEnabledOf = async ({ client }: ServiceClient): Promise<unknown> =>
    valueOf(await readSystem(client, 'acme', 'S1')).system.isEnabled;

  test('once, and is so until it is told otherwise', async () => {
    const about = await aServiceOf();
    const { client, service } = about;
    expect(await changeSystem(client, await anIntent(), 'disable system', 'acme', 'S1')).toEqual({
      ok: true,
      value: { accepted: false },
    });
    expect(await isEnabledOf(about)).toBe(false);
    expect(await changeSystem(client, await anIntent(), 'enable system', 'acme', 'S1')).toEqual({
      ok: true,
      value: { accepted: false },
    });
    expect(await isEnabledOf(about)).toBe(true);
    const sent = requestsOf(service).filter((request) => request.startsWith('PUT'));
    expect(sent).toEqual(['PUT /org/acme/systems/S1/disable', 'PUT /org/acme/systems/S1/enable']);
    expect(plannedRequest('https://api.example', 'disable system', 'acme', 'S1')).toBe(
      'PUT https://api.example/org/acme/systems/S1/disable',
    );
  });

  test.each([
    ['202', { status: 202 }, { ok: true, value: { accepted: true } }],
    ['its record', json(200, { ...records[0], isEnabled: false, deleted: false }), { ok: true }],
    ['its record as before', json(200, records[0]), { problem: { kind: 'wrongShape', path: 'isEnabled: true' } }],
    ['another record', json(200, records[1]), { problem: { kind: 'wrongShape', path: 'systemId: "S2"' } }],
    ['405', { status: 405 }, { problem: { kind: 'refused', status: 405 } }],
    ['none', 'drop', { problem: { kind: 'lost', operation: 'disable system' } }],
  ] as const)('where the answer is %s: it is sent once', async (_, answer, result) => {
    const { client, service } = await aServiceOf(answer);
    expect(await changeSystem(client, await anIntent(), 'disable system', 'acme', 'S1')).toMatchObject(result);
    expect(requestsOf(service)).toEqual(['PUT /org/acme/systems/S1/disable']);
  });

  test('not where it may not leave any more', async () => {
    const { client, service } = await aServiceOf();
    expect(await changeSystem(client, await anIntent(), 'disable system', 'acme', 'S1', () => false)).toMatchObject({
      ok: false,
    });
    expect(service.requests).toEqual([]);
  });
});

describe('an id that cannot stand in a path sends nothing', () => {
  const ids = ['', '.', '..', 'a/b', '../S1', 'a?b', 'a#b', '%2e%2e', 'a b', 'a\u0000', 'x'.repeat(201)];

  test.each(ids)('%j', async (id) => {
    const { client, service } = await aServiceOf();
    const results = [
      await readSystemsPage(client, aQuery({ orgId: id }), { kind: 'first' }),
      await readSystem(client, 'acme', id),
      await readSystem(client, id, 'S1'),
      await changeSystem(client, await anIntent(), 'delete system', 'acme', id),
      await changeSystem(client, await anIntent(), 'delete system', id, 'S1'),
      await changeSystem(client, await anIntent(), 'disable system', 'acme', id),
      await changeSystem(client, await anIntent(), 'enable system', id, 'S1'),
    ];
    for (const result of results) expect(result).toMatchObject({ ok: false, problem: { kind: 'oddId' } });
    expect(service.requests).toEqual([]);
  });
});
