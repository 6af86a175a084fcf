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
  /** Sends the answers that were held back; those that come after are sent at once. */
  readonly answer: () => void;
  /** The whole output of the program, with its escape sequences. */
  readonly raw: () => string;
  /** Bytes of that output. */
  readonly bytes: () => number;
  /** Resolves with the screen when it is as expected; rejects, showing it, after the time limit, the end or `givenUp`. */
  readonly waitFor: (expected: Expected, options?: { timeout?: number; givenUp?: AbortSignal }) => Promise<string>;
}

// A test may give the program its own time; the wait for the screen is in real time.
const { setTimeout, clearTimeout } = globalThis;

/**
 * Limit of the wait for the screen, in milliseconds: enough on a computer ten times as busy. A test that is to fail need
 * not wait so long.
 */
export const patienceMs = Number(process.env['ROLLCALL_TEST_PATIENCE'] ?? 120_000);

/** How a terminal answers the questions of a program. */
export interface Answering {
  /** Its background, black or white; null: it does not say. The usual one is black. */
  readonly background?: 'dark' | 'light' | null;
  /** Its answers are held back, as on a slow line. */
  readonly isLate?: boolean;
}

/** `reply` gets the answers, which reach the program as if they were typed. */
export function watchedScreen(
  { columns, rows, background = 'dark', isLate = false }: { columns: number; rows: number } & Answering,
  reply: (text: string) => void,
): WatchedScreen {
  const emulator = createEmulator(columns, rows);
  let held: string[] | null = isLate ? [] : null;
  const answered = (text: string): void => {
    if (held === null) reply(text);
    else held.push(text);
  };
  emulator.onData(answered);
  // The emulator has no colours of its own, and leaves this question to the program around it.
  emulator.parser.registerOscHandler(11, (asked) => {
    const part = background === 'light' ? 'ffff' : '0000';
    if (asked === '?' && background !== null) answered(`\u{1B}]11;rgb:${part}/${part}/${part}\u{1B}\\`);
    return true;
  });
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
    answer() {
      for (const text of held ?? []) reply(text);
      held = null;
    },
    raw: () => raw,
    bytes: () => Buffer.byteLength(raw),
    waitFor: (expected, { timeout = patienceMs, givenUp } = {}) =>
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
        givenUp?.addEventListener('abort', () => {
          settle('Not on the screen, and nothing that leads to it happens any more');
        });
        watchers.add(watcher);
        watcher();
      }),
  };
}

function isOn(screen: string, expected: Expected): boolean {
  if (typeof expected === 'string') return screen.includes(expected);
  return expected instanceof RegExp ? expected.test(screen) : expected(screen);
}
