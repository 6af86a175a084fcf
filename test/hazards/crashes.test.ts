/** Traces of a crash, and protection of the running process from inspection (hazards, F). */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaksIn } from '../support/canary.ts';
import { aHome, eachInItsOwnProcess, type Home, open, programPath, type Shell } from '../support/program.ts';
import { aServiceWithALaptop, aSystem } from '../support/service.ts';
import { aShellUserOf, environmentFor, userAt } from '../support/user.ts';
import { exceptionInDrawingOf, exceptionOf, onSignal, rejectionOf } from '../support/endings.ts';

eachInItsOwnProcess();

/** A user in a list, with Node configured like this. */
function aUserOfNode(options: string) {
  return aShellUserOf({ systems: [aSystem({ hostname: 'laptop-anna' })], env: { NODE_OPTIONS: options } });
}

/** The name of the note that a crash left. */
function noteIn({ stateFolder }: Home): string {
  return readdirSync(stateFolder).find((name) => name.startsWith('crash-')) ?? '';
}

// The token is put into the error by way of the header of each request.
const withToken = `import { OutgoingMessage } from 'node:http'; const { setHeader } = OutgoingMessage.prototype;
  OutgoingMessage.prototype.setHeader = function (name, value) {
    if (name === 'Authorization') globalThis.canary = value.slice(7); return setHeader.call(this, name, value); };`;

test.each([
  ['an exception', exceptionOf],
  ['a rejection', rejectionOf],
  ['an exception while drawing', exceptionInDrawingOf],
])('%s gives the terminal back, says so without the token, saves the marks, and leaves a note', async (_, codeOf) => {
  const code = codeOf('"bad value " + globalThis.canary');
  const preload = `--import data:text/javascript,${encodeURIComponent(withToken)} ${onSignal(code)}`;
  const { service, home, shell, user } = await aUserOfNode(preload);
  await user.presses('mark and move down').sees('1 marked');
  shell.signal('SIGUSR2');
  expect(await shell.ended()).toEqual({ exitCode: 1, isAsBefore: true });
  const note = noteIn(home);
  const path = join(home.stateFolder, note);
  expect(user.screen().replaceAll('\n', '')).toContain(note);
  expect(user.screen()).toContain('crashed (a bug): bad value [token]');
  expect(user.screen()).toContain('Saved 1 mark of Northwind: "mark systems from a list" (:) opens them.');
  expect(readFileSync(path, 'utf8')).toContain('bad value [token]');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(leaksIn(user.terminal.raw() + home.contents().join('\n'), service.token)).toEqual([]);
});

test('a crash note names places of the source, not of the bundle', async () => {
  const { shell, home } = await aUserOfNode(onSignal(exceptionInDrawingOf('"bad"')));
  shell.signal('SIGUSR2');
  await shell.ended();
  const note = readFileSync(join(home.stateFolder, noteIn(home)), 'utf8');
  expect(note).toMatch(/\n {4}at src\/screens\/\S+\.tsx?:\d+:\d+\n/);
  expect(note).not.toContain('main.js');
});

test('no signal opens an inspector', async () => {
  const { shell, user } = await aUserOfNode('');
  shell.signal('SIGUSR1');
  await user.presses('help for this screen').sees('› Help');
  expect(user.terminal.raw()).not.toContain('Debugger listening');
  expect(listenersOf(shell)).toEqual([]);
});

test('an inspector that the environment opens is closed before a token is there', async () => {
  const { shell, user } = await aUserOfNode('--inspect=127.0.0.1:0');
  const [, port = ''] = /ws:\/\/127\.0\.0\.1:(\d+)\//.exec(user.terminal.raw()) ?? [];
  expect(Number(port)).toBeGreaterThan(0);
  expect(await canConnect(Number(port))).toBe(false);
  expect(listenersOf(shell)).toEqual([]);
});

test('a signal that the environment names for snapshots of the memory writes none', async () => {
  const { home, shell, user } = await aUserOfNode('--heapsnapshot-signal=SIGUSR2');
  shell.signal('SIGUSR2');
  await user.presses('help for this screen').sees('› Help');
  await user.terminal.close();
  const files = readdirSync(home.path, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('.heapsnapshot'))).toEqual([]);
});

test('output of NODE_DEBUG is not let onto the screen, and holds no token elsewhere; DEV does nothing', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  const env = { ...environmentFor(service), ...home.env, DEV: 'true', NODE_DEBUG: '*' };
  const refused = userAt(open(process.execPath, [programPath], { cwd: home.path, env }), home);
  await refused.sees('NODE_DEBUG makes Node write over the screen');
  expect(await refused.terminal.exited).toMatchObject({ exitCode: 2 });

  const script = `exec "${process.execPath}" "${programPath}" 2>"$HOME/debug.log"`;
  const user = userAt(open('sh', ['-c', script], { cwd: home.path, env }), home);
  await user.opens('Northwind');
  await user.leaves();
  expect(home.filesWith('http createConnection')).toHaveLength(1);
  expect(leaksIn(user.terminal.raw() + home.contents().join('\n'), service.token)).toEqual([]);
});

test('no report of Node holds the token, whatever the environment asks for', async () => {
  const options = `--report-uncaught-exception --report-on-fatalerror --report-on-signal ${onSignal('throw new Error("bad")')}`;
  const { service, home, shell } = await aUserOfNode(options);
  shell.signal('SIGUSR2');
  expect(await shell.ended()).toMatchObject({ exitCode: 1 });
  expect(leaksIn(home.contents().join('\n'), service.token)).toEqual([]);
});

/** The addresses on which the program listens, as the kernel lists them. */
function listenersOf({ terminal }: Shell): string[] {
  const children = execFileSync('pgrep', ['-P', String(terminal.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const sockets = children.flatMap((pid) =>
    readdirSync(`/proc/${pid}/fd`).flatMap((name) => linkOf(`/proc/${pid}/fd/${name}`)),
  );
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.includes(`socket:[${inode ?? ''}]`))
    .map(([, address = '']) => address);
}

function linkOf(path: string): string[] {
  try {
    return [execFileSync('readlink', [path], { encoding: 'utf8' }).trim()];
  } catch {
    return [];
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
