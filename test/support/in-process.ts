/** Runs the built program in the process of the test, on an emulated terminal; the test controls its time. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import process from 'node:process';
import timers from 'node:timers/promises';
import vm from 'node:vm';
import { vi } from 'vitest';
import { Exit, isUnpacking, type Lent, lendProcess, LentInput, LentOutput, LentPipe } from './lent-process.ts';
import type { Terminal, TerminalOptions } from './terminal.ts';
import { patienceMs, watchedScreen } from './watched-screen.ts';

// The test's own timers, whatever the clock of the program.
const { setTimeout, setImmediate } = globalThis;

const loopUtilization = performance.eventLoopUtilization.bind(performance);

/** Turns of the event loop, and milliseconds of each: this many with little work are quiet. */
const [quietTurns, turnMs] = [3, 2];

/** Work outside JavaScript: files, connections being made, children. */
const work = /^(?:FSReq|GetAddrInfo|TCPConnect|PipeConnect|Write|Shutdown|Process)/;

/** Time that is skipped when nothing happens, in milliseconds: it grows while nothing does. */
const [firstSkipMs, maxSkipMs] = [50, 4000];

/** Nobody waits longer for a screen, in milliseconds of the program's time: requests and their retries have ended. */
const maxWaitMs = 2.5 * patienceMs;

/**
 * Runs one program at a time; `program` is `main.js`, or built alike. Time passes faster while nothing happens: a mere
 * wait (a deadline, a retry, a pause of the hand) costs the test no time.
 */
export function openInProcess(program: string, options: Omit<TerminalOptions, 'command'>): Terminal {
  const { args = [], cwd = process.cwd(), columns = 80, rows = 24 } = options;
  // A library asks the process itself for colours, not its streams.
  const colours = options.env?.['NO_COLOR'] === undefined ? { FORCE_COLOR: '2' } : {};
  const base = { PATH: process.env['PATH'], LANG: 'C.UTF-8', TERM: 'xterm-256color', HOME: '/nonexistent', ...colours };
  const input = new LentInput();
  const { emulator, take, look, end, ...screen } = watchedScreen({ ...options, columns, rows }, (reply) => {
    input.push(reply);
  });
  const output = new LentOutput(columns, rows, take);
  const ending = Promise.withResolvers<{ exitCode: number; signal: number }>();
  let hasEnded = false;
  const finish = (exitCode: number): void => {
    if (hasEnded) return;
    hasEnded = true;
    output.isGone = true;
    loan.end(exitCode);
    // The emulator draws in the program's time.
    void end().then(() => {
      loan.giveBack();
      ending.resolve({ exitCode, signal: 0 });
    });
  };
  const argv = [process.execPath, program, ...args];
  const loan = lendProcess({ argv, env: { ...base, ...options.env }, cwd, input, output, onExit: finish });
  void run(program, loan.own).then(finish, (error: unknown) => {
    if (error instanceof Exit) return;
    finish(1);
    throw error;
  });

  return {
    ...screen,
    pid: process.pid,
    exited: ending.promise,
    write(text) {
      input.push(text);
    },
    resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      Object.assign(output, { columns: newColumns, rows: newRows });
      output.emit('resize');
    },
    async passes(ms) {
      await quiet(screen.bytes);
      if (!hasEnded) await vi.advanceTimersByTimeAsync(ms);
    },
    async waitFor(expected, patience) {
      let isWaiting = true;
      const givenUp = new AbortController();
      const shown = screen.waitFor(expected, { ...patience, givenUp: givenUp.signal }).finally(() => {
        isWaiting = false;
      });
      const skip = async (): Promise<void> => {
        let skippedMs = 0;
        for (let ms = firstSkipMs; ; ms = Math.min(2 * ms, maxSkipMs)) {
          await quiet(screen.bytes);
          look();
          await new Promise((resolve) => setImmediate(resolve));
          if (!isWaiting || hasEnded) return;
          if (skippedMs > maxWaitMs) givenUp.abort();
          skippedMs += ms;
          await vi.advanceTimersByTimeAsync(ms);
        }
      };
      void skip();
      return shown;
    },
    async close() {
      finish(0);
      await ending.promise;
      emulator.dispose();
    },
    kill: notHere,
    stall: notHere,
    flow: notHere,
    hangUp: notHere,
  };
}

/** Runs the program without a terminal in the process of the test; `typed`: its input. */
export async function printedInProcess(program: string, args: readonly string[], env: Lent['env'], typed = '') {
  const [output, complaint]: [Buffer[], Buffer[]] = [[], []];
  const input = new LentInput(false);
  if (typed !== '') input.push(typed);
  input.push(null);
  const ending = Promise.withResolvers<number>();
  const finish = (exitCode: number): void => {
    loan.end(exitCode);
    ending.resolve(exitCode);
  };
  const argv = [process.execPath, program, ...args];
  const streams = { output: new LentPipe(output), errors: new LentPipe(complaint) };
  const loan = lendProcess({ argv, env, cwd: process.cwd(), input, ...streams, onExit: finish });
  void run(program, loan.own).then(finish, (error: unknown) => {
    if (!(error instanceof Exit)) ending.reject(error);
  });
  try {
    const exitCode = await ending.promise;
    const [printed = '', message = ''] = [output, complaint].map((pieces) => Buffer.concat(pieces).toString());
    return { exitCode, output: printed, complaint: message };
  } finally {
    loan.giveBack();
  }
}

function notHere(): never {
  throw new Error('This needs a process of its own.');
}

/** The exit code of a program that ends by itself. */
async function run(program: string, own: NodeJS.Process): Promise<number> {
  await load(program, own).main();
  return Number(own.exitCode ?? 0);
}

interface Loaded {
  readonly exports: { readonly main: () => Promise<void> };
  /** The `process` that the module sees: that of the program which runs. */
  own: NodeJS.Process;
}

/** Each with the environment that its libraries read when they were loaded. */
const loaded = new Map<string, Loaded>();

/** Each takes as much memory as a program. */
const maxLoaded = 3;

/** Folders and settings differ between the programs of one environment; each program reads them when it starts. */
const isReadLater = (name: string): boolean => /^(?:HOME|TMPDIR|XDG_|ROLLCALL_)/.test(name);

/**
 * The module, loaded once for the programs of one environment, one after the other: code that has run before takes half
 * the time. Its state is in its store and in the home folder, so that nothing of a program that has ended is left.
 */
function load(program: string, own: NodeJS.Process): Loaded['exports'] {
  const environment = Object.entries(process.env).filter(([name]) => !isReadLater(name));
  const key = JSON.stringify([program, own.stdout.isTTY, environment]);
  const found = loaded.get(key);
  if (found !== undefined) {
    found.own = own;
    return found.exports;
  }
  const one = loadAnew(program, own);
  loaded.set(key, one);
  for (const oldest of [...loaded.keys()].slice(0, -maxLoaded)) loaded.delete(oldest);
  return one.exports;
}

const scripts = new Map<string, vm.Script>();

/** Its compiled code is used again. */
function loadAnew(program: string, own: NodeJS.Process): Loaded {
  const found = scripts.get(program);
  // One more function around the module, like the one in which Node wraps it.
  const source = (): string => `(function (process) { return ${readFileSync(program, 'utf8')}\n})`;
  const script = found ?? new vm.Script(source(), { filename: program });
  scripts.set(program, script);
  const module = { exports: {} as Loaded['exports'] };
  const one: Loaded = {
    get exports() {
      return module.exports;
    },
    own,
  };
  const current = new Proxy(process, {
    get: (_, name): unknown => Reflect.get(one.own, name),
    set: (_, name, value) => Reflect.set(one.own, name, value),
  });
  const require = createRequire(program);
  const requireWith = (name: string): unknown =>
    /^(?:node:)?process$/.test(name)
      ? current
      : name === 'node:timers/promises'
        ? { ...timers, setTimeout: pause }
        : require(name);
  const defineWith = script.runInThisContext() as (process: NodeJS.Process) => (...names: unknown[]) => void;
  defineWith(current)(module.exports, Object.assign(requireWith, require), module, program, dirname(program));
  return one;
}

/** `setTimeout` of `node:timers/promises`, in the program's time. */
function pause<T>(ms?: number, value?: T, { signal }: { readonly signal?: AbortSignal } = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      globalThis.clearTimeout(timer);
      reject(new DOMException('This pause was aborted.', 'AbortError'));
    };
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Resolves when nothing happens without time: no writing, reading, sending, receiving or drawing. */
async function quiet(bytes: () => number): Promise<void> {
  for (let turns = 0, seen = bytes(); turns < quietTurns; turns++) {
    const before = loopUtilization();
    await new Promise((resolve) => setTimeout(resolve, turnMs));
    await new Promise((resolve) => setImmediate(resolve));
    const isIdle = loopUtilization(before).utilization < 0.2 && !isUnpacking();
    if (isIdle && bytes() === seen && !process.getActiveResourcesInfo().some((name) => work.test(name))) continue;
    [turns, seen] = [0, bytes()];
  }
}
