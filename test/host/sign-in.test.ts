/** Signing in where gnome-keyring can store the token. */
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { aService, aSystem } from '../support/service.ts';
import { leaveField, signsIn } from '../support/sign-in.ts';
import { aNewcomer } from '../support/user.ts';
import { aKeyring } from './keyring.ts';

function aServiceWithALaptop() {
  return aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
}

test.each([
  ['keeps the token from one start to the next, until the user signs out', true],
  ['has stored or removed the token before the program ends, however soon the user quits', false],
])('the keychain %s', async (_, waits) => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  const { env } = await aKeyring(home.path, 'unlocked');
  const first = aNewcomer({ home, env });
  await signsIn(first, service);
  if (waits) await first.sees('The token is stored in the keychain.');
  await first.leaves();
  expect(home.filesWith(service.token)).toEqual([]);

  const second = aNewcomer({ home, env });
  await second.opens('Northwind');
  await second.sees('laptop-anna');
  await second.signsOut();
  // A confirmation that arrives together with other keys is none.
  await second.sees('enter sign in');
  if (waits) await second.sees('the keychain: no longer holds the token');
  await leaveField(second);

  const third = aNewcomer({ home, env });
  await third.sees(service.baseUrl, 'enter sign in');
});

test('a locked keychain says why the token is asked for, and why it is not stored', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  const unlocked = await aKeyring(home.path, 'unlocked');
  const first = aNewcomer({ home, env: unlocked.env });
  await signsIn(first, service);
  await first.sees('The token is stored in the keychain.');
  await first.leaves();
  await unlocked.end();

  const { env } = await aKeyring(home.path, 'locked');
  const second = aNewcomer({ home, env });
  await second.sees('The keychain is locked', 'enter sign in');
  second.types(service.token);
  second.presses('sign in with this token');
  await second.opens('Northwind');
  await second.sees('lasts for this session only', 'The keychain is locked');
});
