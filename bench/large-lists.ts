/** Measures the delay of a key, and the resident memory, once a list of this length is loaded. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openTerminal, type Terminal } from '../test/support/terminal.ts';
import type { Expected } from '../test/support/watched-screen.ts';
import { goBack, startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

export interface LargeList {
  readonly systems: number;
  /** Milliseconds from the byte of `j` or `k` to the whole frame. */
  readonly keys: readonly number[];
  /** Milliseconds for each of the heavy actions, by name. */
  readonly actions: Readonly<Record<string, readonly number[]>>;
  /** Resident once everything is loaded, in MiB (proc(5), VmRSS). */
  readonly residentMib: number;
}

const readingMs = 300_000;
/** Each letter is a key of its own; the first keeps most of the systems, the last some hundred. */
const filter = 'lab-bench-99';
const inkListPath = fileURLToPath(new URL('ink-list.ts', import.meta.url));

export async function measureLargeList(
  systems: number,
  keys: number,
  rounds: number,
  home: string,
): Promise<LargeList> {
  const service = await startSyntheticService(systems, 0);
  const terminal = startProgram(service, home);
  await terminal.waitFor(/NAME[^]*\? help/);
  terminal.write('G');
  const all = systems.toLocaleString('en');
  await terminal.waitFor(new RegExp(`^${all} systems`, 'm'), { timeout: readingMs });
  const residentMib = residentOf(terminal.pid);
  terminal.write('g');
  await terminal.waitFor(/^▌.*web-0 /m);
  const times = await timesOfKeys(terminal, keys);
  const actions: Record<string, number[]> = {};
  const measure = async (name: string, bytes: string, seen: string | RegExp | (() => boolean)): Promise<void> => {
    (actions[name] ??= []).push(await taking(terminal, bytes, seen));
  };
  for (let round = 0; round < rounds; round++) {
    terminal.write('f');
    await terminal.waitFor('filter:');
    for (const [at, letter] of Array.from(filter).entries()) {
      // The frame with the letter has its rows, too.
      await measure('a letter of a filter', letter, `filter: ${filter.slice(0, at + 1)}`);
    }
    await terminal.waitFor('shown by filter');
    terminal.write('\r');
    await terminal.waitFor((screen) => !screen.includes('filter:'));
    await goBack(terminal, (screen) => !screen.includes('shown by filter'));
    await measure('order changed', 'o', /by name/);
    terminal.write('0');
    await terminal.waitFor((screen) => !screen.includes('by name'));
    await measure('all marked', 'a', `${all} marked`);
    await measure('marks inverted', 'i', /inverted: |was seen again/);
    await measure('marks undone', 'u', /Undone: |was seen again/);
    await measure('review opened', 'd', 'To delete, type');
    await goBack(terminal, 'd review');
    terminal.write('U');
    await terminal.waitFor((screen) => !screen.includes(`${all} marked`));
    terminal.write('S');
    // The first time, disabled systems are loaded as well.
    await terminal.waitFor(/▏ 90 days ▕[^]*by key/, { timeout: readingMs });
    await goBack(terminal, 'NAME');
    await measure('stale screen opened', 'S', /▏ 90 days ▕[^]*by key/);
    await measure('threshold moved', '\u{1B}[C', '▏ 91 days');
    terminal.write('\u{1B}[D');
    await terminal.waitFor('▏ 90 days');
    await measure('threshold typed', '4', '▏ 4');
    await goBack(terminal, 'NAME');
  }
  await terminal.close();
  await service.close();
  return { systems, keys: times, actions, residentMib };
}

/** Milliseconds from the byte of `j` or `k` to the moved cursor of the simplest list. */
export async function measureInkList(keys: number): Promise<readonly number[]> {
  const terminal = openTerminal({ command: process.execPath, args: [inkListPath], env: { NODE_ENV: 'production' } });
  await terminal.waitFor('▌ line 0');
  const times = await timesOfKeys(terminal, keys);
  await terminal.close();
  return times;
}

/** Eight lines down and eight up again, as often as there are keys. */
export async function timesOfKeys(terminal: Terminal, keys: number): Promise<number[]> {
  const times: number[] = [];
  let line = cursorLine(terminal);
  for (let key = 0; key < keys; key++) {
    const isDown = key % 16 < 8;
    line += isDown ? 1 : -1;
    // In the middle of a frame there may be no cursor for a moment.
    times.push(await taking(terminal, isDown ? 'j' : 'k', () => cursorLine(terminal) === line));
  }
  return times;
}

export function residentOf(pid: number): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Seconds of the processor that a process has used, its own and the kernel's for it (proc(5), stat). */
export function processorOf(pid: number): number {
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/s, '')
    .split(/\s+/);
  const [user = '0', kernel = '0'] = fields.slice(10);
  return (Number(user) + Number(kernel)) / ticksASecond;
}

const ticksASecond = 100;

export async function taking(terminal: Terminal, bytes: string, seen: Expected): Promise<number> {
  const begun = performance.now();
  terminal.write(bytes);
  await terminal.waitFor(seen, { timeout: 60_000 });
  return performance.now() - begun;
}

function cursorLine(terminal: Terminal): number {
  return terminal.lines().findIndex((line) => line.startsWith('▌'));
}
