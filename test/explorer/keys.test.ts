/** Enrolment keys in the service's own list, beside the counts of the loaded systems. */
import { expect, test } from 'vitest';
import { usualDocument } from '../support/documents/usual.ts';
import { describedBy } from '../support/explorer.ts';
import { aKeyRecord } from '../support/make.ts';
import { anOrganisation, aProblem, aService, daysAgo, systemsCalled } from '../support/service.ts';
import { aUserIn, row, type User } from '../support/user.ts';

const tills = { enrolmentKeyId: 11, enrolmentKeyDescription: 'retail' };
const systems = [
  ...systemsCalled('till', 3, tills),
  ...systemsCalled('old-till', 2, { ...tills, lastSeen: daysAgo(200) }),
  ...systemsCalled('laptop', 4, { enrolmentKeyId: 12, enrolmentKeyDescription: 'laptops' }),
];

/** Types the phrase of the request on the screen at a human pace, and sends it. */
async function sends(user: User, phrase: string): Promise<void> {
  await user.sees(`To send it, type:  ${phrase}`, 'enter send');
  await user.typesPhrase(phrase);
  await user.sees(`> ${phrase}`);
  user.pressesKey('enter');
}

test('137 keys are listed without their secrets, and one is disabled and enabled again', async () => {
  const keys = Array.from({ length: 137 }, (_, at) => aKeyRecord({ id: at + 1, lastUsed: daysAgo(at) }));
  keys[10] = aKeyRecord({ id: 11, description: 'retail tills', status: 'Disabled', usesRemaining: 12, lastUsed: null });
  keys[11] = aKeyRecord({ id: 12, description: 'laptops', status: 'NoUsesRemaining', usesRemaining: 0 });
  const service = await aService({
    organisations: [anOrganisation({ systems, keys })],
    intercept: describedBy(JSON.stringify(usualDocument())),
  });
  const user = await aUserIn('Northwind', service, { columns: 100 });
  user.presses('enrolment keys');
  await user.sees(
    '137 keys · counted on 9 systems · secrets are not shown',
    /retail tills +disabled +12 +– +5 +2 +11/,
    /laptops +used up +0 +\d+ d +4 +0 +12/,
    /key 1 +enabled +any +<1 min +0 +0 +1/,
  );
  await user.presses('to the last row').sees(/▌ key 137 +enabled +any +136 d +0 +0 +137/);
  expect(service.requests.filter(({ path }) => path.endsWith('/enrolment-keys'))).toHaveLength(3);
  // The definition is kept, and not requested again.
  user.presses('refresh the enrolment keys');
  await service.received('GET', 8);
  await user.presses('go back').sees('till-1');
  expect(service.asksForDefinition()).toHaveLength(1);
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  // One key at a time, through the screen of its request.
  await user.presses('enrolment keys').sees('137 keys', 'D enable');
  await user.goesTo('laptops');
  await user.sees(/▌ laptops/, 'D disable');
  user.presses('disable this key, or enable it again');
  await user.sees('/enrolment-keys/12/disable', 'its path says "disable"', 'Now, read', 'NoUsesRemaining');
  await sends(user, 'put 12');
  await user.sees('204: done, nothing came back');
  await user.pressesKey('esc').sees(/▌ laptops +disabled/, 'D enable');
  await user.presses('disable this key, or enable it again').sees('/enrolment-keys/12/enable');
  await sends(user, 'put');
  await user.sees('204: done, nothing came back');
  await user.pressesKey('esc').sees(/▌ laptops +used up/, 'D disable');
  const changes = service.requests.filter(({ method }) => method !== 'GET');
  expect(changes.map(({ method, path }) => `${method} ${path.replace(/^\/org\/[^/]+/, '')}`)).toEqual([
    'PUT /enrolment-keys/12/disable',
    'PUT /enrolment-keys/12/enable',
  ]);
  expect(user.terminal.raw()).not.toContain('a-secret-of');
  await user.leaves();
  expect(user.home.filesWith('a-secret-of')).toEqual([]);
});

test('a service that cannot disable a key is asked once, and read-only asks nothing', async () => {
  const service = await aService({
    organisations: [anOrganisation({ systems, keys: [aKeyRecord({ id: 12, description: 'laptops' })] })],
    intercept: describedBy(JSON.stringify(usualDocument()), ({ method }) =>
      method === 'PUT' ? aProblem(405, 'Method not allowed') : undefined,
    ),
  });
  const user = await aUserIn('Northwind', service);
  await user.presses('enrolment keys').sees('1 key');
  await user.goesTo('laptops');
  await user.sees('D disable');
  // A key that only the loaded systems name is not in the service's list.
  await user.goesTo('retail');
  await user.presses('disable this key, or enable it again').sees('the service does not list this key');
  await user.goesTo('laptops');
  user.presses('disable this key, or enable it again');
  await sends(user, 'put 12');
  await user.sees('405');
  await user.pressesKey('esc').sees(/▌ laptops +enabled/, (screen) => !screen.includes('D disable'));
  await user.presses('disable this key, or enable it again').sees('the service does not know how to disable keys');
  expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  await user.leaves();
  const reader = await aUserIn('Northwind', service, { flags: ['--read-only'] });
  await reader.presses('enrolment keys').sees('1 key');
  await reader.goesTo('laptops');
  await reader.presses('disable this key, or enable it again').sees('read-only: nothing is changed');
  await reader.leaves();
});

test('a new key leads from its description to all that its schema has', async () => {
  const service = await aService({ organisations: [anOrganisation({ systems, keys: [] })] });
  const user = await aUserIn('Northwind', service);
  await user.presses('enrolment keys').sees('retail');
  await user.presses('create an enrolment key').sees('all fields');
  await user.types('tills north').sees('tills north');
  user.presses('set all its fields: type, approval, uses');
  await user.sees('› POST …/enrolment-keys', row('description', 'tills north'), 'approvalMode', 'expiresAt');
  await user.pressesKey('down').sees(/▌ +type/);
  await user.presses('yes or no, the next value, or empty', 2).sees(/type +Ephemeral/);
  await user.pressesKey('s', 'enter').sees('{"description":"tills north","type":"Ephemeral"}');
  await sends(user, 'post');
  await user.sees('201 in', row('type', 'Ephemeral'), row('key', '••••', 'v shows it'));
  const [created] = service.requests.filter(({ method }) => method === 'POST');
  expect(JSON.parse(created?.body ?? '')).toEqual({ description: 'tills north', type: 'Ephemeral' });
  // The description became a key, so it is not asked for again.
  await user.pressesKey('esc').sees('2 of 5 set');
  await user.pressesKey('esc').sees('› Enrolment keys', 'tills north');
  await user.leaves();
});

const refusal = 'the service names no way to list its keys';

/** Repeats the key until its refusal: before the definition is loaded, it only requests it. */
async function refuses(user: User): Promise<void> {
  for (let left = 100; left > 0 && !user.screen().includes(refusal); left--) {
    user.presses('refresh the enrolment keys');
    await user.terminal.passes(50);
  }
}

const lookalikes: readonly (readonly [string, object])[] = [
  ['another method', { post: {} }],
  ['a parameter that is required', { get: { parameters: [{ name: 'since', in: 'query', required: true }] } }],
  ['a body that is required', { get: { requestBody: { required: true, content: { 'application/json': {} } } } }],
];

test.each(lookalikes)('a definition with %s lists no keys: those of the systems are counted', async (_, methods) => {
  const document = { openapi: '3.0.1', paths: { '/org/{orgId}/enrolment-keys': methods } };
  const service = await aService({ systems, intercept: describedBy(JSON.stringify(document)) });
  const user = await aUserIn('Northwind', service);
  user.presses('enrolment keys');
  await service.received('GET', 3);
  await refuses(user);
  await user.sees(refusal, /retail +5 +2 +11/, /laptops +4 +0 +12/);
  expect(service.requests.filter(({ path }) => path.endsWith('/enrolment-keys'))).toEqual([]);
});

test('without a definition the keys of the systems are counted as ever', async () => {
  const service = await aService({
    systems,
    intercept: ({ path }) => (path.startsWith('/swagger/') ? aProblem(404, 'Not found') : undefined),
  });
  const user = await aUserIn('Northwind', service);
  user.presses('enrolment keys');
  await user.sees('Keys of 9 systems', /retail +5 +2 +11/, /laptops +4 +0 +12/);
  await service.received('GET', 3);
  expect(service.requests.filter(({ path }) => path.endsWith('/enrolment-keys'))).toEqual([]);
});

test('a service that does not know what its definition names is not asked again', async () => {
  const service = await aService({
    systems,
    intercept: ({ path }) => (path.endsWith('/enrolment-keys') ? aProblem(405, 'Method not allowed') : undefined),
  });
  const user = await aUserIn('Northwind', service);
  user.presses('enrolment keys');
  await service.received('GET', 4);
  await user.sees(/retail +5 +2 +11/);
  await user.presses('go back').sees('till-1');
  await user.presses('enrolment keys').sees(/retail +5 +2 +11/);
  await user.presses('refresh the enrolment keys').sees(refusal);
  expect(service.requests.filter(({ path }) => path.endsWith('/enrolment-keys'))).toHaveLength(1);
});
