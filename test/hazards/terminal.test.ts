/** The shell, kill -9, and files that grow: section G of the hazards, unless another file has it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Terminal } from '@xterm/headless';
import { expect, test, vi } from 'vitest';
import { aHome, eachInItsOwnProcess, open, programPath } from '../support/program.ts';
import { aService, staleSystems, type StoryService, systemsCalled } from '../support/service.ts';
import { createEmulator, screenOf } from '../support/screen.ts';
import { aShellUserOf, aUserOf, environmentFor, row, userAt } from '../support/user.ts';

eachInItsOwnProcess();

/** The program started by a shell script. */
function startedBy(script: string, service: StoryService, env: Readonly<Record<string, string>> = {}) {
  const home = aHome();
  const about = { cwd: home.path, env: { ...home.env, ...environmentFor(service), ...env } };
  const terminal = open('sh', ['-c', script, 'sh', process.execPath, programPath], about);
  return { user: userAt(terminal, home), terminal };
}

test('SIGTSTP from any sender restores the terminal, and SIGCONT draws the screen again', async () => {
  const { user, shell } = await aShellUserOf({ systems: systemsCalled('web', 3) });
  shell.signal('SIGTSTP');
  await user.sees(() => !shell.terminal.isAlternate());
  expect(user.screen()).not.toContain('Northwind');
  // The shell's group stops after the terminal is restored: an earlier SIGCONT would be lost.
  while (!/\) T /.test(readFileSync(`/proc/${shell.terminal.pid}/stat`, 'utf8'))) await setTimeout(10);
  process.kill(-shell.terminal.pid, 'SIGCONT');
  await user.sees(row('▌', 'web-1'));
  await user.presses('move down').sees(row('▌', 'web-2'));
});

test('wherever the shell has its cursor, the first frame is drawn from the top', async () => {
  const service = await aService({ systems: systemsCalled('web', 3) });
  const { user, terminal } = startedBy(`seq 15; "$@"`, service);
  await user.sees('? help');
  const [, drawn = ''] = terminal.raw().split('\u001B[?1049h');
  const [first = ''] = drawn.split('› Systems');
  // The service's address until it has answered; then the organisation's name.
  expect(await shownFrom(15, `\u001B[?1049h${first}`)).toMatch(/^rollcall › (Northwind|http:)/);
});

test('a terminal without a size gets a screen all the same, and the right one once it has a size', async () => {
  const service = await aService({ systems: systemsCalled('web', 3) });
  const { user, terminal } = startedBy(`stty rows 0 cols 0; exec "$@"`, service, { COLUMNS: '60' });
  await user.opens('Northwind');
  const screen = await user.sees(row('▌', 'web-1'), '? help');
  expect(Math.max(...screen.split('\n').map((line) => line.trimEnd().length))).toBeLessThanOrEqual(60);
  terminal.resize(81, 25);
  await user.sees(row('▌', 'web-1'), (wider) => wider.split('\n').some((line) => line.trimEnd().length > 60));
});

test('a line is drawn where it belongs, also after another program has written over the screen; ctrl-l draws all of it', async () => {
  const { user } = await aUserOf({ systems: systemsCalled('web', 9) });
  const before = user.terminal.lines();
  // A message as wall(1) writes it.
  writeFileSync(`/proc/${user.terminal.pid}/fd/1`, '\r\nBroadcast message\r\n\n\n');
  await user.sees('Broadcast message');
  await user.presses('move down').sees(row('▌', 'web-2'));
  const belongs = before.findIndex((line) => line.includes('web-2'));
  expect(user.terminal.lines()[belongs]).toMatch(/^▌.*web-2/);
  await user.presses('repaint the screen').sees((screen) => !screen.includes('Broadcast message'));
  await user.presses('move up').sees(row('▌', 'web-1 '));
  // All except the notice, which a key clears.
  expect(user.terminal.lines().slice(0, 22)).toEqual(before.slice(0, 22));
});

/** The first line that a terminal shows of this output, with its cursor in that row before. */
async function shownFrom(row: number, output: string): Promise<string> {
  const terminal = new Terminal({ cols: 80, rows: 24, allowProposedApi: true });
  await new Promise<void>((done) => {
    terminal.write(`${'\r\n'.repeat(row)}${output}`, done);
  });
  const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY)?.translateToString() ?? '';
  terminal.dispose();
  return line;
}

test('after kill -9 the line of the documents puts the terminal right', async () => {
  const [, line = ''] = /^ +(stty sane; printf .*)$/m.exec(readFileSync('docs/troubleshooting.md', 'utf8')) ?? [];
  const service = await aService({ systems: systemsCalled('web', 3) });
  const script = `stty -g; "$@"; echo "exit code $?"; read -r line; eval "$line"; stty -g; echo over; read -r _`;
  const { user, terminal } = startedBy(script, service);
  await user.opens('Northwind');
  const pid = Number(readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8'));
  process.kill(pid, 'SIGKILL');
  await user.sees('exit code 137');
  expect(terminal.isAlternate()).toBe(true);
  await user.types(`${line}\n`).sees('over');
  expect(terminal.isAlternate()).toBe(false);
  expect(terminal.raw()).toContain('\u{1B}[?1049l\u{1B}[?25h\u{1B}[?7h\u{1B}[?2004l');
  const [, before] = /^(\S+)\r\n/.exec(terminal.raw()) ?? [];
  const [, after] = /(\S+)\r\nover/.exec(terminal.raw()) ?? [];
  expect(isCooked(before)).toBe(true);
  expect(isCooked(after)).toBe(true);
});

/** Cooked mode: lines are echoed, and ctrl-c is a signal. Of `stty -g`, the fourth word has ISIG, ICANON, ECHO. */
function isCooked(saved = ''): boolean {
  const localModes = Number.parseInt(saved.split(':')[3] ?? '0', 16);
  const wanted = 0o1 | 0o2 | 0o10;
  return (localModes & wanted) === wanted;
}

test('each run has a file of its own: none grows with the next run, and none is ever removed', async () => {
  const systems = [...staleSystems(2), ...systemsCalled('web', 9)];
  const { user, home } = await aUserOf({ systems });
  const deletes = async (hostname: string): Promise<void> => {
    await user.marks(hostname);
    await user.deletes('delete 1', '1 system deleted');
    await user.presses('back to the list, or the history').sees('› Systems');
  };
  await deletes('old-1');
  const [first = ''] = readdirSync(home.changesFolder);
  const whole = readFileSync(join(home.changesFolder, first), 'utf8');
  await deletes('old-2');
  expect(readdirSync(home.changesFolder)).toHaveLength(2);
  expect(readFileSync(join(home.changesFolder, first), 'utf8')).toBe(whole);
});

/** Every mode that a program may leave switched on, and a line without echo. */
const mess = [
  'stty raw -echo -onlcr',
  String.raw`printf '\033[?1049h\033[?25l\033[?1h\033=\033[4h\033[?5h\033[?7l\033(0\033[7m'`,
  String.raw`printf '\033[?1000;1002;1003;1004;1006;1015;2004;2026h\033[>1u\033[>4;2m\033[3;5r\033[?6h'`,
];

const endings = { 'with 0': 'exit 0', 'with 3': 'exit 3', killed: 'kill -9 $$' };
const ways = ['one of your own commands', 'the editor'] as const;

test.each(ways.flatMap((way) => Object.entries(endings).map((ending) => [way, ...ending] as const)))(
  'whatever %s leaves on, %s, keys work after it, and the shell has its terminal as it was',
  async (way, _, ending) => {
    const home = aHome();
    const script = home.keeps('script', [...mess, ending].join('\n'));
    home.keepsSettings({ commands: [{ key: '!e', name: 'it', argv: ['sh', script] }] });
    const env = { EDITOR: `sh ${script}` };
    const { user, shell } = await aShellUserOf({ systems: systemsCalled('web', 3), home, env });
    await user.sees(() => shell.terminal.raw().includes('[?2004h'));
    const inside = await modesOf(shell.terminal);
    if (way === 'the editor') {
      await user.chooses('mark systems from a list');
    } else {
      await user.types('!e').sees('Press a key to return to rollcall.');
      expect(await modesOf(shell.terminal)).toEqual(await modesAfter(''));
      user.types('x');
    }
    await user.sees(row('▌', 'web-1'), () => /\[>4;2m[^]*\[\?1049h/.test(shell.terminal.raw()));
    await user.presses('move down').sees(row('▌', 'web-2'));
    expect(await modesOf(shell.terminal)).toEqual(inside);
    user.presses('quit');
    expect(await shell.ended()).toEqual({ exitCode: 0, isAsBefore: true });
    expect(await modesAfter(shell.terminal.raw())).toEqual(await modesAfter(''));
    // The emulator has neither protocol of keys, so the raw output is checked.
    const [, after = ''] = shell.terminal.raw().split('\u001B[>4;2m');
    for (const reset of ['\u001B[=0u', '\u001B[>4m']) expect(after).toContain(reset);
  },
);

/** The modes of a terminal after this output, with its cursor, its screen, and the look of an x. */
/** Waits for the end of a frame that is being drawn, which is a mode, too. */
function modesOf({ raw }: { readonly raw: () => string }) {
  const between = async () => {
    const shown = await modesAfter(raw());
    return shown.modes.synchronizedOutputMode ? null : shown;
  };
  return vi.waitUntil(between, { timeout: 120_000 });
}

async function modesAfter(output: string) {
  const emulator = createEmulator(80, 24);
  await new Promise<void>((done) => {
    emulator.write(`${output}\u001B[24;1Hx`, done);
  });
  const screen = screenOf(emulator);
  const [, cursor = 'h'] = [...output.matchAll(/\[\?(?:\d+;)*25([hl])/g)].at(-1) ?? [];
  const shown = {
    cursor,
    isAlternate: screen.isAlternate(),
    drawn: screen.styledLine(23)[0],
    modes: { ...emulator.modes },
  };
  emulator.dispose();
  return shown;
}
