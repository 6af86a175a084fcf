/** Changes since the last visit are told in a line above the list, shown as view 4, and put away. */
import { expect, test } from 'vitest';
import { aHome, type Home } from '../support/program.ts';
import { aService, aServiceInPlaceOf, aSystem, type StoryService, systemsCalled } from '../support/service.ts';
import { aUser, aUserIn, acrossLines, row, type User } from '../support/user.ts';

const told = /Since \d\d:\d\d UTC: 1 new, 1 stopped connecting, 1 away/;

/** A service that has changed since this person's last visit. `gone`: systems that are gone besides. */
async function visitedBefore(home: Home, gone = 0): Promise<StoryService> {
  const systems = [
    ...systemsCalled('web', 3),
    aSystem({ hostname: 'db', state: 'Connected' }),
    ...systemsCalled('till', gone),
  ];
  const before = await aService({ systems });
  const first = await aUserIn('Northwind', before, { home });
  await first.sees(`${systems.length} systems`);
  await expect.poll(() => home.filesWith('"connected":["')).toHaveLength(1);
  await first.leaves();
  const after = [...systemsCalled('web', 2), aSystem({ hostname: 'db' }), aSystem({ hostname: 'fresh' })];
  return aServiceInPlaceOf(before, { systems: after });
}

async function aReturning(
  about: { readonly columns?: number; readonly rows?: number; readonly gone?: number } = {},
): Promise<User> {
  const home = aHome();
  return aUser(await visitedBefore(home, about.gone), { home, ...about });
}

test('enter on the line shows what is new or stopped connecting, and names what is gone', async () => {
  const user = await aReturning({ columns: 80, rows: 24 });
  await user.sees(told, '▌ Since', 'enter shows, x hides');
  await user
    .pressesKey('enter')
    .sees('2 shown by filter', 'db', 'fresh', acrossLines('1 gone or disabled (:gone lists them): web-3.'));
  await user.pressesKey('esc').sees('4 systems');
  // From the first row, up leads to the line, and down back.
  await user.presses('move up').sees('▌ Since');
  await user.presses('move down').sees(/^▌ .*web-1/m, '4 shows, x hides');
  await user.pressesKey('enter').sees('› web-1');
});

test('x puts the line away, also for other screens and another size', async () => {
  const user = await aReturning();
  await user.sees('▌ Since');
  user.pressesKey('x');
  await user.sees((screen) => !screen.includes('Since '), /^▌ .*web-1/m);
  await user.pressesKey('enter').sees('› web-1');
  await user.pressesKey('esc').sees('4 systems');
  expect(user.screen()).not.toContain('Since ');
  await user.pressesKey('4').sees('2 shown by filter');
});

test('a key on a row before the line has the cursor means the row', async () => {
  const user = await aReturning();
  await user.sees('Since ');
  user.presses('move down').presses('move down');
  await user.sees(/^▌ .*db/m, '4 shows');
  await user.pressesKey('enter').sees('› db');
});

test('in a small terminal the line stands above the keys', async () => {
  const user = await aReturning({ columns: 44, rows: 12 });
  await user.sees('4 systems');
  await user.presses('move down').sees(/1 new, 1 stopped/);
  await user.pressesKey('4').sees('2 shown');
});

test('in the list of changes, each row says why it is there where no column gives way, else below the list', async () => {
  const wide = await aReturning({ columns: 230, rows: 24 });
  await wide.sees('▌ Since');
  await wide.pressesKey('enter').sees('WHY', /db .*stopped connecting/, /fresh .* new /, '│ SINCE');
  const narrow = await aReturning({ columns: 44, rows: 12 });
  await narrow.sees('4 systems');
  await narrow.pressesKey('4').sees('2 shown', '1 gone');
  await narrow.presses('move down').sees(/Since .*: new\./);
  await narrow.presses('move up').sees(/Since .*: stopped connecting\./);
});

test('all systems that are gone are listed by their names', async () => {
  const user = await aReturning({ columns: 80, rows: 24, gone: 40 });
  await user.sees('1 new, 1 stopped connecting, 41 away');
  await user.pressesKey('4').sees('41 gone or disabled (:gone lists them): web-3, till-1, till-2 and 38 more.');
  await user.chooses(
    'list systems gone or disabled',
    '› Gone or disabled since',
    '41 systems of your last visit',
    row('▌', 'web-3', 'ID-web-3'),
  );
  await user.presses('to the last row').sees(row('▌', 'till-40', 'ID-till-40'));
  await user.pressesKey('esc').sees('2 shown by filter');
});

test('the commands show what changed; without a last visit they say that there is none', async () => {
  const user = await aReturning();
  await user.sees('4 systems');
  await user.chooses('show what changed since', '2 shown by filter');
  const newcomer = await aUserIn('Northwind', await aService({ systems: systemsCalled('web', 2) }));
  await newcomer.presses('commands').sees('› Commands');
  await newcomer.types('changed').sees('show what changed since your last visit (no last visit is known)');
});

test('where another view is saved under 4, the line names the command', async () => {
  const user = await aReturning();
  await user.sees('▌ Since');
  await user.presses('move down').sees('4 shows');
  await user.chooses('save this view', 'Press a digit');
  await user.pressesKey('4').sees('name of view 4:');
  await user.pressesKey('enter').sees('Saved as view 4', ':changed shows, x hides');
});
