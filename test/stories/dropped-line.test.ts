/** Resuming after the connection dropped in the middle of work. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { aService, anOrganisation, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';

const organisations = [
  anOrganisation({
    orgId: 'N1',
    orgName: 'Northwind',
    systems: [...systemsCalled('web', 250), aSystem({ hostname: 'till' })],
  }),
  anOrganisation({ orgId: 'C1', orgName: 'Contoso', systems: systemsCalled('db', 3) }),
];

test('the next start offers organisation, filter, cursor and marks, and resumes with them', async () => {
  const service = await aService({ organisations });
  const home = aHome();
  const first = aUser(service, { home, columns: 120 });
  await first.opens('Northwind');
  await first.marks('web-2', 'web-3');
  first.presses('filter the loaded systems');
  first.types('name:web');
  await first.sees('filter "name:web"');
  first.presses('apply the filter');
  await first.goesTo('web-7');
  await first.terminal.hangUp();

  const note = join(home.path, 'state', 'rollcall', 'session-default.json');
  expect(statSync(note).mode & 0o777).toBe(0o600);
  const second = aUser(service, { home, columns: 120 });
  await second.sees('› Interrupted session', 'Northwind, filter "name:web", 2 marked.');
  second.presses('go on where it was');
  await second.sees('2 marked', '250 shown by filter', row('▌', 'web-7'), '2 marks restored.');
  expect(() => statSync(note)).toThrow('ENOENT');
  await second.leaves();

  const third = aUser(service, { home, columns: 120 });
  await third.sees('2 organisations');
});

test('a line that drops again while the marks are looked for loses none of them, nor those of disabled systems', async () => {
  const held = Promise.withResolvers<undefined>();
  let isSlow = false;
  const retired = aSystem({ hostname: 'retired', isEnabled: false });
  const service = await aService({
    organisations: [
      anOrganisation({ systems: [...systemsCalled('web', 250), retired] }),
      anOrganisation({ orgId: 'C1' }),
    ],
    intercept: ({ path, query }) =>
      isSlow && (path === '/account/orgs' || query.has('page')) ? held.promise : undefined,
  });
  const home = aHome();
  const first = aUser(service, { home });
  await first.opens('Northwind');
  await first.marks('web-2');
  first.presses('show or hide disabled systems');
  await first.sees('200 of 251 loaded', 'disabled shown');
  first.pressesKey('G');
  await first.sees(row('▌', 'retired'));
  await first.marks('retired');
  await first.terminal.hangUp();

  isSlow = true;
  const second = aUser(service, { home });
  await second.sees('reading the organisations');
  await second.terminal.hangUp();
  isSlow = false;

  const third = aUser(service, { home });
  await third.sees('› Interrupted session', '2 marked.');
  isSlow = true;
  third.presses('go on where it was');
  await third.sees('1 marked', 'page 2 of 2');
  third.presses('review and delete');
  await third.sees('d: marks of the session before are still looked for.');
  await third.terminal.hangUp();
  isSlow = false;

  const fourth = aUser(service, { home });
  await fourth.sees('› Interrupted session', '2 marked.');
  fourth.presses('go on where it was');
  await fourth.sees('2 marked', '2 marks restored.');
});

test('starting fresh is not asked about again', async () => {
  const service = await aService({ organisations });
  const home = aHome();
  const first = aUser(service, { home });
  await first.opens('Contoso');
  await first.terminal.hangUp();
  const second = aUser(service, { home });
  await second.sees('› Interrupted session');
  second.presses('begin anew');
  await second.sees('2 organisations', row('▌', 'Contoso'));
});

test('the next visit reports systems that others deleted as gone, and not the user’s own', async () => {
  const old = systemsCalled('old', 2, { lastSeen: daysAgo(200) });
  const systems = [...old, ...systemsCalled('web', 30), aSystem({ hostname: 'db' })];
  const before = await aService({ systems });
  const home = aHome();
  const first = aUser(before, { home });
  await first.opens('Northwind');
  await first.sees('33 systems');
  await expect.poll(() => home.filesWith('"connected":[')).toHaveLength(1);
  first.presses('mark all stale');
  await first.sees('2 marked');
  first.presses('review and delete');
  await first.confirms('delete 2');
  await first.sees('2 deleted');
  await first.leaves();
  const { port } = new URL(before.baseUrl);
  await before.close();

  const after = await aService({ systems: systemsCalled('web', 30), port: Number(port) });
  const second = aUser(after, { home, columns: 120 });
  await second.sees('30 systems', /since .*: 1 gone/);
});

test('new, gone and silent systems since the last visit are counted, and can be filtered', async () => {
  const systems = [...systemsCalled('web', 3), aSystem({ hostname: 'db', state: 'Connected' })];
  const before = await aService({ systems });
  const home = aHome();
  const first = aUser(before, { home });
  await first.opens('Northwind');
  await first.sees('4 systems');
  await expect.poll(() => home.filesWith('"connected":["')).toHaveLength(1);
  await first.leaves();
  const { port } = new URL(before.baseUrl);
  await before.close();

  const after = [...systemsCalled('web', 2), aSystem({ hostname: 'db' }), aSystem({ hostname: 'fresh' })];
  const second = aUser(await aService({ systems: after, port: Number(port) }), { home, columns: 120 });
  await second.sees(/since \d+ s: 1 new, 1 gone, 1 silent|since .*: 1 new, 1 gone, 1 silent/);
  second.presses('filter the loaded systems');
  second.types('is:new');
  await second.sees('1 shown by filter', 'fresh');
  second.pressesKey('ctrl-u');
  second.types('is:silent');
  await second.sees('1 shown by filter "is:silent"', 'db');
});
