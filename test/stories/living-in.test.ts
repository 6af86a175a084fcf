/** Daily use: searching for a key, refreshing the list, a terminal with few characters and colours. */
import { expect, test } from 'vitest';
import { aService, aStale, systemsCalled } from '../support/service.ts';
import { aUser, aUserOf, row } from '../support/user.ts';

const systems = [...systemsCalled('web', 3), aStale('kiosk-東京')];

test('the help is searched', async () => {
  const { user } = await aUserOf({ systems });
  await user.presses('help for this screen').sees('› Help', 'mark and move down');
  await user.presses('search the help').types('column').sees('/ column', 'choose columns', 'sort by the next column');
  expect(user.screen()).not.toContain('mark and move down');
  await user.pressesKey('esc').sees('web-1');
});

test('the list says that it refreshes by itself, until that ends', async () => {
  const { user } = await aUserOf({ systems, columns: 120 });
  await user.presses('turn auto-refresh').sees('· refreshed every minute', 'R stops that');
  await user.presses('turn auto-refresh').sees('Auto-refresh is off.');
});

test.each<[string, { flags?: string[]; env?: Record<string, string> }]>([
  ['a flag', { flags: ['--ascii'] }],
  ['a locale without UTF-8', { env: { LC_ALL: 'C' } }],
])('by %s every sign is plain, and nothing moves', async (_, about) => {
  const user = aUser(await aService({ systems }), { ...about, columns: 100 });
  await user.sees(/^4 systems/m);
  await user.presses('mark all stale').sees(/ 1 marked$/m, /^> +web-1/m, row('*! kiosk-????', '200 d'));
  await user.presses('stale systems: threshold and ages').sees('===');
  // Output of the program itself; the rest are sequences of the terminal.
  expect(user.terminal.raw()).toMatch(/^\p{ASCII}*$/u);
});
