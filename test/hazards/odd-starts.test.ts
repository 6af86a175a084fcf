/** Starts in unusual places, with unusual arguments, folders and signals (hazards, N). */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cursorShown, linesWrap, modesLeftOn } from '../support/endings.ts';
import {
  aHome,
  eachInItsOwnProcess,
  type Home,
  open,
  programPath,
  runWithoutTerminalIn,
  startFromShell,
} from '../support/program.ts';
import {
  aCrowd,
  aService,
  aServiceWithALaptop,
  aSystem,
  staleSystems,
  type StoryService,
  systemsCalled,
} from '../support/service.ts';
import { aShellUserOf, aUserIn, aUserOf, environmentFor, runAt, type User, userAt } from '../support/user.ts';

eachInItsOwnProcess();

const twoStale = () => ({ systems: [...staleSystems(2), ...aCrowd()] });

/** The program started after a shell script, with a cache folder of its own in the home. */
function startedAfter(script: string, service: StoryService, home: Home, env: Record<string, string> = {}): User {
  const terminal = open('sh', ['-c', `${script}; exec "$0" "$@"`, process.execPath, programPath], {
    cwd: home.path,
    env: { ...home.env, XDG_CACHE_HOME: join(home.path, 'cache'), ...environmentFor(service), ...env },
  });
  return userAt(terminal, home);
}

/** Paths in the home that others can use in any way. */
function openTo(home: Home): string[] {
  const all = readdirSync(home.path, { recursive: true, encoding: 'utf8' });
  return all.filter((name) => {
    const stats = statSync(join(home.path, name));
    return stats.isDirectory() && name !== 'tmp' && (stats.mode & 0o077) !== 0;
  });
}

function modesIn(folder: string): number[] {
  return readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
}

test('with umask 0000 every folder is for its owner alone, also that of compiled code', async () => {
  const home = aHome();
  const user = startedAfter('umask 0000', await aService(twoStale()), home);
  await user.opens('Northwind');
  await user.marks('old-1');
  await user.deletes('delete 1', '1 system deleted');
  const compiled = join(home.path, 'cache', 'rollcall', 'compiled');
  await expect.poll(() => existsSync(compiled) && readdirSync(compiled)).toHaveLength(1);
  expect(modesIn(compiled)).toEqual([0o600]);
  await user.isEndedBy('SIGTERM');
  expect(readdirSync(home.changesFolder)).toHaveLength(1);
  expect(openTo(home)).toEqual([]);
});

test('with a records folder that others can write, no deletion starts; doctor names it', async () => {
  const home = aHome();
  mkdirSync(home.changesFolder, { recursive: true });
  chmodSync(home.changesFolder, 0o777);
  const { service, user } = await aUserOf({ ...twoStale(), home });
  await user.sees('Deletions blocked: the records folder is unsafe (rollcall doctor).');
  await user.marks('old-1');
  await user.deletes('delete 1', 'cannot save records (writable by others)');
  await user.pressesKey('esc').sees('› Systems ');
  user.presses('history: deletions, disabling, requests');
  await user.sees('not used: writable by others', (screen) => !screen.includes('No runs yet'));
  await user.terminal.close();
  expect(service.sent('DELETE')).toEqual([]);
  expect(readdirSync(home.changesFolder)).toEqual([]);
  const { output } = await runWithoutTerminalIn({ ...home.env, ...environmentFor(service) }, 'doctor');
  expect(output).toContain(`! records           not used: ${home.changesFolder} can be written by other users.`);
  const listed = await runWithoutTerminalIn(home.env, 'runs');
  expect(listed).toMatchObject({ exitCode: 1, output: '' });
  expect(listed.complaint).toContain(`${home.changesFolder} can be written by other users.`);
});

test('compiled code is not stored where others can write, nor settings read there; both are reported', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  const [cache, config] = [join(home.path, 'cache'), home.configFolder];
  const compiled = join(cache, 'rollcall', 'compiled');
  mkdirSync(compiled, { recursive: true, mode: 0o700 });
  home.keepsSettings({ profiles: { default: { readOnly: true } } });
  for (const folder of [compiled, config]) chmodSync(folder, 0o777);
  const user = startedAfter(':', service, home);
  await user.sees('› Settings file not understood', 'config/rollcall can be written by other users.');
  user.presses('continue read-only');
  await user.opens('Northwind', 'READ-ONLY SETTINGS UNREAD');
  await user.leaves();
  const { output } = await runWithoutTerminalIn({ ...home.env, XDG_CACHE_HOME: cache }, 'doctor');
  expect(output).toContain(`! settings          not used: ${config} can be written by other users.`);
  expect(output).toContain(`! compiled code     not used: ${compiled} can be written by other users.`);
  expect(readdirSync(compiled)).toEqual([]);
});

test('a token among the arguments ends every command at once, unread, and is not repeated', async () => {
  const service = await aServiceWithALaptop();
  const token = 'aB3'.repeat(21);
  const home = aHome();
  // A terminal without input, a standard input that never ends, and the given options.
  for (const flags of [
    [token],
    ['systems', '--token', token],
    ['doctor', '--json', `-t${token}`],
    ['--help', `x=${token}`],
  ]) {
    const script = `sleep 60 | "$0" "$@" --token-stdin; echo "exit code $?"`;
    const terminal = open('sh', ['-c', script, process.execPath, programPath, ...flags], {
      cwd: home.path,
      env: { ...home.env, ...environmentFor(service), XDG_CACHE_HOME: join(home.path, 'cache') },
    });
    await terminal.waitFor(/revoke\s+that\s+token/);
    expect(terminal.raw()).not.toContain('aB3');
    await expect.poll(() => isRunningWith(token)).toBe(false);
    await terminal.close();
  }
  expect(service.requests).toEqual([]);
  expect(readdirSync(home.path)).toEqual(['tmp']);
});

/** Does a process of rollcall have this among its arguments? The shell that started it has it too. */
function isRunningWith(argument: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      const [command = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return command === process.execPath && rest.some((one) => one.includes(argument));
    } catch {
      return false;
    }
  });
}

test('ROLLCALL_TOKEN stays readable in the environment of the process, as SECURITY.md says', async () => {
  const { service, user } = await aUserOf({ systems: [aSystem({ hostname: 'laptop-anna' })] });
  expect(readFileSync(`/proc/${user.terminal.pid}/environ`, 'utf8')).toContain(`ROLLCALL_TOKEN=${service.token}`);
  const said = readFileSync('SECURITY.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const words of ['`ROLLCALL_TOKEN` stays readable', '/proc/PID/environ', '--token-stdin'])
    expect(said).toContain(words);
  await user.leaves();
});

test.each<[NodeJS.Signals, number]>([
  ['SIGUSR2', 140],
  ['SIGXCPU', 152],
])('%s gives the terminal back as it was, with exit code %i', async (signal, exitCode) => {
  const { shell } = await aShellUserOf({ systems: systemsCalled('web', 3) });
  shell.signal(signal);
  expect(await shell.ended()).toEqual({ exitCode, isAsBefore: true });
  expect(shell.terminal.isAlternate()).toBe(false);
  expect(modesLeftOn(shell.terminal.raw())).toEqual([linesWrap, cursorShown]);
});

test('a signal that Node ignores or keeps to itself ends nothing', async () => {
  const { shell, user } = await aShellUserOf({ systems: systemsCalled('web', 3) });
  for (const signal of ['SIGPIPE', 'SIGUSR1', 'SIGCHLD', 'SIGURG', 'SIGWINCH'] as const) shell.signal(signal);
  await user.presses('help for this screen').sees('› Help');
});

test('a signal before there is a screen gives the terminal back, and leaves no late answer of it to the shell', async () => {
  const service = await aServiceWithALaptop();
  // At the first request the terminal is in raw mode and has been asked for its background, without a screen yet. A
  // busy computer may take longer for the answer than the seconds that the program waits for it. One signal: a second
  // one ends the program at once.
  const preload = `import { Socket } from 'node:net'; const { connect } = Socket.prototype;
    process.once('SIGQUIT', () => process.stdout.write('signalled'));
    const { setTimeout } = globalThis; globalThis.setTimeout = (after, ms, ...about) =>
      setTimeout(after, [3000, 5000].includes(ms) ? 60_000 : ms, ...about);
    Socket.prototype.connect = function (...about) {
      Socket.prototype.connect = connect; process.kill(process.pid, 'SIGQUIT'); return connect.apply(this, about); };`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(preload)}`;
  const shell = startFromShell({ env: { ...environmentFor(service), NODE_OPTIONS }, isLate: true });
  await shell.terminal.waitFor('signalled');
  shell.terminal.answer();
  expect(await shell.ended()).toEqual({ exitCode: 131, isAsBefore: true });
  expect(shell.terminal.isAlternate()).toBe(false);
});

test('started in a folder that has been removed, it works, and exports go beside the records', async () => {
  const service = await aService(twoStale());
  const home = aHome();
  mkdirSync(join(home.path, 'gone'));
  const user = startedAfter(`cd "$HOME/gone"; rmdir "$HOME/gone"`, service, home, {
    EDITOR: `sh -c 'echo old-1 > "$0"'`,
  });
  await user.opens('Northwind');
  await user.presses('export to CSV and JSON').sees('shown systems: 22 systems');
  await user.presses('write shown systems').sees('Written:');
  expect(readdirSync(home.changesFolder)).toHaveLength(2);
  await user.chooses('mark systems from a list', '1 of 1 listed names marked');
  await user.deletes('delete 1', '1 system deleted');
  const script = `mkdir "$HOME/x"; cd "$HOME/x"; rmdir "$HOME/x"; "$0" "$@"; echo "exit code $?"`;
  const args = ['-c', script, process.execPath, programPath, 'systems', '--csv'];
  const listing = open('sh', args, { cwd: home.path, env: { ...home.env, ...environmentFor(service) } });
  await listing.waitFor('exit code 0');
});

test('is:__proto__ and is:constructor are refused where they are typed, by a flag, and in a saved session', async () => {
  const { service, user } = await aUserOf(twoStale());
  for (const word of ['is:__proto__', 'is:constructor', '-is:toString', 'is:valueOf']) {
    const { exitCode, output, complaint } = await runAt(service, 'systems', '--csv', `--filter=${word}`);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(complaint).toMatch(/--filter, at \d: unknown "is:\w+"\. Known: stale/);
  }
  user.presses('filter the loaded systems');
  await user.types('is:__proto__').sees('Known: stale, marked', 'old-1', 'busy-1');
  await user.pressesKey('enter').sees('filter:');
  await user.pressesKey('ctrl-u').types('is:constructor').sees('Known: stale, marked');
  await user.isEndedBy('SIGHUP');
});

test('a memory with a sort that is none is cleared with a sentence, and none of it is used', async () => {
  const { service, user: first } = await aUserOf(twoStale());
  const { home } = first;
  await first.presses('sort by the next column').sees('by name ↑');
  await first.leaves();
  const path = join(home.stateFolder, 'state.json');
  const file = JSON.parse(readFileSync(path, 'utf8')) as {
    profiles: { default: { lists: Record<string, Record<string, unknown>> } };
  };
  const sort = { by: 'constructor', reversed: false };
  const lists = Object.entries(file.profiles.default.lists).map(([key, view]) => [key, { ...view, sort }] as const);
  writeFileSync(path, JSON.stringify({ profiles: { default: { lists: Object.fromEntries(lists) } } }));
  const user = await aUserIn('Northwind', service, { home });
  await user.sees('state.json was damaged', (screen) => !screen.includes('by name ↑'));
  await user.leaves();
});

test('with --jitless the screen is refused in words, and so is a proxy; every command works without one', async () => {
  const env = { ...environmentFor(await aServiceWithALaptop()), NODE_OPTIONS: '--jitless' };
  const shell = startFromShell({ env });
  expect(await shell.ended()).toEqual({ exitCode: 2, isAsBefore: true });
  expect(shell.terminal.raw()).toMatch(/The screen needs WebAssembly.*--jitless/);
  expect((await runWithoutTerminalIn(env, 'systems', '--json')).output).toContain('laptop-anna');
  const through = await runWithoutTerminalIn({ ...env, HTTP_PROXY: 'http://127.0.0.1:9' }, 'systems');
  expect(through).toMatchObject({ exitCode: 2, output: '' });
  expect(through.complaint).toMatch(/HTTP_PROXY: .*WebAssembly.*--jitless/);
  expect((await runWithoutTerminalIn(env, 'doctor')).output).toContain('accepted: 1 organisation');
});
