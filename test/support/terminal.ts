/** Runs a command in a pseudo-terminal, and keeps the screen that it draws. */
import { setTimeout as pause } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { createEmulator, type Screen, screenOf } from './screen.ts';

export interface TerminalOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to PATH, LANG and TERM; nothing else is passed on, and HOME is a folder that does not exist. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
}

/** A text or pattern on the screen, or a question about it. */
export type Expected = string | RegExp | ((screen: string) => boolean);

export interface Terminal extends Screen {
  readonly pid: number;
  /** When the program has ended, and its last output is on the screen. */
  readonly exited: Promise<{ exitCode: number; signal: number }>;
  /** Everything the program has written, escape sequences and all. */
  raw(): string;
  /** How many bytes that is. */
  bytes(): number;
  write(text: string): void;
  resize(columns: number, rows: number): void;
  /** Takes nothing more of what the program writes, as a line that is too slow for it; and goes on. */
  stall(): void;
  flow(): void;
  /** Resolves with the screen once it is as expected; rejects, showing it, when time is up or the program has ended. */
  waitFor(expected: Expected, options?: { timeout?: number }): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** The line drops: the terminal is gone, as when an SSH connection is. Resolves when the program is gone, too. */
  hangUp(): Promise<void>;
  /** Ends the program if it still runs. */
  close(): Promise<void>;
}

export function openTerminal(options: TerminalOptions): Terminal {
  const { command, args = [], cwd = process.cwd(), columns = 80, rows = 24 } = options;
  const base = { PATH: process.env['PATH'], LANG: 'C.UTF-8', TERM: 'xterm-256color', HOME: '/nonexistent' };
  const env = { ...base, ...options.env };
  const program = spawn(command, [...args], { name: env.TERM, cols: columns, rows, cwd, env });
  const emulator = createEmulator(columns, rows);
  const screen = screenOf(emulator);

  let raw = '';
  let hasEnded = false;
  let isHungUp = false;
  /** It has ended, and nothing of what it wrote is still to be shown. */
  let isOver = false;
  /** Called whenever the screen may have changed. */
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watcher of watchers) watcher();
  };
  program.onData((text) => {
    raw += text;
    emulator.write(text, look);
  });
  // What a real terminal answers to queries reaches the program as if it were typed.
  emulator.onData((reply) => {
    if (!hasEnded) program.write(reply);
  });
  const exited = new Promise<{ exitCode: number; signal: number }>((resolve) => {
    program.onExit(({ exitCode, signal = 0 }) => {
      hasEnded = true;
      emulator.write('', () => {
        isOver = true;
        resolve({ exitCode, signal });
        look();
      });
    });
  });

  const waitFor = (expected: Expected, { timeout = 10_000 } = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      const settle = (complaint?: string): void => {
        clearTimeout(timer);
        watchers.delete(watcher);
        const shown = screen.screen();
        if (complaint === undefined) resolve(shown);
        else reject(new Error(`${complaint}: ${String(expected)}\n--- the screen ---\n${shown}\n------------------`));
      };
      const watcher = (): void => {
        // Terminals show a frame once all of it is there.
        const isMidFrame = emulator.modes.synchronizedOutputMode;
        if (!isMidFrame && isOn(screen.screen(), expected)) settle();
        else if (isOver) settle('The program ended, and its screen does not show');
      };
      const timer = setTimeout(settle, timeout, `Not on the screen after ${timeout} ms`);
      watchers.add(watcher);
      watcher();
    });

  return {
    ...screen,
    pid: program.pid,
    exited,
    raw: () => raw,
    bytes: () => Buffer.byteLength(raw),
    write: (text) => {
      program.write(text);
    },
    resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      program.resize(newColumns, newRows);
    },
    stall() {
      program.pause();
    },
    flow() {
      program.resume();
    },
    waitFor,
    kill: (signal) => {
      program.kill(signal);
    },
    async hangUp() {
      isHungUp = true;
      (program as unknown as { destroy(): void }).destroy();
      while (isThere(program.pid)) await pause(20);
    },
    async close() {
      if (!hasEnded && !isHungUp) program.kill('SIGKILL');
      // The end of a program whose terminal is gone is not reported.
      if (!isHungUp) await exited;
      emulator.dispose();
    },
  };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function isOn(screen: string, expected: Expected): boolean {
  if (typeof expected === 'string') return screen.includes(expected);
  return expected instanceof RegExp ? expected.test(screen) : expected(screen);
}

/** Characters that arrive together, and milliseconds for each: no faster than what the program takes for typing. */
const [atOnce, keyMs] = [4, 45];

/** Types into a field with the sign `> `, as fast as a hand may: what comes faster is taken for a paste. */
export async function typeByHand(
  terminal: Pick<Terminal, 'write' | 'waitFor'>,
  text: string,
  timeout?: number,
): Promise<void> {
  for (let end = 0; end < text.length;) {
    const piece = text.slice(end, end + atOnce);
    terminal.write(piece);
    end += piece.length;
    await terminal.waitFor(`> ${text.slice(0, end).trimEnd()}`, timeout === undefined ? {} : { timeout });
    // Of a program that waits for its turn, the last letters are read late: an enter must not be read with them.
    await pause(atOnce * keyMs);
  }
}
