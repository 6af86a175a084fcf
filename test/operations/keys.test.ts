/** Enrolment keys as the service lists them, beside what the loaded systems tell of each. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { usualDocument } from '../support/documents/usual.ts';
import { describedBy } from '../support/explorer.ts';
import { aKeyRecord } from '../support/make.ts';
import { anOrganisation, aProblem, aService, daysAgo, systemsCalled } from '../support/service.ts';
import { aUser, type User } from '../support/user.ts';

const tills = { enrolmentKeyId: 11, enrolmentKeyDescription: 'retail' };
const systems = [
  ...systemsCalled('till', 3, tills),
  ...systemsCalled('old-till', 2, { ...tills, lastSeen: daysAgo(200) }),
  ...systemsCalled('laptop', 4, { enrolmentKeyId: 12, enrolmentKeyDescription: 'laptops' }),
];

test('60. 137 keys of the service are listed with status, uses and systems, and none of their secrets', async () => {
  const keys = Array.from({ length: 137 }, (_, at) => aKeyRecord({ id: at + 1, lastUsed: daysAgo(at) }));
  keys[10] = aKeyRecord({ id: 11, description: 'retail tills', status: 'Disabled', usesRemaining: 12, lastUsed: null });
  keys[11] = aKeyRecord({ id: 12, description: 'laptops', status: 'NoUsesRemaining', usesRemaining: 0 });
  const service = await aService({
    organisations: [anOrganisation({ systems, keys })],
    intercept: describedBy(JSON.stringify(usualDocument())),
  });
  const user = aUser(service, { columns: 100 });
  await user.opens('Northwind');
  user.presses('enrolment keys');
  await user.sees(
    '137 keys · counted on 9 systems · secrets are not shown',
    /retail tills +disabled +12 +– +5 +2 +11/,
    /laptops +used up +0 +\d+ d +4 +0 +12/,
    /key 1 +enabled +any +<1 min +0 +0 +1/,
  );
  user.presses('to the last row');
  await user.sees(/▌ key 137 +enabled +any +136 d +0 +0 +137/);
  expect(service.requests.filter(({ path }) => path.endsWith('/enrolment-keys'))).toHaveLength(3);
  // The definition is kept, and not asked for again.
  user.presses('refresh the enrolment keys');
  await service.received('GET', 8);
  user.presses('go back');
  await user.sees('till-1');
  expect(service.asksForDefinition()).toHaveLength(1);
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(user.terminal.raw()).not.toContain('a-secret-of');
  await user.leaves();
  expect(user.home.filesWith('a-secret-of')).toEqual([]);
});

const refusal = 'the service names no way to list its keys';

/** Until the definition is read, the key asks for it. */
async function refuses(user: User): Promise<void> {
  for (let left = 100; left > 0 && !user.screen().includes(refusal); left--) {
    user.presses('refresh the enrolment keys');
    await setTimeout(50);
  }
}

const lookalikes: readonly (readonly [string, object])[] = [
  ['another method', { post: {} }],
  ['a parameter that is required', { get: { parameters: [{ name: 'since', in: 'query', required: true }] } }],
  ['a body that is required', { get: { requestBody: { required: true, content: { 'application/json': {} } } } }],
];

test.each(lookalikes)(
  '57. a definition with %s lists no keys: those of the systems are counted',
  async (_, methods) => {
    const document = { openapi: '3.0.1', paths: { '/org/{orgId}/enrolment-keys': methods } };
    const service = await aService({ systems, intercept: describedBy(JSON.stringify(document)) });
    const user = aUser(service);
    await user.opens('Northwind');
    user.presses('enrolment keys');
    await service.received('GET', 3);
    await refuses(user);
    await user.sees(refusal, /retail +5 +2 +11/, /laptops +4 +0 +12/);
    expect(service.requests.filter(({ path }) => path.endsWith('/enrolment-keys'))).toEqual([]);
  },
);

test('57. without a definition the keys of the systems are counted as ever', async () => {
  const service = await aService({
    systems,
    intercept: ({ path }) => (path.startsWith('/swagger/') ? aProblem(404, 'Not found') : undefined),
  });
  const user = aUser(service);
  await user.opens('Northwind');
  user.presses('enrolment keys');
  await user.sees('Keys of the loaded systems on the 9 systems', /retail +5 +2 +11/, /laptops +4 +0 +12/);
  await service.received('GET', 3);
  expect(service.requests.filter(({ path }) => path.endsWith('/enrolment-keys'))).toEqual([]);
});

test('a service that does not know what its definition names is not asked again', async () => {
  const service = await aService({
    systems,
    intercept: ({ path }) => (path.endsWith('/enrolment-keys') ? aProblem(405, 'Method not allowed') : undefined),
  });
  const user = aUser(service);
  await user.opens('Northwind');
  user.presses('enrolment keys');
  await service.received('GET', 4);
  await user.sees(/retail +5 +2 +11/);
  user.presses('go back');
  await user.sees('till-1');
  user.presses('enrolment keys');
  await user.sees(/retail +5 +2 +11/);
  user.presses('refresh the enrolment keys');
  await user.sees(refusal);
  expect(service.requests.filter(({ path }) => path.endsWith('/enrolment-keys'))).toHaveLength(1);
});
