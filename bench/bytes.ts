/** Counts the bytes that a key sends over the line, against programs that are used over SSH every day. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openTerminal, type Terminal } from '../test/support/terminal.ts';
import { startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

/** The bytes that each program sent, each time. */
export interface Bytes {
  readonly program: string;
  /** A line down within the screen. */
  readonly move: readonly number[];
  /** Bytes outside the two sequences of synchronised output, which a terminal may show as half a frame. */
  readonly unframed: readonly number[];
  /** A line down when the screen has to scroll, which may move more than a line at a time: means of several. */
  readonly scrolled: readonly number[];
  /** A screen down. */
  readonly page: readonly number[];
  /** A letter of a filter, or of a search where there is no filter. */
  readonly filterKey: readonly number[];
  readonly idleSecond: readonly number[];
}

/** The keys of a program. The filter finds something, and so does each of its prefixes. */
interface Keys {
  readonly down: string;
  readonly pageDown: string;
  readonly opensFilter: string;
  readonly filter: string;
}

/** A key is answered after so much silence. */
const quietMs = 60;
/** A key may have no effect, as at the end of a list. */
const maxMs = 600;
const rows = 24;
const manyRows = 400;
/** The lines that this program scrolls at a time, so that each mean has the same share of it. */
const linesHeld = 10;

/** This program first, then the others that are installed (apt: htop, tig, nnn). */
export async function measureBytes(home: string): Promise<readonly Bytes[]> {
  const service = await startSyntheticService(12_431, 0);
  const repository = join(home, 'repository');
  const folder = join(home, 'folder');
  makeRepository(repository, manyRows);
  makeFolder(folder, manyRows);
  // Processes for htop to list.
  const sleepers = Array.from({ length: manyRows }, () => spawn('sleep', ['600'], { stdio: 'ignore' }));
  const other = (command: string, cwd: string, options: readonly string[] = []) => ({
    program: command,
    opened: () => openTerminal({ command, args: options, cwd, env: { HOME: home }, rows }),
  });
  const own = { program: 'rollcall', opened: () => startProgram(service, home) };
  const programs = [
    { ...own, keys: { down: 'j', pageDown, opensFilter: 'f', filter: 'lab-bench' } },
    // It refreshes every ten seconds instead of every one and a half: a refresh is no cost of a key.
    { ...other('htop', home, ['--delay=100']), keys: { ...cursorKeys, opensFilter: '\\', filter: 'sleep' } },
    { ...other('tig', repository), keys: { ...cursorKeys, opensFilter: '/', filter: 'Change nu' } },
    { ...other('nnn', folder), keys: { ...cursorKeys, opensFilter: '/', filter: 'a-file-wi' } },
  ].filter(({ program }) => program === 'rollcall' || isInstalled(program));
  const measured: Omit<Bytes, 'idleSecond'>[] = [];
  for (const { program, opened, keys } of programs) {
    const terminal = opened();
    await settled(terminal);
    measured.push({ program, ...(await bytesOf(terminal, keys)) });
    await terminal.close();
  }
  // With their own delays: their refresh is the cost of a second.
  const idle = [own, other('htop', home), other('tig', repository), other('nnn', folder)];
  const seconds = await Promise.all(
    idle.filter(({ program }) => measured.some((one) => one.program === program)).map(idleSeconds),
  );
  for (const sleeper of sleepers) sleeper.kill();
  await service.close();
  return measured.map((one, at) => ({ ...one, idleSecond: seconds[at] ?? [] }));
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version']).error === undefined || spawnSync(command, ['-V']).error === undefined;
}

const pageDown = '\u{1B}[6~';
/** In application mode (DECCKM), which these three turn on. */
const cursorKeys = { down: '\u{1B}OB', pageDown };

async function bytesOf(terminal: Terminal, at: Keys): Promise<Omit<Bytes, 'program' | 'idleSecond'>> {
  const times = async (count: number, key: string): Promise<string[]> => {
    const answers: string[] = [];
    for (let time = 0; time < count; time++) answers.push(await answerTo(terminal, key));
    return answers;
  };
  const moves = await times(12, at.down);
  // Over the edge of the screen.
  await times(rows, at.down);
  const scrolled: number[] = [];
  for (let run = 0; run < 7; run++) scrolled.push(mean((await times(linesHeld, at.down)).map(bytesIn)));
  const page = (await times(7, at.pageDown)).map(bytesIn);
  terminal.write(at.opensFilter);
  await quiet(terminal);
  const filterKey: number[] = [];
  for (const key of at.filter) filterKey.push(bytesIn(await answerTo(terminal, key)));
  return { move: moves.map(bytesIn), unframed: moves.map(bytesOutsideFrames), scrolled, page, filterKey };
}

async function idleSeconds({ opened }: { opened: () => Terminal }): Promise<number[]> {
  const terminal = opened();
  await settled(terminal);
  const seconds: number[] = [];
  for (let second = 0; second < 7; second++) {
    const before = terminal.bytes();
    await setTimeout(1000);
    seconds.push(terminal.bytes() - before);
  }
  await terminal.close();
  return seconds;
}

/** Waits until the program is quiet after its start. */
async function settled(terminal: Terminal): Promise<void> {
  await quiet(terminal);
  await setTimeout(1500);
  await quiet(terminal);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function answerTo(terminal: Terminal, key: string): Promise<string> {
  const before = terminal.bytes();
  const { length } = terminal.raw();
  terminal.write(key);
  for (let waited = 0; terminal.bytes() === before && waited < maxMs; waited += 10) await setTimeout(10);
  await quiet(terminal);
  return terminal.raw().slice(length);
}

function bytesIn(text: string): number {
  return Buffer.byteLength(text);
}

/** DEC mode 2026: the terminal shows everything between the two sequences at once. */
function bytesOutsideFrames(text: string): number {
  const [before = '', ...frames] = text.split('\u{1B}[?2026h');
  return bytesIn(before) + frames.reduce((sum, frame) => sum + bytesIn(frame.split('\u{1B}[?2026l')[1] ?? frame), 0);
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
