/** Protecting systems for good, and the rules that protect others. */
import { expect, test } from 'vitest';
import { saves } from '../support/form.ts';
import { aCrowd, aService, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { asked, aUser, row } from '../support/user.ts';

const old = { lastSeen: daysAgo(200) };

test('p protects a system for good, the review keeps it, and p again stops that', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'gw-berlin', ...old }), ...systemsCalled('old', 2, old), ...aCrowd()],
  });
  const user = aUser(service);
  await user.opens('Northwind');
  await user.goesTo('gw-berlin');
  user.presses('protect this system');
  await user.sees('◆ gw-berlin is protected for good. p undoes.', row('◆', 'gw-berlin'));
  await user.leaves();

  const next = aUser(service, { home: user.home });
  await next.opens('Northwind');
  await next.sees(row('◆', 'gw-berlin'));
  await next.goesTo('gw-berlin');
  next.presses('open the system');
  await next.sees('◆ protected by you', 'p stop protecting');
  next.presses('go back one level');
  await next.sees('s mark stale');
  next.presses('mark all stale');
  await next.sees('3 marked');
  next.presses('review and delete');
  await next.sees(asked('delete 2'), '1 kept');
  next.presses('show the protected systems');
  await next.sees(row('◆', 'gw-berlin', 'protected by you'));
  await next.confirms('delete 2');
  await next.sees('2 deleted');
  expect(service.sent('DELETE')).toHaveLength(2);
  next.presses('go back one level');
  await next.sees('s mark stale');
  await next.goesTo('gw-berlin');
  next.presses('protect this system');
  await next.sees('gw-berlin is no longer protected by you. p protects it.', (screen) => !screen.includes('◆'));
  await next.leaves();
});

test('P changes the limit in a review that is blocked, and the review goes on with it', async () => {
  const service = await aService({ systems: systemsCalled('old', 3, old) });
  const user = aUser(service);
  await user.opens('Northwind');
  user.presses('mark all stale');
  await user.sees('3 marked');
  user.presses('review and delete');
  await user.sees(/blocked/i);
  await user.rests();
  user.presses('change the protection rules');
  await user.sees('› Protection');
  await saves(user, { 'Block a deletion': '101' });
  await user.sees('! Type a number from 1 to 100.', /Block a deletion of more than +101/);
  await saves(user, { 'Block a deletion': '100' });
  await user.sees('› Weaker protection', 'was      50 %', 'becomes  100 %');
  await user.rests();
  user.pressesKey('enter');
  await user.sees('Saved. Block a deletion of more than: 100 % of the organisation.');
  await user.confirms('delete 3 from Northwind');
  await user.sees('3 deleted');
});

test('a system that another session protects is kept by a review that was open before', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 2, old), ...aCrowd()] });
  const user = aUser(service);
  await user.opens('Northwind');
  user.presses('mark all stale');
  await user.sees('2 marked');
  user.presses('review and delete');
  await user.sees(asked('delete 2'));
  const other = aUser(service, { home: user.home });
  await other.opens('Northwind');
  await other.goesTo('old-2');
  other.presses('protect this system');
  await other.sees('is protected for good');
  await other.leaves();
  await user.confirms('delete 2');
  await user.sees('1 deleted', 'protected by you');
  expect(service.sent('DELETE')).toHaveLength(1);
});

test.each([
  [{ columns: 40, rows: 12 }, 'Saved.'],
  [{ columns: 80, rows: 24, env: { NO_COLOR: '1' } }, 'Saved. Protect systems of the enrolment keys: "lab, old", 7.'],
])('the form works at %j, and esc asks where typed text would be lost', async (size, said) => {
  const service = await aService({ systems: aCrowd() });
  const user = aUser(service, size);
  await user.opens('Northwind');
  user.presses('change the protection rules');
  await user.sees('› Protection');
  user.pressesKey('tab');
  await user.sees('▌ Protect systems of the enrolment keys');
  user.pressesKey('ctrl-u');
  user.types('"lab, old", 7');
  await user.sees('"lab, old", 7');
  user.pressesKey('esc');
  await user.sees('› Unsaved changes', 'lab, old');
  user.presses('return to the form');
  await user.sees('▌ Protect systems of the enrolment keys', '"lab, old", 7');
  user.pressesKey('enter');
  await user.sees(said);
  user.presses('change the protection rules');
  await user.sees('› Protection');
  user.pressesKey('esc');
  await user.sees('› Systems', 'space mark');
});

test('told line by line, each field is said with its value, and its mistake after it', async () => {
  const service = await aService({ systems: aCrowd() });
  const user = aUser(service, { flags: ['--plain'] });
  await user.sees('row 1 of 20');
  user.presses('change the protection rules');
  await user.sees('Protect systems with the tags, protect, protected, do-not-delete', 'row 1 of 5');
  user.pressesKey('up', 'down', 'down');
  await user.sees('Protect systems seen within, 7 days', 'row 3 of 5');
  user.types('x');
  await user.sees('Protect systems seen within, 7x');
  await user.rests();
  user.pressesKey('enter');
  await user.sees('! Type a number from 0 to 99999.');
});
