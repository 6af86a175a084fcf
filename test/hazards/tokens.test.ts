/** Tokens that are typed, pasted, passed from outside, stored and forgotten (hazards, F). */
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { leaksIn } from '../support/canary.ts';
import { aHome, eachInItsOwnProcess, type Home, open, programPath } from '../support/program.ts';
import { aServiceWithALaptop, aSystem } from '../support/service.ts';
import {
  aNewcomerAt,
  aNewcomerWithToken,
  givesAddress,
  givesToken,
  keepsIn,
  signsInAndKeeps,
} from '../support/sign-in.ts';
import { aNewcomer, aUserOf, acrossLines, row, type User, userAt } from '../support/user.ts';

eachInItsOwnProcess();

function tokenFile({ configFolder }: Home): string {
  return join(configFolder, 'tokens.json');
}

test('a token is extracted from the text pasted around it, and no paste submits', async () => {
  const service = await aServiceWithALaptop();
  const user = await aNewcomerAt(service);
  await user.pastes(`\r\n "Bearer ${service.token.slice(0, 30)}\u200b\r\n${service.token.slice(30)}" \r\n`);
  await user.sees(/\d+ characters/);
  expect(service.requests).toEqual([]);
  await user.presses('sign in with this token').sees('The token is accepted.');
});

test('a text that is no token is refused with its length before anything is sent, and shown as dots', async () => {
  const service = await aServiceWithALaptop();
  const user = await aNewcomerAt(service);
  await user.types('s3cret-w1th-dashes').sees('••••••••••••••••••', '18 of 63 characters');
  await user.presses('sign in with this token').sees('expected 63 letters and digits, got 18');
  expect(user.terminal.raw()).not.toContain('s3cret');
  expect(service.requests).toEqual([]);
});

test('a token of the environment is said to be from there, and no child process gets it', async () => {
  const home = aHome();
  // Children call this in place of tmux, and it writes down their environment.
  home.keeps('tmux', `#!/bin/sh\nenv >${join(home.path, 'children')}\ncat >/dev/null\n`, 0o755);
  const env = { PATH: `${home.path}:${process.env['PATH'] ?? ''}`, TMUX: '/tmp/none,1,0' };
  const { service, user } = await aUserOf({ systems: [aSystem({ hostname: 'laptop-anna' })], home, env });
  await user.sees('Your token comes from the environment');
  await user.presses('create an enrolment key').sees('description');
  await user.createsKey('tills', 'Enrolment key created');
  user.presses('copy the secret');
  await expect.poll(() => home.filesWith('TMUX=/tmp/none').length).toBe(1);
  expect(leaksIn(home.contents().join('\n'), service.token)).toEqual([]);
});

/** The program with its standard input from a pipe, but in a terminal. */
function startedWithPipe(input: string, home: Home, flags: string): User {
  const script = `cat "${home.keeps('input', input)}" | "${process.execPath}" "${programPath}" ${flags}`;
  return userAt(open('sh', ['-c', script], { cwd: home.path, env: home.env }), home);
}

test('a token on standard input is read once; keys still come from the terminal', async () => {
  const service = await aServiceWithALaptop();
  const user = startedWithPipe(`${service.token}\n`, aHome(), `--token-stdin --base-url ${service.baseUrl}`);
  await user.opens('Northwind', 'laptop-anna');
  await user.presses('switch organisation').sees('token from standard input');
  await user.leaves();
});

test('standard input that is no token is refused with its length', async () => {
  const user = startedWithPipe('too short\n', aHome(), '--token-stdin --base-url https://a.example');
  await user.sees('--token-stdin: expected 63 letters and digits, got 8');
});

test.each<[string, string[]]>([
  ['the screen', []],
  ['rollcall systems', ['systems']],
  ['rollcall doctor', ['doctor']],
])('%s reads no token from the terminal itself, which would show it', async (_, command) => {
  const user = aNewcomer({ flags: [...command, '--token-stdin', '--base-url', 'https://a.example'] });
  await user.sees('--token-stdin reads the token from a pipe or a file');
  expect(await user.terminal.exited).toEqual({ exitCode: 2, signal: 0 });
});

test('a file for the token is for its owner alone; one that others can use is refused with what mends it', async () => {
  const service = await aServiceWithALaptop();
  const first = aNewcomer();
  await signsInAndKeeps(first, service, 'a file');
  await first.sees('stored in a file only you can read');
  await first.leaves();

  const second = aNewcomer({ home: first.home });
  await second.opens('Northwind');
  await second.presses('switch organisation').sees('token from a file that is not encrypted');
  await second.leaves();

  chmodSync(tokenFile(first.home), 0o644);
  const third = aNewcomer({ home: first.home });
  await third.sees(acrossLines('can be read by other users: chmod 600'), 'enter sign in');
});

test('--insecure-storage keeps it in that file without a question', async () => {
  const service = await aServiceWithALaptop();
  const user = await aNewcomerWithToken(service, { flags: ['--insecure-storage'] });
  await user.opens('Northwind', 'stored in a file only you can read');
  expect(user.home.filesWith(service.token)).toEqual([tokenFile(user.home)]);
});

test('a command of the person prints the token at each start; one that fails is said, without its output', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  const store = home.keeps('vault', service.token);
  const first = await aNewcomerWithToken(service, { home });
  await keepsIn(first, 'a command of yours');
  await first.sees('without a shell');
  await first.types('echo wrong').sees('echo wrong');
  await first.presses('try this command').sees('prints no token');
  await first.pressesKey('ctrl-u').types(`cat ${store}`).sees('vault');
  first.presses('try this command');
  await first.opens('Northwind', 'The token comes from your command.');
  await first.leaves();

  const second = aNewcomer({ home });
  await second.opens('Northwind');
  await second.leaves();

  writeFileSync(store, 'nothing of the kind');
  const third = aNewcomer({ home });
  await third.sees('The token command prints no token', 'enter sign in');
  expect(third.terminal.raw()).not.toContain('nothing of the kind');
});

test('where there is no keychain each other place is offered with what it means, and none is taken silently', async () => {
  const service = await aServiceWithALaptop();
  const keysBefore = kernelKeysOf(service);
  const user = await aNewcomerWithToken(service);
  await user.sees(
    'There is no keychain here.',
    row('▌ this session only', 'nothing is stored'),
    row('a command of yours', 'pass show'),
    row('a file', 'not encrypted: ', 'rollcall/tokens.json'),
  );
  await user.presses('decide later; use it for this session').sees((screen) => !screen.includes('no keychain'));
  await user.opens('Northwind');
  await user.leaves();
  expect(user.home.filesWith(service.token)).toEqual([]);
  expect(kernelKeysOf(service)).toEqual(keysBefore);
});

/** Keys of any earlier session count: ports are reused. */
function kernelKeysOf({ baseUrl }: { readonly baseUrl: string }): readonly string[] {
  const lines = readFileSync('/proc/keys', 'utf8').split('\n');
  return lines.filter((line) => line.includes(baseUrl)).map((line) => line.slice(0, 8));
}

test('a stored value that is damaged is said, and sent nowhere', async () => {
  const service = await aServiceWithALaptop();
  const first = aNewcomer();
  await signsInAndKeeps(first, service, 'a file');
  await first.sees('stored in a file only you can read');
  await first.leaves();
  const sent = service.requests.length;
  writeFileSync(tokenFile(first.home), JSON.stringify({ [service.baseUrl]: 'garbage' }));
  const second = aNewcomer({ home: first.home });
  await second.sees(acrossLines('holds no valid token for this service.'), 'enter sign in');
  expect(service.requests).toHaveLength(sent);
});

test('without the native module the program works, and says that there is no keychain', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  cpSync('dist', join(home.path, 'alone'), { recursive: true });
  const bus = createServer().listen(join(home.path, 'bus'));
  onTestFinished(() => void bus.close());
  const env = { ...home.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home.path, 'bus')}` };
  const user = userAt(open(process.execPath, [join(home.path, 'alone', 'rollcall.js')], { cwd: home.path, env }), home);
  await givesAddress(user, service.baseUrl);
  await user.sees('There is no keychain here.');
  await givesToken(user, service.token);
  await keepsIn(user, 'this session only');
  await user.opens('Northwind');
});
