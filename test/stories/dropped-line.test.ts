/** Resuming after the connection dropped in the middle of work. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome, eachInItsOwnProcess } from '../support/program.ts';
import {
  anOrganisation,
  aService,
  aServiceInPlaceOf,
  aSystem,
  daysAgo,
  staleSystems,
  systemsCalled,
} from '../support/service.ts';
import { aUser, aUserIn, aUserOf, row } from '../support/user.ts';

eachInItsOwnProcess();

const organisations = [
  anOrganisation({
    orgId: 'N1',
    orgName: 'Northwind',
    systems: [...systemsCalled('web', 250), aSystem({ hostname: 'till' })],
  }),
  anOrganisation({ orgId: 'C1', orgName: 'Contoso', systems: systemsCalled('db', 3) }),
];

test.each(['q', 'a dropped line'])(
  'after %s the next start has organisation, filter, cursor and marks',
  async (end) => {
    const { service, user: first, home } = await aUserOf({ organisations, columns: 100 });
    await first.marks('web-2', 'web-3');
    await first.presses('filter the loaded systems').types('name:web').sees('filter "name:web"');
    first.presses('apply the filter');
    await first.goesTo('web-7');
    if (end === 'q') await first.leaves();
    else await first.terminal.hangUp();

    const folder = join(home.path, 'state', 'rollcall', 'visits');
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
    const second = aUser(service, { home, columns: 100 });
    await second.sees('2 marked', 'filter "name:web"', row('▌', 'web-7'), 'Restored 2 marks. U clears them.');
    await second.presses('switch organisation').sees('2 organisations', row('▌', 'Northwind'));
    await second.leaves();
  },
);

test('a program that is killed loses no more than the last moment', async () => {
  const { service, user: first } = await aUserOf({ organisations });
  await first.marks('web-2');
  await expect.poll(() => first.home.filesWith('"orgName":"Northwind"')).toHaveLength(1);
  await first.isEndedBy('SIGKILL');
  const second = aUser(service, { home: first.home });
  await second.sees('1 marked', row('✓', 'web-2'));
});

test('where the list has changed much, the marks are offered and not set', async () => {
  const seen = { lastSeen: daysAgo(10), enrolledAt: daysAgo(100) };
  const before = await aService({ systems: systemsCalled('web', 18, seen) });
  const first = await aUserIn('Northwind', before);
  await first.marks('web-2', 'web-3', 'web-16', 'web-17');
  await first.leaves();
  const after = await aServiceInPlaceOf(before, { systems: systemsCalled('web', 15, seen) });
  const second = aUser(after, { home: first.home });
  await second.sees(/Restore 4 marks from \d{4}-\d\d-\d\d\? 2 of them still exist\./);
  second.presses('start without marks; u restores them');
  await second.sees('2 marks were not restored. u restores them.', (screen) => !screen.includes('2 marked'));
  await second.presses('undo or redo the last change of marks').sees('2 marked', row('✓', 'web-3'));
  await second.leaves();

  const third = aUser(after, { home: first.home });
  await third.sees('2 marked', 'Restored 2 marks. U clears them.');
});

test('a line that drops again while the marks are looked for loses none of them, nor those of disabled systems', async () => {
  let held = Promise.withResolvers<undefined>();
  let isSlow = false;
  let isSlowPage = false;
  const retired = aSystem({ hostname: 'retired', isEnabled: false });
  const {
    service,
    user: first,
    home,
  } = await aUserOf({
    organisations: [
      anOrganisation({ systems: [...systemsCalled('web', 250), retired] }),
      anOrganisation({ orgId: 'C1' }),
    ],
    intercept: ({ path, query }) =>
      (isSlow && path === '/account/orgs') || (isSlowPage && query.has('page')) ? held.promise : undefined,
  });
  await first.marks('web-2');
  await first.presses('show or hide disabled systems').sees('200 of 251 loaded', 'disabled shown');
  await first.pressesKey('G').sees(row('▌', 'retired'));
  await first.marks('retired');
  await first.terminal.hangUp();

  isSlow = true;
  const second = aUser(service, { home });
  await second.sees(/(reading|loading) the organisations/i);
  await second.terminal.hangUp();
  held.resolve(undefined);
  isSlow = false;

  const slow = Promise.withResolvers<undefined>();
  held = slow;
  isSlowPage = true;
  const third = aUser(service, { home });
  await third.sees('200 of 251');
  await third.presses('review and delete').sees('d: your marks are being restored; esc stops that.');
  await third.terminal.hangUp();
  slow.resolve(undefined);
  isSlowPage = false;

  const fourth = aUser(service, { home });
  await fourth.sees('2 marked', 'Restored 2 marks. U clears them.');
});

test('the next visit reports systems that others deleted as gone, and not the user’s own', async () => {
  const old = staleSystems(2);
  const systems = [...old, ...systemsCalled('web', 30), aSystem({ hostname: 'db' })];
  const before = await aService({ systems });
  const home = aHome();
  const first = await aUserIn('Northwind', before, { home });
  await first.sees('33 systems');
  await expect.poll(() => home.filesWith('"connected":[')).toHaveLength(1);
  await first.deletesStale(2, '2 deleted');
  await first.leaves();
  const after = await aServiceInPlaceOf(before, { systems: systemsCalled('web', 30) });
  const second = aUser(after, { home, columns: 120 });
  await second.sees('30 systems', /Since .*: 1 gone/);
});
