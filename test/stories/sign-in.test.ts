/** Signing in for the first time, and out again. */
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { aGate, aService, aServiceWithALaptop, aSystem, onRequest } from '../support/service.ts';
import {
  aNewcomerAt,
  aNewcomerWithToken,
  givesAddress,
  givesToken,
  keepsIn,
  signsInAndKeeps,
} from '../support/sign-in.ts';
import { aNewcomer, aUser, acrossLines } from '../support/user.ts';

test('an address to which the token would travel unencrypted is refused with the reason', async () => {
  const user = aNewcomer();
  await givesAddress(user, 'http://api.example.com');
  await user.sees('Use https: over http anyone on the network');
  expect(user.screen()).not.toContain('enter sign in');
});

test('a token that is not known is refused by the service; the right one, pasted with all around it, signs in', async () => {
  const service = await aServiceWithALaptop();
  const user = await aNewcomerAt(service);
  await user.types('x'.repeat(63)).presses('sign in').sees('The token is not accepted (401).');

  user.pressesKey('ctrl-u');
  await user.pastes(`Bearer ${service.token.slice(0, 40)}\r\n${service.token.slice(40)}\r\n`);
  await user.presses('sign in').sees('There is no keychain here.');
  await keepsIn(user, 'this session only');
  await user.sees('laptop-anna', 'lasts for this session only');
});

test('an answer of 404 points at the address, and the three ways to a token are named where there is no keychain', async () => {
  const intercept = onRequest('GET', () => ({ status: 404 }));
  const service = await aService({ systems: [], intercept });
  const user = await aNewcomerAt(service);
  await user.sees(
    acrossLines(
      'There is no keychain here. Set tokenCommand in the settings, set ROLLCALL_TOKEN, or paste the token for this session.',
    ),
  );
  await user.types(service.token).presses('sign in').sees(acrossLines('no list of organisations at this address: 404'));
  await user.sees(acrossLines('It must be the base address of the API.'), 'esc change the address');
  expect(user.screen()).not.toContain('token is not');
});

test('the token stands nowhere: not on the terminal, not in a file; signing out forgets it', async () => {
  const service = await aServiceWithALaptop();
  const user = aNewcomer();
  await signsInAndKeeps(user, service, 'this session only');
  await user.signsOut('this session: signed out', 'valid until you revoke it in the portal', 'enter sign in');
  expect(user.screen()).not.toContain('laptop-anna');
  const sent = service.requests.length;
  await user.presses('sign in').sees('got 0');
  expect(service.requests).toHaveLength(sent);

  const someOfIt = service.token.slice(0, 12);
  expect(user.terminal.raw()).not.toContain(someOfIt);
  // The settings, and the backup of them.
  expect(user.home.filesWith(service.baseUrl)).toHaveLength(2);
  expect(user.home.filesWith(someOfIt)).toEqual([]);
});

test('at the next start the address is known, and only the token is asked for', async () => {
  const service = await aServiceWithALaptop();
  const first = aNewcomer();
  await signsInAndKeeps(first, service, 'this session only');
  await first.sees('lasts for this session only');
  await first.leaves();

  const second = aNewcomer({ home: first.home });
  await second.sees(service.baseUrl, 'enter sign in');
});

test('the environment wins over what was used last, and is said', async () => {
  const before = await aServiceWithALaptop();
  const first = aNewcomer();
  await signsInAndKeeps(first, before, 'this session only');
  await first.sees('lasts for this session only');
  await first.leaves();

  const service = await aService({ systems: [aSystem({ hostname: 'database' })] });
  const second = aUser(service, { home: first.home });
  await second.sees('database');
  await second.presses('switch organisation').sees(service.baseUrl, 'token from the environment');
});

test('text typed before the first frame stands in its field, and nowhere else', async () => {
  const { baseUrl } = await aServiceWithALaptop();
  const user = aNewcomer();
  await user.types(`${baseUrl}\r`).sees('enter sign in');
  expect(user.screen().split(baseUrl)).toHaveLength(3);
});

test('esc stops waiting for a slow token command', async () => {
  const { baseUrl } = await aServiceWithALaptop();
  const home = aHome();
  home.keepsSettings({ profiles: { default: { baseUrl, keepIn: 'command', tokenCommand: 'sleep 600' } } });
  const user = aNewcomer({ home });
  await user.sees('stop waiting');
  await user.presses('stop waiting for the keychain').sees('The token command was not waited for.', 'enter sign in');
});

test('address and token are on one screen; tab and esc go between them, and what is typed stays', async () => {
  const { baseUrl } = await aServiceWithALaptop();
  const user = aNewcomer();
  await user.sees('service address', 'access token', 'rollcall finds systems', 'rollcall --demo');
  await user.types(baseUrl).pressesKey('tab').sees('enter sign in');
  await user.types('"Bearer abc"').sees('3 of 63 characters');
  await user.presses('back to the address').sees('enter next', '••••');
  await user.presses('use this address').sees('enter sign in', '3 of 63 characters');
});

test('esc stops a sign-in that is not answered, and says so; the token stays in its field', async () => {
  const { opened, open } = aGate();
  const service = await aService({ systems: [], intercept: () => opened });
  const user = await aNewcomerWithToken(service);
  await user.sees('Asking the service', 'esc stop');
  user.presses('stop the sign-in');
  await user.sees('Stopped. You are not signed in; enter tries again.', '63 of 63 characters');
  open();
  user.presses('sign in with this token');
  await keepsIn(user, 'this session only');
  await user.sees('› Systems');
});

test('https to a port that speaks http is explained, with the address that works', async () => {
  const { baseUrl, token } = await aServiceWithALaptop();
  const { host } = new URL(baseUrl);
  const user = await aNewcomerAt({ baseUrl: `https://${host}` });
  await givesToken(user, token);
  await user.sees(`${host} does not speak https.`, acrossLines(`use http://${host}. Nothing was sent.`));
});

test('a paste whose end marker was lost does not block quitting', async () => {
  const user = await aNewcomerAt(await aServiceWithALaptop());
  await user.types('\u001B[200~half a token').sees('10 of 63 characters');
  await user.pressesKey('ctrl-c').sees('ctrl-c again within 2 s to quit');
  user.pressesKey('ctrl-c');
  await user.terminal.exited;
});
