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

test.each(['q', 'a dropped line', 'SIGTERM'])(
  'after %s the next start has organisation, filter and cursor, and marks nothing until the saved list is opened',
  async (end) => {
    const { service, user: first, home } = await aUserOf({ organisations, columns: 100, env: { EDITOR: 'true' } });
    await first.marks('web-2', 'web-3');
    await first.presses('filter the loaded systems').types('name:web').sees('filter "name:web"');
    first.presses('apply the filter');
    await first.goesTo('web-7');
    if (end === 'q') await first.leaves();
    else if (end === 'SIGTERM') await first.isEndedBy('SIGTERM');
    else await first.terminal.hangUp();

    if (end !== 'a dropped line') expect(first.terminal.raw()).toContain(savedLine);
    const folder = join(home.path, 'state', 'rollcall', 'marks');
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
    const second = aUser(service, { home, columns: 100, env: { EDITOR: 'true' } });
    await second.sees('filter "name:web"', row('▌', 'web-7'), (screen) => !screen.includes('marked'));
    await second.chooses('mark systems from a list', '2 marks of this organisation were saved at');
    await second.presses('open the saved list').sees('2 of 2 listed names marked', row('✓', 'web-2'));
    await second.presses('switch organisation').sees('2 organisations', row('▌', 'Northwind'));
    await second.leaves();
  },
);

const savedLine = 'Saved 2 marks of Northwind: "mark systems from a list" (:) opens them.';

test('the next visit reports systems that others deleted as away, and not the user’s own', async () => {
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
  await second.sees('30 systems', /Since .*: 1 away/);
});
