/** Lends the test's process to a program: environment, folder and clock, and a `process` of its own for the rest. */
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { devNull } from 'node:os';
import process from 'node:process';
import { Readable, type Transform, Writable } from 'node:stream';
import zlib from 'node:zlib';
import { vi } from 'vitest';

/** Real time between two moves of the program's clock. */
const tickMs = 5;

/** Thrown by `process.exit` at the end of a program: nothing after it runs. */
export class Exit extends Error {}

export interface Lent {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly input: LentInput;
  readonly output: Writable;
  /** Where the program has no terminal: its complaints go elsewhere. */
  readonly errors?: Writable;
  /** Called with the exit code when the program asks for its end. */
  readonly onExit: (code: number) => void;
}

export interface Loan {
  /** The program's `process`: its own arguments, streams, listeners, exit code and exit. */
  readonly own: NodeJS.Process;
  /** Ends the program, even if parts of it still run: calls its listeners for the exit. */
  end(exitCode: number): void;
  giveBack(): void;
}

let isLent = false;

/** The answers that the program unpacks, as another thread does. */
const unpackers = new Set<Transform>();

const unpacks = (unpacker: Transform): Transform => {
  unpackers.add(unpacker);
  return unpacker.once('close', () => unpackers.delete(unpacker));
};

/** Is a part of an answer being unpacked? */
export function isUnpacking(): boolean {
  return Array.from(unpackers).some(({ writableLength }) => writableLength > 0);
}

const watchedZlib = {
  ...zlib,
  createGunzip: (options?: zlib.ZlibOptions) => unpacks(zlib.createGunzip(options)),
  createBrotliDecompress: (options?: zlib.BrotliOptions) => unpacks(zlib.createBrotliDecompress(options)),
};

/** Does a program have this process? */
export function isProcessLent(): boolean {
  return isLent;
}

/** Lends the process to one program at a time. */
export function lendProcess({ argv, env, cwd, input, output, errors = output, onExit }: Lent): Loan {
  if (isLent) throw new Error('A program runs in this process already.');
  isLent = true;
  const before = { cwd: process.cwd(), env: { ...process.env } };
  process.chdir(cwd);
  setEnvironment(env);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance', 'hrtime'],
    shouldAdvanceTime: true,
    advanceTimeDelta: tickMs,
  });
  const listeners = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  let isOver = false;
  const changed: Record<PropertyKey, unknown> = {
    ...{ argv: [...argv], stdin: input, stdout: output, stderr: errors, exitCode: undefined },
    // The package signal-exit keeps its listeners here: those of an ended program would keep all of it in memory.
    __signal_exit_emitter__: undefined,
    getBuiltinModule: (name: string): unknown => (name === 'node:zlib' ? watchedZlib : process.getBuiltinModule(name)),
    exit(code?: number | string | null): void {
      if (isOver) return;
      onExit(Number(code ?? changed['exitCode'] ?? 0));
      throw new Exit();
    },
  };
  const own = new Proxy(process, {
    get(target, name) {
      if (Object.hasOwn(changed, name)) return changed[name];
      const isOfListeners = name in EventEmitter.prototype;
      const from = isOfListeners ? listeners : target;
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === 'function' ? (value.bind(from) as unknown) : value;
    },
    set(_, name, value) {
      changed[name] = value;
      return true;
    },
  });
  // A library asks for `process` there.
  globalThis.process = own;
  const { open } = fs.promises;
  const files: FileHandle[] = [];
  fs.promises.open = async (...about) => {
    const file = await open(...about);
    files.push(file);
    return file;
  };
  return {
    own,
    end(exitCode) {
      isOver = true;
      listeners.emit('exit', exitCode);
      listeners.removeAllListeners();
    },
    giveBack() {
      globalThis.process = process;
      unpackers.clear();
      fs.promises.open = open;
      // The end of a process closes its files: an open one still has its descriptor.
      for (const file of files) if (file.fd >= 0) void file.close();
      vi.useRealTimers();
      process.chdir(before.cwd);
      setEnvironment(before.env);
      isLent = false;
    },
  };
}

function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** The keys of a terminal, or a pipe. */
export class LentInput extends Readable {
  readonly isTTY: boolean;
  readonly fd = 0;
  isRaw = false;

  constructor(isTTY = true) {
    super();
    this.isTTY = isTTY;
  }

  override _read(): void {
    // Typed input is pushed.
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

/** No file: a program writes to one in another way. */
const anyDescriptor = fs.openSync(devNull, 'w');

/** A pipe whose reader keeps all pieces. */
export class LentPipe extends Writable {
  readonly fd = anyDescriptor;

  constructor(pieces: Buffer[]) {
    super({
      write(chunk: Buffer, _encoding, done) {
        pieces.push(chunk);
        done();
      },
    });
  }
}

/** The screen of a terminal: `take` gets the output until `isGone`. */
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
    // A line feed also returns to the first column: the driver of a terminal adds that (ONLCR, termios(3)).
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
