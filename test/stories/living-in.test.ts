/** Daily use: searching for a key, refreshing the list, a terminal with few characters and colours. */
import { expect, test } from 'vitest';
import { aService, aStale, idOf, systemsCalled } from '../support/service.ts';
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

test('a watched system is told once it connects, wherever the user is', async () => {
  const { service, user } = await aUserOf({ systems: [aStale('kiosk-1'), ...systems] });
  await user.goesTo('kiosk-1');
  await user.presses('watch until it connects').sees('Watching kiosk-1: one request a minute', '1 watched');
  await user.presses('open the system').sees(row('WATCHED', 'Until it connects. W stops.'));
  service.change(idOf('kiosk-1'), { state: 'Connected' });
  await user.rests();
  await user.terminal.passes(60_000);
  await user.sees('kiosk-1 connected. W no longer watches it.', row('WHY', 'Connected now'));
  expect(user.terminal.raw()).toContain(']2;rollcall: kiosk-1 connected\u{7}\u{7}');
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
