/** Runs a command in a pseudo-terminal, and keeps its screen. */
import { setTimeout as pause } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { type Answering, watchedScreen, type WatchedScreen } from './watched-screen.ts';

export interface TerminalOptions extends Answering {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to PATH, LANG and TERM; nothing else is passed on, and HOME is a folder that does not exist. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Terminal extends Omit<WatchedScreen, 'emulator' | 'take' | 'look' | 'end'> {
  readonly pid: number;
  /** Resolves when the program has ended and its last output is on the screen. */
  readonly exited: Promise<{ exitCode: number; signal: number }>;
  write(text: string): void;
  resize(columns: number, rows: number): void;
  /** Stops accepting the program's output, like a line that is too slow; the program runs on. */
  stall(): void;
  flow(): void;
  /** Resolves when this many milliseconds have passed for the program. */
  passes(ms: number): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Drops the line, as when an SSH connection ends. Resolves when the program has ended too. */
  hangUp(): Promise<void>;
  /** Ends the program if it still runs. */
  close(): Promise<void>;
}

export function openTerminal(options: TerminalOptions): Terminal {
  const { command, args = [], cwd = process.cwd(), columns = 80, rows = 24 } = options;
  const base = { PATH: process.env['PATH'], LANG: 'C.UTF-8', TERM: 'xterm-256color', HOME: '/nonexistent' };
  const env = { ...base, ...options.env };
  const program = spawn(command, [...args], { name: env.TERM, cols: columns, rows, cwd, env });
  let hasEnded = false;
  let isHungUp = false;
  const { emulator, take, end, ...screen } = watchedScreen({ ...options, columns, rows }, (reply) => {
    if (!hasEnded) program.write(reply);
  });
  program.onData(take);
  const exited = new Promise<{ exitCode: number; signal: number }>((resolve) => {
    program.onExit(({ exitCode, signal = 0 }) => {
      hasEnded = true;
      void end().then(() => {
        resolve({ exitCode, signal });
      });
    });
  });

  return {
    ...screen,
    pid: program.pid,
    exited,
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
    passes: (ms) => pause(ms),
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
      // The end of a program without its terminal is not reported.
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

/** Characters that arrive together, and milliseconds for each: the fastest input that the program accepts as typing. */
const [atOnce, keyMs] = [4, 45];

/** Types into a field with the sign `> `, as fast as a hand: faster input counts as a paste. */
export async function typeByHand(
  terminal: Pick<Terminal, 'write' | 'waitFor' | 'passes'>,
  text: string,
): Promise<void> {
  for (let end = 0; end < text.length;) {
    const piece = text.slice(end, end + atOnce);
    terminal.write(piece);
    end += piece.length;
    const typed = text.slice(0, end).trimEnd();
    // A screen reader hears the new letters alone.
    const isSaid = (line: string): boolean => line === piece.trim() || line.startsWith(`${piece.trim()}, `);
    await terminal.waitFor((screen) => screen.includes(`> ${typed}`) || screen.split('\n').some(isSaid));
    // A busy program reads the last letters late: enter must not be read together with them.
    await terminal.passes(atOnce * keyMs);
  }
}
