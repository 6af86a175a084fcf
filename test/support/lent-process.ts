/** Lends the process of the test to a program: arguments, environment, streams, listeners and clock, until it is over. */
import type { EventEmitter } from 'node:events';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { vi } from 'vitest';

/** How much of real time passes between two moves of the program's clock. */
const tickMs = 5;

/** What `process.exit` throws where a program would end: nothing after it runs. */
export class Exit extends Error {}

export interface Lent {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly input: LentInput;
  readonly output: LentOutput;
  /** Called with the exit code when the program asks for its end. */
  readonly onExit: (code: number) => void;
}

export interface Loan {
  /** Ends what listens to the process for the program, as the end of a process does; its listeners for that are called. */
  endListeners(exitCode: number): void;
  giveBack(): void;
}

let isLent = false;

/** Whether a program has this process. */
export function isProcessLent(): boolean {
  return isLent;
}

// An emitter's own types name each event.
const events: Pick<EventEmitter, 'eventNames' | 'rawListeners' | 'on' | 'off'> = process;

/** To one program at a time. */
export function lendProcess({ argv, env, cwd, input, output, onExit }: Lent): Loan {
  if (isLent) throw new Error('A program runs in this process already.');
  isLent = true;
  const before = {
    ...{ argv: process.argv, cwd: process.cwd(), env: { ...process.env }, exitCode: process.exitCode },
    exit: Object.getOwnPropertyDescriptor(process, 'exit'),
    streams: ['stdin', 'stdout', 'stderr'].map(
      (name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const,
    ),
    listeners: new Map(events.eventNames().map((name) => [name, events.rawListeners(name) as Listener[]])),
  };
  process.argv = [...argv];
  process.chdir(cwd);
  setEnvironment(env);
  for (const [name, stream] of Object.entries({ stdin: input, stdout: output, stderr: output })) {
    Object.defineProperty(process, name, { value: stream, configurable: true });
  }
  let isCrashing = false;
  events.on('uncaughtExceptionMonitor', () => {
    isCrashing = true;
  });
  const exit = (code?: number | string | null): void => {
    onExit(Number(code ?? process.exitCode ?? 0));
    // Thrown where an exception is handled, it would end the process of the test.
    if (!isCrashing) throw new Exit();
  };
  Object.defineProperty(process, 'exit', { value: exit, configurable: true, writable: true });
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    shouldAdvanceTime: true,
    advanceTimeDelta: tickMs,
  });

  return {
    endListeners(exitCode) {
      for (const name of events.eventNames()) {
        for (const listener of events.rawListeners(name) as Listener[]) {
          if (before.listeners.get(name)?.includes(listener) === true) continue;
          events.off(name, listener);
          if (name === 'exit') listener(exitCode);
        }
      }
      events.on('uncaughtException', ignoreExit).on('unhandledRejection', ignoreExit);
    },
    giveBack() {
      vi.useRealTimers();
      events.off('uncaughtException', ignoreExit).off('unhandledRejection', ignoreExit);
      for (const [name, listeners] of before.listeners) {
        for (const listener of listeners) if (!events.rawListeners(name).includes(listener)) events.on(name, listener);
      }
      for (const [name, descriptor] of [...before.streams, ['exit', before.exit] as const]) {
        if (descriptor !== undefined) Object.defineProperty(process, name, descriptor);
      }
      process.argv = before.argv;
      process.exitCode = before.exitCode;
      process.chdir(before.cwd);
      setEnvironment(before.env);
      isLent = false;
    },
  };
}

type Listener = (...args: unknown[]) => void;

/** An end that is asked for in a timer or a promise is thrown there. */
function ignoreExit(error: unknown): void {
  if (!(error instanceof Exit)) throw error;
}

function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** The keys of a terminal. */
export class LentInput extends Readable {
  readonly isTTY = true;
  readonly fd = 0;
  isRaw = false;

  override _read(): void {
    // What is typed is pushed.
  }

  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** The screen of a terminal: `take` is given what is written until `isGone`. */
export class LentOutput extends Writable {
  readonly isTTY = true;
  readonly fd = 1;
  isGone = false;
  columns: number;
  rows: number;
  readonly #take: (text: string) => void;

  constructor(columns: number, rows: number, take: (text: string) => void) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
    this.#take = take;
  }

  override _write(chunk: string | Uint8Array, _encoding: string, done: () => void): void {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    // A line feed also goes to the first column: the driver of a terminal adds that (ONLCR, termios(3)).
    if (!this.isGone) this.#take(text.replaceAll(/\r?\n/g, '\r\n'));
    done();
  }

  getColorDepth(): number {
    return 8;
  }

  hasColors(): boolean {
    return true;
  }
}
