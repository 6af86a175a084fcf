/** Protecting systems for good, and the rules that protect others. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { saves } from '../support/form.ts';
import { aHome } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo, idOf, systemsCalled } from '../support/service.ts';
import { asked, aUser, aUserIn, aUserOf, row } from '../support/user.ts';

const old = { lastSeen: daysAgo(200) };

test('p protects a system for good, the review keeps it, and p again stops that', async () => {
  const { service, user } = await aUserOf({
    systems: [aSystem({ hostname: 'gw-berlin', ...old }), ...systemsCalled('old', 2, old), ...aCrowd()],
  });
  await user.goesTo('gw-berlin');
  await user.presses('protect this system').sees('◆ gw-berlin is protected for good. p undoes.', row('◆', 'gw-berlin'));
  await user.leaves();

  const next = await aUserIn('Northwind', service, { home: user.home });
  await next.sees(row('◆', 'gw-berlin'));
  await next.goesTo('gw-berlin');
  await next.presses('open the system').sees('◆ protected by you', 'p stop protecting');
  await next.presses('go back one level').sees('s mark stale');
  await next.reviewsStale(3, asked('delete 2'), '1 kept');
  await next.presses('show the protected systems').sees(row('◆', 'gw-berlin'), 'gw-berlin · protected by you');
  await next.confirms('delete 2', '2 deleted');
  expect(service.sent('DELETE')).toHaveLength(2);
  await next.presses('go back one level').sees('s mark stale');
  await next.goesTo('gw-berlin');
  next.presses('protect this system');
  await next.sees('gw-berlin is no longer protected by you. p protects it.', (screen) => !screen.includes('◆'));
  await next.leaves();
});

test('P changes the limit in a review that is blocked, and the review goes on with it', async () => {
  const { user } = await aUserOf({ systems: systemsCalled('old', 3, old) });
  await user.reviewsStale(3, /blocked/i);
  await user.rests();
  await user.presses('change the protection rules').sees('› Protection');
  await saves(user, { 'Block a deletion': '101' });
  await user.sees('! Type a number from 1 to 100.', /Block a deletion of more than +101/);
  await saves(user, { 'Block a deletion': '100' });
  await user.sees('› Weaker protection', 'was      50 %', 'becomes  100 %');
  await user.rests();
  await user.pressesKey('enter').sees('Saved. Block a deletion of more than: 100 % of the organisation.');
  await user.confirms('delete 3 from Northwind', '3 deleted');
});

test('a system that another session protects is kept by a review that was open before', async () => {
  const { service, user } = await aUserOf({ systems: [...systemsCalled('old', 2, old), ...aCrowd()] });
  await user.reviewsStale(2, asked('delete 2'));
  const other = await aUserIn('Northwind', service, { home: user.home });
  await other.goesTo('old-2');
  await other.presses('protect this system').sees('is protected for good');
  await other.leaves();
  await user.confirms('delete 2', '1 deleted', 'protected by you');
  expect(service.sent('DELETE')).toHaveLength(1);
});

test.each([
  [{ columns: 40, rows: 12 }, 'Saved.'],
  [{ columns: 80, rows: 24, env: { NO_COLOR: '1' } }, 'Saved. Protect systems of the enrolment keys: "lab, old", 7.'],
])('the form works at %j, and esc asks where typed text would be lost', async (size, said) => {
  const service = await aService({ systems: aCrowd() });
  const user = await aUserIn('Northwind', service, size);
  await user.presses('change the protection rules').sees('› Protection');
  await user.pressesKey('tab').sees('▌ Protect systems of the enrolment keys');
  await user.pressesKey('ctrl-u').types('"lab, old", 7').sees('"lab, old", 7');
  await user.pressesKey('esc').sees('› Unsaved changes', 'lab, old');
  await user.presses('return to the form').sees('▌ Protect systems of the enrolment keys', '"lab, old", 7');
  await user.pressesKey('enter').sees(said);
  await user.presses('change the protection rules').sees('› Protection');
  await user.pressesKey('esc').sees('› Systems', 'space mark');
});

test('told line by line, each field is said with its value, and its mistake after it', async () => {
  const service = await aService({ systems: aCrowd() });
  const user = aUser(service, { flags: ['--plain'] });
  await user.sees('row 1 of 20');
  user.presses('change the protection rules');
  await user.sees('Protect systems with the tags, protect, protected, do-not-delete', 'row 1 of 6');
  await user.pressesKey('up', 'down', 'down').sees('Protect systems seen within, 7 days', 'row 3 of 6');
  await user.types('x').sees('Protect systems seen within, 7x');
  await user.rests();
  await user.pressesKey('enter').sees('! Type a number from 0 to 99999.');
});

test('a protection holds however its address, organisation and system are spelled, and p stops all of its spellings', async () => {
  const kept = systemsCalled('keep', 4, old);
  const service = await aService({ systems: [...kept, ...systemsCalled('old', 2, old), ...aCrowd()] });
  const home = aHome();
  const { port } = new URL(service.baseUrl);
  const organisations = {
    [`${service.baseUrl}/ n7Kq2wTd`]: { protectedSystems: [idOf('keep-1'), idOf('keep-4')] },
    [`http://LOCALHOST:${port} N7KQ2WTD`]: { protectedSystems: [idOf('keep-2').toUpperCase()] },
    [`127.0.0.1:${port}  n7Kq2wTd`]: { protectedSystems: [` ${idOf('keep-3')}\n`, idOf('keep-4').toLowerCase()] },
  };
  const config = home.keepsSettings({ profiles: { default: { organisations } } });
  const user = await aUserIn('Northwind', service, { home });
  await user.sees(...kept.map(({ hostname }) => row('◆', String(hostname))));
  await user.goesTo('keep-4');
  user.presses('protect this system');
  await user.sees('keep-4 is no longer protected by you. p protects it.', (screen) => !row('◆', 'keep-4').test(screen));
  await user.reviewsStale(6, asked('delete 3'), '3 kept');
  await user.confirms('delete 3', '3 deleted');
  const deleted = service.sent('DELETE').map(({ path }) => path.split('/').at(-1));
  expect(deleted.sort()).toEqual(['keep-4', 'old-1', 'old-2'].map(idOf));
  await user.leaves();
  expect(readFileSync(config, 'utf8')).not.toMatch(/id-keep-4/i);
});

test('the system of this session is protected by any field of its record, in any spelling of its address', async () => {
  const own = ['2001:0DB8:0:0:0:0:0:7', '[2001:db8::7]:443', ' 2001:db8:0::0007%eth0'];
  const kept = [
    ...own.map((connectedFrom, at) => aSystem({ hostname: `from-${at}`, connectedFrom, ...old })),
    aSystem({ hostname: 'virtual', virtualAddress: '2001:DB8::7/64', ...old }),
    aSystem({ hostname: 'listed', interfaces: [{ addresses: ['10.0.0.1', '2001:db8::0:7'] }], ...old }),
  ];
  const others = [
    aSystem({ hostname: 'old-1', connectedFrom: '2001:db8::70', ...old }),
    aSystem({ hostname: 'old-2', virtualAddress: '2001:db8:7::', ...old }),
  ];
  const { service, user } = await aUserOf({
    systems: [...kept, ...others, ...aCrowd()],
    env: { SSH_CONNECTION: '2001:db8::7 50022 2001:db8::1 22' },
  });
  await user.sees(...kept.map(({ hostname }) => row('◆', String(hostname))));
  await user.reviewsStale(7, asked('delete 2'), '5 kept');
  await user.presses('show the protected systems').sees(row('◆', 'listed'), 'from-0 · this session comes through it');
  await user.confirms('delete 2', '2 deleted');
  const deleted = service.sent('DELETE').map(({ path }) => path.split('/').at(-1));
  expect(deleted.sort()).toEqual(others.map(({ systemId }) => systemId));
});
