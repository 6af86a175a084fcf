/** Creating enrolment keys: accepted bodies, and responses. */
import { expect, test } from 'vitest';
import { aClient, posting, type Reply } from '../client.ts';

const ADDRESS = '/org/acme/enrolment-keys';

test('the created key has an id, its description, a secret and the time of its creation', async () => {
  const { ask } = await aClient();
  const before = Date.now();
  const { status, text } = await ask(ADDRESS, posting({ description: '  build agents, 東京  ', colour: 'red' }));
  const key = JSON.parse(text) as Record<string, unknown>;
  expect(status).toBe(201);
  expect(key).toEqual({
    id: 101,
    description: 'build agents, 東京',
    key: expect.stringMatching(/^[A-Za-z0-9]{40}$/) as string,
    type: 'GeneralPurpose',
    approvalMode: 'Manual',
    usesRemaining: -1,
    expiresAt: null,
    createdAt: expect.any(String) as string,
  });
  expect(Date.parse(String(key['createdAt']))).toBeGreaterThanOrEqual(before);
  const next = JSON.parse((await ask(ADDRESS, posting({ description: 'lab' }))).text) as Record<string, unknown>;
  expect(next['id']).toBe(102);
  expect(next['key']).not.toBe(key['key']);
});

test.each([
  ['absent', {}],
  ['null', { description: null }],
  ['no string', { description: 7 }],
  ['empty', { description: '' }],
  ['blank', { description: ' \t ' }],
  ['longer than 255 characters', { description: 'x'.repeat(256) }],
  ['in a list instead of an object', [{ description: 'lab' }]],
  ['nowhere, the body being null', null],
])('a description that is %s is a 400 that names it', async (_, body) => {
  const { ask } = await aClient();
  const { status, text } = await ask(ADDRESS, posting(body));
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ errors: { description: [expect.stringContaining('description')] } });
});

test('a key is created as it is wished, and what is wrong with a wish is named by field', async () => {
  const { json } = await aClient();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const wishes = { type: 'Ephemeral', approvalMode: 'Automatic', usesRemaining: 3, expiresAt: tomorrow };
  const created = (await json(ADDRESS, posting({ description: 'lab', ...wishes }))) as { readonly id: number };
  expect(created).toMatchObject(wishes);
  expect(await json(`${ADDRESS}/${created.id}`)).toMatchObject({ ...created, status: 'Enabled', lastUsed: null });
  const wrong = { type: 'Any', approvalMode: null, usesRemaining: 0, expiresAt: '2020-01-01T00:00:00Z' };
  const { errors } = (await json(ADDRESS, posting({ description: 'lab', ...wrong }))) as { readonly errors: object };
  expect(errors).toEqual({
    type: ['type must be one of GeneralPurpose, Ephemeral.'],
    approvalMode: ['approvalMode must be one of Automatic, Manual.'],
    usesRemaining: ['usesRemaining must be a number from 1, or -1 for any number.'],
    expiresAt: ['expiresAt must be in the future.'],
  });
});

test('a description of 255 characters is accepted, an emoji counting as one', async () => {
  const { ask } = await aClient();
  expect((await ask(ADDRESS, posting({ description: '🧰'.repeat(255) }))).status).toBe(201);
});

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  'the body may be sent as %s',
  async (type) => {
    const { ask } = await aClient();
    const init = { ...posting({ description: 'lab' }), headers: { 'content-type': type } };
    expect((await ask(ADDRESS, init)).status).toBe(201);
  },
);

test.each(['text/json', 'application/jsonl', 'application/x-www-form-urlencoded'])('%s is a 415', async (type) => {
  const { ask } = await aClient();
  const init = { ...posting({ description: 'lab' }), headers: { 'content-type': type } };
  expect(slugOf(await ask(ADDRESS, init))).toBe('415 media-type-not-supported');
});

test.each(['', '{', "{'description': 'lab'}"])('a body that is not JSON (%j) is a 400', async (body) => {
  const { ask } = await aClient();
  expect(slugOf(await ask(ADDRESS, { ...posting(null), body }))).toBe('400 body-not-json');
});

test('a body over 64 KiB is a 413', async () => {
  const { ask } = await aClient();
  const body = JSON.stringify({ description: 'lab', more: 'x'.repeat(65_536) });
  expect(slugOf(await ask(ADDRESS, { ...posting(null), body }))).toBe('413 body-too-large');
});

test('an organisation without access is the documented 404, whatever the body', async () => {
  const { ask } = await aClient();
  expect(slugOf(await ask('/org/another/enrolment-keys', { method: 'POST' }))).toBe('404 system-not-found');
});

function slugOf({ status, text }: Reply): string {
  const { type } = JSON.parse(text) as { type: string };
  return `${status} ${type.split('/').at(-1) ?? ''}`;
}
