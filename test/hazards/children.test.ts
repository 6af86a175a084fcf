/** Subprocesses of rollcall, and the terminal where one cannot be started (hazards, N). */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome, eachInItsOwnProcess, type Home } from '../support/program.ts';
import { aCrowd, aServiceWithALaptop, aSystem, systemsCalled } from '../support/service.ts';
import { aNewcomerWithToken, givesToken, keepsIn, leaveField } from '../support/sign-in.ts';
import { aNewcomer, aShellUserOf, aUserOf, acrossLines, row } from '../support/user.ts';

eachInItsOwnProcess();

/** Makes a file, one that cannot be executed, and a link to itself. */
function oddFiles({ path }: Home): void {
  writeFileSync(join(path, 'file'), '', { mode: 0o600 });
  symlinkSync(join(path, 'circle'), join(path, 'circle'));
}

/** Commands that cannot be started, and the error of each. */
const cannotStart: readonly (readonly [command: (home: Home) => string, message: string])[] = [
  [() => `''`, 'The token command "" has no name.'],
  [() => 'no-such-command', 'The token command "no-such-command" was not found.'],
  [() => 'echo "unclosed', 'The token command has a quote that is not closed.'],
  [({ path }) => join(path, 'file'), 'may not be run.'],
  [({ path }) => join(path, 'file', 'x'), 'leads through a file.'],
  [({ path }) => join(path, 'circle'), 'is a circle of links.'],
  [() => `/${'x'.repeat(300)}`, 'has too long a name.'],
];

function keepsACommand(home: Home, baseUrl: string, tokenCommand: string): void {
  home.keepsSettings({ profiles: { default: { baseUrl, keepIn: 'command', tokenCommand } } });
}

test.each([
  ...cannotStart,
  [() => `echo ${'x'.repeat(200_000)}`, '"echo" is too long a command.'] as const,
  [() => 'echo a\0b', '"echo" holds a NUL character.'] as const,
])('a token command that cannot be started is said at the start, %#; the field works', async (command, message) => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  oddFiles(home);
  keepsACommand(home, service.baseUrl, command(home));
  const user = aNewcomer({ home });
  await user.sees(acrossLines(message), 'enter sign in');
  await user.types('abc').sees('3 of 63 characters');
  await leaveField(user);
  expect((await user.terminal.exited).exitCode).toBe(0);
});

test('where the token command cannot be started the other places are offered, also the keychain, at each start', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  keepsACommand(home, service.baseUrl, 'no-such-command');
  for (let start = 0; start < 2; start++) {
    const user = aNewcomer({ home });
    await user.sees('The token command "no-such-command" was not found.');
    await givesToken(user, service.token);
    await user.sees(
      'The token command "no-such-command" was not found.',
      'this session only',
      'the keychain',
      'a file',
    );
    await user.presses('decide later; use it for this session').sees('laptop-anna');
    await user.leaves();
  }
  const user = aNewcomer({ home });
  await givesToken(user, service.token);
  await keepsIn(user, 'a file');
  await user.opens('Northwind', 'stored in a file');
  await user.leaves();
});

test('a token command that cannot be started is said where it is typed, and another place is chosen', async () => {
  const service = await aServiceWithALaptop();
  const user = await aNewcomerWithToken(service);
  oddFiles(user.home);
  await keepsIn(user, 'a command of yours');
  await user.sees('rollcall runs it without a shell');
  for (const [command, message] of cannotStart) {
    await user.types(command(user.home)).presses('try this command').sees(acrossLines(message));
    user.pressesKey('ctrl-u');
  }
  user.pressesKey('esc');
  await keepsIn(user, 'this session only');
  await user.opens('Northwind');
  await user.leaves();
});

test('doctor says why the token command cannot be started, and systems ends with that', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  keepsACommand(home, service.baseUrl, `''`);
  for (const command of ['doctor', 'systems']) {
    const user = aNewcomer({ home, flags: [command] });
    await user.sees(acrossLines('The token command "" has no name.'));
    expect((await user.terminal.exited).exitCode).toBeGreaterThan(0);
    expect(user.terminal.raw()).not.toContain('    at ');
  }
});

test('an editor command with an unclosed quote is reported before the terminal is handed over', async () => {
  const { user, shell } = await aShellUserOf({ systems: systemsCalled('web', 9), env: { EDITOR: 'vi "unclosed' } });
  await user.chooses('mark systems from a list', 'Nothing was marked: $EDITOR has a quote that is not closed.');
  expect(shell.terminal.raw().split('\u001B[?1049l')).toHaveLength(1);
  await user.presses('move down').sees(row('▌', 'web-2'));
  user.presses('quit');
  expect(await shell.ended()).toEqual({ exitCode: 0, isAsBefore: true });
});

test('an editor that is killed in raw mode leaves a terminal in which keys work, and the shell has its own again', async () => {
  const home = aHome();
  // Terminal modes as an editor sets them: no echo, no lines, application cursor keys, the mouse, a scroll region.
  const modes = String.raw`stty raw -echo -onlcr; printf '\033[?1h\033[?1002;1006h\033[3;5r\033[?25l'; kill -9 $$`;
  const env = { EDITOR: `sh ${home.keeps('editor', modes)}` };
  const { user, shell } = await aShellUserOf({ systems: systemsCalled('web', 9), home, env });
  await user.chooses('mark systems from a list');
  await user.sees('Nothing was marked: the editor ended with a signal.', row('▌', 'web-1'));
  const [, after = ''] = shell.terminal.raw().split('\u001B[3;5r');
  for (const reset of ['\u001B[?1l', ';1000;1001;1002;1003;1004;1005;1006;', '\u001B[r'])
    expect(after).toContain(reset);
  await user.presses('move down').sees(row('▌', 'web-2'));
  user.presses('quit');
  expect(await shell.ended()).toEqual({ exitCode: 0, isAsBefore: true });
});

test.each([
  ['', 'no-such-pager', 'Records not shown: the pager "no-such-pager" was not found.'],
  ['', `less '`, 'Records not shown: $PAGER has a quote that is not closed.'],
])('a pager that cannot be started is said%s: %s', async (_, pager, message) => {
  const home = aHome();
  home.keeps('state/rollcall/changes/2026-11-20T10-00-00.jsonl', 'nothing that is understood\n');
  const { user } = await aUserOf({ systems: aCrowd(), home, env: { PAGER: pager } });
  await user.opensHistory('1 file not read');
  await user.presses('read its record').sees(message);
  await user.pressesKey('esc').sees('› Systems');
});

test('a secret is copied through the terminal where tmux cannot be started', async () => {
  const home = aHome();
  symlinkSync(join(home.path, 'tmux'), join(home.path, 'tmux'));
  const env = { PATH: home.path, TMUX: '/nowhere,1,0' };
  const { user } = await aUserOf({ systems: [aSystem({ hostname: 'laptop-anna' })], home, env });
  await user.presses('copy: name, id').sees('› Copy', 'enter copy');
  user.presses('copy it');
  await user.sees(() => user.terminal.raw().includes(`\u001B]52;c;${Buffer.from('laptop-anna').toString('base64')}`));
  await user.leaves();
});
