/** The screen of a program under test: takes what it writes, and tells when something is shown. */
import type { Terminal as Emulator } from '@xterm/headless';
import { createEmulator, type Screen, screenOf } from './screen.ts';

/** A text or pattern on the screen, or a question about it. */
export type Expected = string | RegExp | ((screen: string) => boolean);

export interface WatchedScreen extends Screen {
  readonly emulator: Emulator;
  /** Takes what the program has written. */
  readonly take: (text: string) => void;
  /** Looks again at what is waited for: a question may be about more than the screen. */
  readonly look: () => void;
  /** The program has ended: resolves once all that it wrote is shown. */
  readonly end: () => Promise<void>;
  /** Everything the program has written, escape sequences and all. */
  readonly raw: () => string;
  /** How many bytes that is. */
  readonly bytes: () => number;
  /** Resolves with the screen once it is as expected; rejects, showing it, when time is up or the program has ended. */
  readonly waitFor: (expected: Expected, options?: { timeout?: number }) => Promise<string>;
}

// A test may give the program a time of its own; how long it waits for the screen is real.
const { setTimeout, clearTimeout } = globalThis;

/** How long a test waits for the screen, in milliseconds: a program on a computer ten times as busy is still waited for. */
const patienceMs = 120_000;

export function watchedScreen(columns: number, rows: number): WatchedScreen {
  const emulator = createEmulator(columns, rows);
  const screen = screenOf(emulator);
  let raw = '';
  /** It has ended, and nothing of what it wrote is still to be shown. */
  let isOver = false;
  /** Called whenever the screen may have changed. */
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
          // Terminals show a frame once all of it is there.
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
