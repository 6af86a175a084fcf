/** Reads for runs, reviews and requests: what they ask of a service, and what they tell of its answer, or without one. */
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/api/http/client.ts';
import { createPrefetch } from '../../../../src/api/systems.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import '../../../../src/state/root/reduce.ts';
import { readDefinition, readKey } from '../../../../src/state/root/registry.ts';
import type { Action, Read } from '../../../../src/state/root/state.ts';
import { createSessionClock } from '../../../../src/state/session/clock.ts';
import { aServer, sendJson } from '../../../api/http.ts';
import { aQuery, aStateOf, now, refused } from '../../../support/make.ts';

const record = { systemId: 'S1', hostname: 'web', enrolmentKeyId: 7 };
const system = expect.objectContaining({ systemId: 'S1', hostname: 'web' }) as unknown;
const orgId = 'N1';
const one = { orgId, systemId: 'S1' };
const path = '/org/N1/systems/S1';
const list = '/org/N1/systems?';

function callTo(baseUrl: string) {
  return {
    ...({ method: 'GET', url: `${baseUrl}${path}`, headers: {}, body: null, secrets: [] } as const),
    ...{ orgId, operation: 'GET /org/{orgId}/systems/{systemId}' },
  };
}

/** Each read, what it asks for, what it tells of the record, a list, or a list of organisations, and of a failure. */
const reads: readonly (readonly [string, (baseUrl: string) => Read, string, object, object])[] = [
  [
    'a check of a system before its change',
    () => ({ kind: 'recheckSystem', run: 3, ...one }),
    path,
    { kind: 'systemRechecked', run: 3, systemId: 'S1', system, record, askedAt: 42, now },
    { kind: 'recheckFailed', run: 3, systemId: 'S1', problem: { operation: 'read system' }, now },
  ],
  [
    'a check of a system in a review',
    () => ({ kind: 'rereadSystem', review: 3, ...one }),
    path,
    { kind: 'systemReread', review: 3, systemId: 'S1', system, now },
    { kind: 'rereadFailed', review: 3, systemId: 'S1', problem: { operation: 'read system' } },
  ],
  [
    'a look at the organisations',
    () => ({ kind: 'checkAccess', run: 3, orgId, by: 'organisations' }),
    '/account',
    { kind: 'accessChecked', run: 3, hasAccess: true, now },
    { kind: 'accessCheckFailed', run: 3, problem: { operation: 'list organisations' }, now },
  ],
  [
    'a look at the systems of the organisation',
    () => ({ kind: 'checkAccess', run: 3, orgId, by: 'systems' }),
    list,
    { kind: 'accessChecked', run: 3, hasAccess: true, now },
    { kind: 'accessCheckFailed', run: 3, now },
  ],
  [
    'a page of the list after a run',
    () => ({ kind: 'readCheckPage', run: 3, query: aQuery(), from: { kind: 'first' }, afterMs: 0 }),
    list,
    { kind: 'checkPageArrived', run: 3, page: expect.objectContaining({ systems: [system] }) as unknown, now },
    { kind: 'checkPageFailed', run: 3, problem: { operation: 'list systems' } },
  ],
  [
    'the target of a request',
    (baseUrl) => ({ kind: 'readTarget', id: 3, call: callTo(baseUrl) }),
    path,
    { kind: 'targetRead', id: 3, value: record, etag: '"5"' },
    { kind: 'targetFailed', id: 3, problem: { operation: 'send request' } },
  ],
  [
    'a system that a request names',
    () => ({ kind: 'readTakenSystem', id: 3, ...one }),
    path,
    { kind: 'takenSystemRead', id: 3, systemId: 'S1', system },
    { kind: 'takenSystemFailed', id: 3, systemId: 'S1', problem: { operation: 'read system' } },
  ],
  [
    'what an operation sets for a row',
    (baseUrl) => ({ kind: 'readRowTarget', review: 3, call: callTo(baseUrl) }),
    path,
    { kind: 'rowTargetRead', url: expect.stringMatching(/S1$/) as unknown, value: record },
    { kind: 'rowTargetFailed', url: expect.stringMatching(/S1$/) as unknown, problem: { operation: 'send request' } },
  ],
];

/** The action by which a service answers this read, and the requests that it got. */
async function told(readAt: (baseUrl: string) => Read, status: number) {
  const server = await aServer((response, { url }) => {
    if (status !== 200) response.writeHead(status).end();
    else if (url.includes('/systems/')) sendJson(response.setHeader('etag', '"5"'), record);
    else if (url.includes('/systems')) sendJson(response, { links: {}, items: [record] });
    else sendJson(response, { orgs: [{ orgId, orgName: 'Northwind', role: 'Owner' }] });
  });
  const read = readAt(server.baseUrl);
  const client = createClient({ baseUrl: server.baseUrl, token: '', version: '1.0.0', modeFor: () => 'normal' });
  const services = {
    ports: { sinceBoot: () => 42, now: () => now },
    clock: createSessionClock(() => ({ wall: now, steady: 0 })),
    ...{ client: () => client, checkAhead: createPrefetch(), signal: new AbortController().signal },
  };
  const action = await readDefinition(read).send(read, services as unknown as Services & { signal: AbortSignal });
  return { action, requests: server.requests, read };
}

/** Is this action the answer to this read, and to no other? */
function isAnswer(action: Action | null, read: Read): boolean {
  const { answers, key } = readDefinition(read);
  const keyOf = action === null ? undefined : (answers[action.kind] as ((action: Action) => string) | undefined);
  return action !== null && keyOf?.(action) === key(read);
}

describe.each(reads)('%s', (_, readAt, asked, answered, failed) => {
  test('tells what the service says, and asks for that alone, past any cache', async () => {
    const { action, requests, read } = await told(readAt, 200);
    expect(action).toMatchObject(answered);
    expect(isAnswer(action, read)).toBe(true);
    const url = expect.stringContaining(asked) as unknown;
    const headers = expect.objectContaining({ 'cache-control': 'no-cache' }) as unknown;
    expect(requests).toMatchObject([{ method: 'GET', url, headers }]);
  });

  test('tells why it has no answer, from the service or without asking it', async () => {
    const { action, read } = await told(readAt, 500);
    expect(action).toMatchObject({ ...failed, problem: { kind: 'refused', status: 500 } });
    const given = readDefinition(read).givenUp(read, refused(429), aStateOf([]));
    expect(given).toMatchObject(failed);
    expect([isAnswer(action, read), isAnswer(given, read)]).toEqual([true, true]);
  });
});

test('a page that is to be read later is not asked for where the check is given up before that', async () => {
  const giving = new AbortController();
  const server = await aServer((response) => response.writeHead(500).end());
  const client = createClient({ baseUrl: server.baseUrl, token: '', version: '1.0.0', modeFor: () => 'normal' });
  const services = {
    clock: createSessionClock(() => ({ wall: now, steady: 0 })),
    ...{ client: () => client, checkAhead: createPrefetch(), signal: giving.signal },
  } as unknown as Services & { signal: AbortSignal };
  const read: Read = { kind: 'readCheckPage', run: 3, query: aQuery(), from: { kind: 'first' }, afterMs: 3_600_000 };
  const answer = readDefinition(read).send(read, services);
  giving.abort();
  expect([await answer, server.requests]).toEqual([null, []]);
});

test('reads of different things are different ones', () => {
  const about = [
    { ...one, call: callTo('https://a.example'), run: 3, review: 3, id: 3 },
    { ...one, systemId: 'S2', call: callTo('https://b.example'), run: 3, review: 3, id: 4 },
  ];
  const kinds = ['recheckSystem', 'rereadSystem', 'readTarget', 'readTakenSystem', 'readRowTarget'] as const;
  const keys = kinds.flatMap((kind) => about.map((of) => readKey({ kind, ...of })));
  expect(new Set(keys).size).toBe(10);
});
