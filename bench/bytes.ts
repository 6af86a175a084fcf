/** How many bytes does a key cost on the line? Against programs that people use over SSH every day. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openTerminal, type Terminal } from '../test/support/terminal.ts';
import { startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

/** Bytes per key: a move within the screen, and a line further when the screen has to follow. */
export interface Bytes {
  readonly program: string;
  readonly move: readonly number[];
  readonly scrolled: readonly number[];
}

export interface OwnBytes extends Bytes {
  readonly page: readonly number[];
  readonly filterKey: readonly number[];
  readonly idleSecond: readonly number[];
}

/** When nothing has come for so long, the key is answered. */
const quietMs = 60;
const rows = 24;

export async function measureOwnBytes(keys: number, home: string): Promise<OwnBytes> {
  const service = await startSyntheticService(12_431, 0);
  const terminal = startProgram(service, home);
  await terminal.waitFor(/NAME[^]*\? all keys/);
  await quiet(terminal);
  const { move, scrolled } = await movesIn(terminal, 'j', keys);
  const page: number[] = [];
  for (let at = 0; at < keys / 4; at++) page.push(await bytesFor(terminal, '\u{4}'));
  terminal.write('f');
  await quiet(terminal);
  const filterKey: number[] = [];
  for (const key of 'lab-bench') filterKey.push(await bytesFor(terminal, key));
  const idleSecond: number[] = [];
  for (let at = 0; at < 3; at++) {
    const before = terminal.bytes();
    await setTimeout(1000);
    idleSecond.push(terminal.bytes() - before);
  }
  await terminal.close();
  await service.close();
  return { program: 'rollcall', move, scrolled, page, filterKey, idleSecond };
}

/** The others, as far as they are installed (apt: htop, tig, nnn). */
export async function measureOtherBytes(keys: number, home: string): Promise<readonly Bytes[]> {
  const repository = join(home, 'repository');
  const folder = join(home, 'folder');
  makeRepository(repository, keys + 2 * rows);
  makeFolder(folder, keys + 2 * rows);
  const others: readonly (readonly [string, readonly string[], string])[] = [
    // It looks at the processes every ten seconds instead of every one and a half: that is not what a key costs.
    ['htop', ['--delay=100'], home],
    ['tig', [], repository],
    ['nnn', [], folder],
  ];
  const measured: Bytes[] = [];
  for (const [command, args, cwd] of others) {
    if (spawnSync(command, ['--version']).error !== undefined && spawnSync(command, ['-V']).error !== undefined)
      continue;
    const terminal = openTerminal({ command, args, cwd, env: { HOME: home }, rows });
    await quiet(terminal);
    await setTimeout(500);
    await quiet(terminal);
    measured.push({ program: command, ...(await movesIn(terminal, arrowDown, keys)) });
    await terminal.close();
  }
  return measured;
}

/** As a terminal sends it to a program that has switched it to application keys (DECCKM), which these three do. */
const arrowDown = '\u{1B}OB';

/** One down at a time, first within the screen, then on. */
async function movesIn(terminal: Terminal, down: string, keys: number): Promise<Pick<Bytes, 'move' | 'scrolled'>> {
  const move: number[] = [];
  const scrolled: number[] = [];
  for (let key = 0; key < 10; key++) move.push(await bytesFor(terminal, down));
  for (let key = 0; key < rows; key++) await bytesFor(terminal, down);
  for (let key = 0; key < keys; key++) scrolled.push(await bytesFor(terminal, down));
  return { move, scrolled };
}

async function bytesFor(terminal: Terminal, key: string): Promise<number> {
  const before = terminal.bytes();
  terminal.write(key);
  await quiet(terminal);
  return terminal.bytes() - before;
}

async function quiet(terminal: Terminal): Promise<void> {
  for (let before = -1; before !== terminal.bytes();) {
    before = terminal.bytes();
    await setTimeout(quietMs);
  }
}

function makeRepository(path: string, commits: number): void {
  mkdirSync(path);
  const git = (input: string, ...args: string[]): void => {
    execFileSync('git', args, { cwd: path, input, stdio: ['pipe', 'ignore', 'ignore'] });
  };
  git('', 'init', '-b', 'main');
  const history = Array.from({ length: commits }, (_, at) => {
    const message = `Change number ${at} of the many there are`;
    return `commit refs/heads/main\ncommitter A Person <a@b.example> ${1_700_000_000 + at} +0000\ndata ${message.length}\n${message}\n`;
  });
  git(history.join(''), 'fast-import');
}

function makeFolder(path: string, files: number): void {
  mkdirSync(path);
  for (let at = 0; at < files; at++) writeFileSync(join(path, `a-file-with-number-${String(at).padStart(4, '0')}`), '');
}
