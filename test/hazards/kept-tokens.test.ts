/** Stored tokens after a sign-out, a move to another storage, and a change of address (hazards, F). */
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { aService, aServiceWithALaptop, aSystem, type StoryService } from '../support/service.ts';
import { aNewcomerAt, givesAddress, givesToken, keepsIn, leaveField, signsInAndKeeps } from '../support/sign-in.ts';
import { aNewcomer, aUserIn, acrossLines, row, type User } from '../support/user.ts';

/** A user who has signed in, with the token in a file. */
async function aUserWithAFile(service: StoryService): Promise<{ user: User; path: string }> {
  const user = aNewcomer();
  await signsInAndKeeps(user, service, 'a file');
  await user.sees('stored in a file');
  return { user, path: join(user.home.configFolder, 'tokens.json') };
}

test('signing out tries every storage that was ever used, one line each, and says what failed', async () => {
  const service = await aServiceWithALaptop();
  const { user, path } = await aUserWithAFile(service);
  // A token file that others can read is not changed: this storage fails.
  chmodSync(path, 0o644);
  await user.signsOut(
    'this session: signed out',
    acrossLines('! a file only you can read: may still hold the token.'),
    acrossLines('valid until you revoke it in the portal'),
  );
  await leaveField(user);

  chmodSync(path, 0o600);
  const again = await aUserIn('Northwind', service, { home: user.home });
  await again.signsOut('a file only you can read: no longer holds the token', 'ROLLCALL_TOKEN is unchanged');
  expect(user.home.filesWith(service.token)).toEqual([]);
});

test('a token that moves to another storage is removed from the first', async () => {
  const service = await aServiceWithALaptop();
  const { user } = await aUserWithAFile(service);
  await user.chooses('choose where to store the token');
  await keepsIn(user, 'this session only');
  await user.sees('The token lasts for this session only.');
  expect(user.home.filesWith(service.token)).toEqual([]);
});

test('settings that name a storage of another version are reported, and another one is chosen', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  const profiles = { default: { baseUrl: service.baseUrl, keepIn: 'kernel' } };
  home.keepsSettings({ profiles });
  const user = aNewcomer({ home });
  await user.sees('rollcall no longer stores tokens in "kernel". Choose another place.');
  await givesToken(user, service.token);
  await keepsIn(user, 'a file');
  await user.opens('Northwind');
  await user.leaves();
  await aNewcomer({ home }).opens('Northwind');
});

test('a token belongs to the origin of its address: another address asks for one of its own', async () => {
  const [service, other] = [await aServiceWithALaptop(), await aServiceWithALaptop()];
  const { user: first } = await aUserWithAFile(service);
  await first.leaves();

  const second = aNewcomer({ home: first.home, flags: ['--base-url', other.baseUrl] });
  await second.sees(other.baseUrl, 'enter sign in');
  expect(other.requests).toEqual([]);
  await leaveField(second);

  // Another profile is like another person: it has no token yet.
  const third = aNewcomer({ home: first.home, flags: ['--base-url', service.baseUrl, '--new-profile', 'work'] });
  await third.sees('rollcall (work)', service.baseUrl, 'enter sign in');
});

test('a token that is refused is sent to no address that is typed after it', async () => {
  const { user } = await aUserWithARefusedToken();
  const other = await aServiceWithALaptop();
  await user.pressesKey('esc').sees('The address of the service, for example');
  user.pressesKey('ctrl-u');
  await givesAddress(user, other.baseUrl);
  await user.sees(other.baseUrl, 'enter sign in');
  expect(other.requests).toEqual([]);
});

test('a token that was typed for one address does not stand in the field of another', async () => {
  const [service, other] = [await aServiceWithALaptop(), await aServiceWithALaptop()];
  const user = await aNewcomerAt(service);
  await givesToken(user, 'x'.repeat(63));
  await user.sees('The token is not accepted (401).');
  await user.pressesKey('esc').sees('The address of the service, for example');
  user.pressesKey('ctrl-u');
  await givesAddress(user, other.baseUrl);
  await user.sees(other.baseUrl, 'A personal access token');
  await user.presses('sign in with this token').sees('got 0');
  expect(other.requests).toEqual([]);
});

test('a token that is found late, after a switch to another profile, is sent nowhere', async () => {
  const [service, other] = [await aServiceWithALaptop(), await aServiceWithALaptop()];
  const home = aHome();
  const fifo = join(home.path, 'token');
  execFileSync('mkfifo', [fifo]);
  const profiles = {
    default: { baseUrl: service.baseUrl, keepIn: 'command', tokenCommand: `cat ${fifo}` },
    tills: { baseUrl: other.baseUrl, keepIn: 'session' },
  };
  home.keepsSettings({ profiles });
  const user = aNewcomer({ home });
  await user.sees('stop waiting');
  await user.chooses('switch to another profile', row('▌', 'default (in use)'));
  await user.goesTo('tills');
  await user.presses('use this profile').sees(other.baseUrl, 'enter sign in');
  await writeFile(fifo, `${service.token}\n`);
  await givesToken(user, other.token);
  await user.opens('Northwind');
  expect(service.requests).toEqual([]);
  for (const { headers } of other.requests) expect(headers.authorization).toBe(`Bearer ${other.token}`);
});

test('a stored token that is refused is asked for again, and is not erased by that', async () => {
  const { user, service, path } = await aUserWithARefusedToken();
  expect(user.home.filesWith(service.token)).toEqual([path]);
});

/** A user whose token was accepted once and stored in a file. */
async function aUserWithARefusedToken() {
  let isRefusing = false;
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept: () => (isRefusing ? { status: 401, body: '{}' } : undefined),
  });
  const { user: before, path } = await aUserWithAFile(service);
  await before.leaves();

  isRefusing = true;
  const user = aNewcomer({ home: before.home });
  await user.sees('The token is not accepted (401).', 'enter sign in');
  return { user, service, path };
}
