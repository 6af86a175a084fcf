/** Changes since the last visit are told in a line above the list, shown as view 4, and put away. */
import { expect, test } from 'vitest';
import { aHome, type Home } from '../support/program.ts';
import { aService, aServiceInPlaceOf, aSystem, type StoryService, systemsCalled } from '../support/service.ts';
import { aUser, aUserIn, inFull, type User } from '../support/user.ts';

const told = /Since \d\d:\d\d UTC: 1 new, 1 stopped connecting, 1 gone/;

/** A service that has changed since this person's last visit. */
async function visitedBefore(home: Home): Promise<StoryService> {
  const systems = [...systemsCalled('web', 3), aSystem({ hostname: 'db', state: 'Connected' })];
  const before = await aService({ systems });
  const first = await aUserIn('Northwind', before, { home });
  await first.sees('4 systems');
  await expect.poll(() => home.filesWith('"connected":["')).toHaveLength(1);
  await first.leaves();
  const after = [...systemsCalled('web', 2), aSystem({ hostname: 'db' }), aSystem({ hostname: 'fresh' })];
  return aServiceInPlaceOf(before, { systems: after });
}

async function aReturning(about: { readonly columns?: number; readonly rows?: number } = {}): Promise<User> {
  const home = aHome();
  return aUser(await visitedBefore(home), { home, ...about });
}

test('enter on the line shows what is new or stopped connecting, and names what is gone', async () => {
  const user = await aReturning({ columns: 80, rows: 24 });
  await user.sees(told, '▌ Since', 'enter shows, x hides');
  await user.pressesKey('enter').sees('2 shown by filter', 'db', 'fresh', inFull('Gone: ID-web-3.'));
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
  await user.presses('move down').sees(/Since .*1 new/);
  await user.pressesKey('4').sees('2 shown');
});
