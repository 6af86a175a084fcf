/** The screen of a program under test: receives its output, and tells when something is shown. */
import type { Terminal as Emulator } from '@xterm/headless';
import { createEmulator, type Screen, screenOf } from './screen.ts';

/** A text or pattern on the screen, or a question about it. */
export type Expected = string | RegExp | ((screen: string) => boolean);

export interface WatchedScreen extends Screen {
  readonly emulator: Emulator;
  /** Receives the program's output. */
  readonly take: (text: string) => void;
  /** Checks the conditions again: one may be about more than the screen. */
  readonly look: () => void;
  /** Resolves after the end of the program, when all its output is shown. */
  readonly end: () => Promise<void>;
  /** The whole output of the program, with its escape sequences. */
  readonly raw: () => string;
  /** Bytes of that output. */
  readonly bytes: () => number;
  /** Resolves with the screen when it is as expected; rejects, showing it, after the time limit or the end. */
  readonly waitFor: (expected: Expected, options?: { timeout?: number }) => Promise<string>;
}

// A test may give the program its own time; the wait for the screen is in real time.
const { setTimeout, clearTimeout } = globalThis;

/** Limit of the wait for the screen, in milliseconds: enough on a computer ten times as busy. */
const patienceMs = 120_000;

export function watchedScreen(columns: number, rows: number): WatchedScreen {
  const emulator = createEmulator(columns, rows);
  const screen = screenOf(emulator);
  let raw = '';
  /** Set when the program has ended and all its output is shown. */
  let isOver = false;
  /** Called when the screen may have changed. */
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watcher of watchers) watcher();
  };

  return {
    ...screen,
    emulator,
    take(text) {
      raw += text;
      emulator.write(text, look);
    },
    look,
    end: () =>
      new Promise((resolve) => {
        emulator.write('', () => {
          isOver = true;
          resolve();
          look();
        });
      }),
    raw: () => raw,
    bytes: () => Buffer.byteLength(raw),
    waitFor: (expected, { timeout = patienceMs } = {}) =>
      new Promise((resolve, reject) => {
        const settle = (complaint?: string): void => {
          clearTimeout(timer);
          watchers.delete(watcher);
          const shown = screen.screen();
          if (complaint === undefined) resolve(shown);
          else reject(new Error(`${complaint}: ${String(expected)}\n--- the screen ---\n${shown}\n------------------`));
        };
        const watcher = (): void => {
          // Terminals show a frame only when it is complete.
          const isMidFrame = emulator.modes.synchronizedOutputMode;
          if (!isMidFrame && isOn(screen.screen(), expected)) settle();
          else if (isOver) settle('The program ended, and its screen does not show');
        };
        const timer = setTimeout(settle, timeout, `Not on the screen after ${timeout} ms`);
        watchers.add(watcher);
        watcher();
      }),
  };
}

function isOn(screen: string, expected: Expected): boolean {
  if (typeof expected === 'string') return screen.includes(expected);
  return expected instanceof RegExp ? expected.test(screen) : expected(screen);
}
