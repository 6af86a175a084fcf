/** The log, the policies, and the picture of an organisation. */
import { expect, test } from 'vitest';
import { aDemo, everyPage, ORG, posting } from '../client.ts';

test('the log is read by time, level, system and number, page by page', async () => {
  const client = await aDemo();
  const entries = async (query: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await everyPage(client, `${ORG}/logs?${query}`)).flatMap(({ items }) => items);
  const all = await entries('');
  expect(all.length).toBe(400);
  const errors = await entries('level=Error&per_page=1');
  expect(errors.length).toBeGreaterThan(1);
  expect(errors).toEqual(all.filter(({ level }) => level === 'Error'));
  const [, , third, fourth] = all;
  expect(await entries(`systemId=${String(third?.['systemId'])}&systemId=${String(fourth?.['systemId'])}`)).toEqual([
    third,
    fourth,
  ]);
  expect(await entries(`since=${encodeURIComponent(String(fourth?.['time']))}`)).toEqual(all.slice(0, 4));
  expect(await entries('limit=2')).toEqual(all.slice(0, 2));
  const { errors: wrong } = await client.problem(`${ORG}/logs?since=now&level=Bad&limit=0&page=x`);
  expect(Object.keys(wrong ?? {})).toEqual(['since', 'level', 'limit', 'page']);
});

test('one entry of the log is a text', async () => {
  const { ask } = await aDemo();
  const { headers, text } = await ask(`${ORG}/logs/e1`);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^entry {4}e1\ntime {5}2\d{3}-.*\nlevel {4}Information\nsystem {3}\w{7}\n\nSystem .*\.\n$/);
});

test('a policy holds lists in lists, and a number of 64 bits', async () => {
  const { ask, json } = await aDemo();
  expect((await ask(`${ORG}/policies/42`)).text).toContain('"quota":9223372036854775807');
  expect(await json(`${ORG}/policies/42`)).toMatchObject({
    acls: [{ exceptions: [{ name: 'test terminals' }] }, { name: 'time' }],
    gateways: [{ gateways: [{ gateways: [{ name: 'gw-iad-3', gateways: null }] }, { name: 'gw-gru-1' }] }],
  });
  expect(await json(`${ORG}/policies`)).toMatchObject([{ id: 42 }, { id: 43 }, { id: 51, description: null }]);
});

function change(fields: object): RequestInit {
  return { ...posting(fields), method: 'PATCH' };
}

test('a policy is changed in the fields that are sent', async () => {
  const { ask, json } = await aDemo();
  const before = (await json(`${ORG}/policies/43`)) as object;
  const source = { kind: 'Address', ranges: ['192.0.2.0/24'] };
  const fields = { description: null, state: 'Paused', logging: 2, expiresAt: null, source, notes: '' };
  const { status } = await ask(`${ORG}/policies/43`, change({ ...fields, ports: [80], colour: 'red' }));
  expect(status).toBe(200);
  const acls = [{ name: 'registry', ports: [80], protocol: 'tcp', exceptions: [] }];
  expect(await json(`${ORG}/policies/43`)).toEqual({ ...before, ...fields, acls });
});

test('mistakes of a change are named by field, and nothing is changed', async () => {
  const { ask, json, problem } = await aDemo();
  const before = await ask(`${ORG}/policies/43`);
  const wrong = {
    description: 'x'.repeat(256),
    state: 'Gone',
    logging: '1',
    expiresAt: 'tomorrow',
    source: { kind: 'Address', ranges: [1] },
    ports: [80, 80],
    notes: 7,
  };
  const { errors } = await problem(`${ORG}/policies/43`, change({ ...wrong, state: 'Gone' }));
  expect(Object.keys(errors ?? {})).toEqual(Object.keys(wrong));
  expect((await problem(`${ORG}/policies/43`, change([]))).errors).toHaveProperty('body');
  expect((await ask(`${ORG}/policies/43`)).text).toBe(before.text);
  expect(await json(`${ORG}/policies`)).toMatchObject([{}, { state: 'Active' }, {}]);
});

test('a policy is created once for a key, and removed once it is paused', async () => {
  const { ask, json } = await aDemo();
  const init = posting({ description: 'scanners to stock', ports: [443] });
  const headers = { 'content-type': 'application/json', 'idempotency-key': '0b8f1c52' };
  const once = { ...init, headers };
  const created = await json(`${ORG}/policies`, once);
  expect(created).toMatchObject({ id: 52, state: 'Paused', acls: [{ ports: [443] }] });
  expect(await json(`${ORG}/policies`, once)).toEqual(created);
  expect(await json(`${ORG}/policies`, init)).toMatchObject({ id: 53 });
  expect(await json(`${ORG}/policies`, posting({ state: 'Paused' }))).toMatchObject({
    errors: { description: ['description is required.'] },
  });
  const active = await ask(`${ORG}/policies/42`, { method: 'DELETE' });
  expect([active.status, active.text]).toEqual([409, expect.stringContaining('/policy-active"')]);
  const gone = await ask(`${ORG}/policies/52`, { method: 'DELETE' });
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await ask(`${ORG}/policies/52`)).status).toBe(404);
  // Its key made it once: it is not made again under another id.
  expect((await ask(`${ORG}/policies`, once)).status).toBe(404);
});

test('a change that is meant for an earlier state of a policy leaves it as it is', async () => {
  const { ask } = await aDemo();
  const before = await ask(`${ORG}/policies/51`);
  const etag = before.headers.get('etag') ?? '';
  const named = (init: RequestInit, tag: string): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string> | undefined), 'if-match': tag },
  });
  expect((await ask(`${ORG}/policies/51`, named(change({ notes: 'first' }), etag))).status).toBe(200);
  const late = await ask(`${ORG}/policies/51`, named(change({ notes: 'second' }), etag));
  expect([late.status, late.text]).toEqual([412, expect.stringContaining('/policy-changed"')]);
  expect((await ask(`${ORG}/policies/51`, named({ method: 'DELETE' }, etag))).status).toBe(412);
  const now = await ask(`${ORG}/policies/51`);
  expect(now.text).toContain('"notes":"first"');
  expect(now.headers.get('etag')).not.toBe(etag);
});

test('systems get a tag, all of them or none', async () => {
  const { ask, json, page } = await aDemo();
  const [first, second] = (await page(`${ORG}/systems?per_page=2`)).items.map(({ systemId }) => systemId);
  const tagging = (systemIds: unknown): RequestInit => ({ ...posting({ systemIds }), method: 'PUT' });
  const wrong = await json(`${ORG}/tags/moved/systems`, tagging([first, 'nowhere']));
  expect(wrong).toMatchObject({ errors: { 'systemIds[1]': ['The organisation has no system nowhere.'] } });
  expect((await ask(`${ORG}/tags/moved/systems`, tagging([]))).status).toBe(400);
  expect((await ask(`${ORG}/tags/moved/systems`, tagging([first, first]))).status).toBe(400);
  expect(await json(`${ORG}/tags/moved/systems`, tagging([first]))).toEqual({ tag: 'moved', changed: 1 });
  expect(await json(`${ORG}/tags/moved/systems`, tagging([first, second]))).toEqual({ tag: 'moved', changed: 1 });
  expect(await json(`${ORG}/tags`)).toEqual(expect.arrayContaining([{ tag: 'moved', systems: 2 }]));
  expect(await json(`${ORG}/systems/${String(first)}`)).toMatchObject({
    tags: expect.arrayContaining([{ tag: 'moved' }]) as unknown,
  });
});

test('a picture is sent as a form', async () => {
  const { ask, json } = await aDemo();
  const body = new FormData();
  body.set('picture', new Blob(['a picture']));
  expect(await json(ORG)).toMatchObject({ systems: { total: 2000 }, enrolmentKeys: 11, policies: 3, logo: null });
  expect((await ask(`${ORG}/logo`, { method: 'POST', body })).status).toBe(204);
  expect(await json(ORG)).toMatchObject({ logo: { bytes: expect.any(Number) as number } });
});
