/** Starts the built program in a terminal, with a home folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { tokenRefusal } from '../../src/app/cli/start-refusals.ts';
import { codeOf } from '../../src/state/kernel/files.ts';
import { openInProcess, printedInProcess } from './in-process.ts';
import { isProcessLent } from './lent-process.ts';
import { openTerminal, type Terminal, type TerminalOptions } from './terminal.ts';
import type { Answering } from './watched-screen.ts';

export const programPath = resolve('dist/rollcall.js');
const mainPath = resolve('dist/main.js');

/** The home folder of one person, for all files of the program. */
export interface Home {
  readonly path: string;
  /** The folder of the settings, and the one of the state. */
  readonly configFolder: string;
  readonly stateFolder: string;
  /** The folder of the run records. */
  readonly changesFolder: string;
  /** Environment that leads the program to the folder. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file for its owner alone, or with this mode, and returns its path. */
  keeps(name: string, text: string, mode?: number): string;
  /** Writes its settings file: a value as JSON, or a text unchanged. Returns its path. */
  keepsSettings(settings: object | string): string;
  /** Files in the folder that contain this text. */
  filesWith(text: string): string[];
  /** Contents of all files in the folder. */
  contents(): string[];
  remove(): void;
}

/** A new folder, removed with the test. */
export function aHome(): Home {
  const home = makeHome();
  onTestFinished(() => {
    home.remove();
  });
  return home;
}

/** A new folder, removed by its caller. */
export function makeHome(): Home {
  const path = mkdtempSync(join(tmpdir(), 'rollcall-home-'));
  const [config, state] = [join(path, 'config'), join(path, 'state')];
  const temporary = join(path, 'tmp');
  mkdirSync(temporary);
  const cache = `${path}-cache`;
  // Code is compiled once for all tests, as for a user who has started it before; the rest of the cache is this home's.
  // The folder for temporary files is shared by users.
  const compiled = join(tmpdir(), `rollcall-test-cache-${process.getuid?.() ?? 'own'}`, 'rollcall', 'compiled');
  for (const folder of [compiled, join(cache, 'rollcall')]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  symlinkSync(compiled, join(cache, 'rollcall', 'compiled'));
  const files = (): string[] =>
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .map((name) => join(path, name))
      // A program that is at work replaces a file by another one.
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
  const keeps: Home['keeps'] = (name, text, mode = 0o600) => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode });
    return file;
  };
  return {
    path,
    configFolder: join(config, 'rollcall'),
    stateFolder: join(state, 'rollcall'),
    changesFolder: join(state, 'rollcall', 'changes'),
    env: {
      HOME: path,
      XDG_CONFIG_HOME: config,
      XDG_STATE_HOME: state,
      XDG_CACHE_HOME: cache,
      TMPDIR: temporary,
    },
    keeps,
    keepsSettings: (settings) =>
      keeps('config/rollcall/config.json', typeof settings === 'string' ? settings : JSON.stringify(settings)),
    filesWith: (text) => files().filter((file) => readFileSync(file, 'utf8').includes(text)),
    contents: () => files().map((file) => readFileSync(file, 'utf8')),
    remove: () => {
      // A program that is being ended may still write its last line.
      for (const folder of [path, cache])
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

export interface StartOptions extends Answering {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: Home;
  readonly columns?: number;
  readonly rows?: number;
  /** Another build of the program. */
  readonly program?: string;
  /**
   * Uses a process and a pseudo-terminal of its own, as signals need. The second of two programs at a time always does,
   * and one whose environment is also for Node, or names a program to run on the terminal.
   */
  readonly ownProcess?: boolean;
}

/** The program in a terminal, ended with the test at the latest. */
export function startProgram(options: StartOptions): Terminal {
  const terminal = openProgram({ ...options, home: options.home ?? aHome() });
  onTestFinished(() => terminal.close());
  return terminal;
}

function needsOwn(env: Readonly<Record<string, string>>): boolean {
  const isForNode = Object.keys(env).some((name) => name.startsWith('NODE_'));
  const hasChildren = ['EDITOR', 'VISUAL', 'PAGER'].some((name) => name in env);
  return isOwnProcessWanted || isForNode || hasChildren || isProcessLent();
}

/** The program in a terminal that its caller closes. */
export function openProgram(options: StartOptions & { readonly home: Home }): Terminal {
  const { flags = [], env = {}, home, ownProcess = false, program = mainPath, ...terminal } = options;
  const about = { ...terminal, cwd: home.path, env: { ...home.env, ...env } };
  if (!ownProcess && !needsOwn(env)) return openInProcess(program, { args: flags, ...about });
  return openTerminal({ command: process.execPath, args: [programPath, ...flags], ...about });
}

/** Does each program of the tests get a process of its own? The tests are the same, but slower. */
let isOwnProcessWanted = process.env['ROLLCALL_TEST_OWN_PROCESS'] === '1';

/** Gives programs their own process in all tests of a file. */
export function eachInItsOwnProcess(): void {
  const before = isOwnProcessWanted;
  beforeAll(() => {
    isOwnProcessWanted = true;
  });
  afterAll(() => {
    isOwnProcessWanted = before;
  });
}

/** The program started from a shell, which has the terminal before and after it. */
export interface Shell {
  readonly terminal: Terminal;
  /** Sends the program a signal, and not the shell. */
  signal(name: NodeJS.Signals): void;
  /** Sends the signal to the program and its children. */
  signalAll(name: NodeJS.Signals): void;
  /** Resolves when the program has ended: with its exit code for shells, and is the terminal unchanged, nothing typed? */
  ended(): Promise<{ exitCode: number; isAsBefore: boolean }>;
}

/** `options.home` is the program's; the shell notes the program's process in it. */
export function startFromShell({ flags = [], env = {}, home = aHome(), ...about }: StartOptions): Shell {
  const note = join(home.path, 'pid');
  const script = `stty -g; sh -c 'echo $$ > "$0"; exec "$@"' "$@"; echo "exit code $?"; stty -g; read -r _`;
  const args = ['-c', script, 'sh', note, process.execPath, programPath, ...flags];
  const terminal = open('sh', args, { ...about, cwd: home.path, env: { ...home.env, ...env } });
  const ending = (): RegExpExecArray | null => /^(\S+)\r\n[^]*exit code (\d+)\r\n(\S+)\r\n/.exec(terminal.raw());
  return {
    terminal,
    signal(name) {
      process.kill(Number(readFileSync(note, 'utf8')), name);
    },
    signalAll(name) {
      const pid = readFileSync(note, 'utf8').trim();
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
      process.kill(Number(pid), name);
      for (const child of children.split(' ').filter((id) => id !== '')) {
        try {
          process.kill(Number(child), name);
        } catch (error) {
          // The program has passed the signal on already.
          if (codeOf(error) !== 'ESRCH') throw error;
        }
      }
    },
    async ended() {
      // The shell waits until its output was read: output on its way may be lost when a terminal closes.
      await terminal.waitFor(() => ending() !== null);
      const [, before, exitCode, after] = ending() ?? [];
      terminal.write('\r');
      await terminal.exited;
      // An answer to a question of the program, echoed as if it had been typed into the shell.
      const isTypedInto = terminal.raw().includes('rgb:');
      return { exitCode: Number(exitCode), isAsBefore: before === after && !isTypedInto };
    },
  };
}

/** With these it asks whether its input is a terminal, or starts a service that ends with it. */
const needsOwnProcess = ['--demo', '--token-stdin'];

/** The program without a terminal: its output and its exit code. */
export function runWithoutTerminal(...flags: readonly string[]) {
  return runWithoutTerminalIn({}, ...flags);
}

/** The same with a larger environment. */
export function runWithoutTerminalIn(env: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  return runWithInput('', { ...aHome().env, ...env }, ...flags);
}

/** The same with this text on its input, and no other environment. */
export async function runWithInput(
  input: string,
  env: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<{ readonly exitCode: number | null; readonly output: string; readonly complaint: string }> {
  // Tokens among them are refused before the program is loaded.
  const isRefused = tokenRefusal(flags) !== undefined;
  const isOwn = needsOwn(env) || isRefused || flags.some((flag) => needsOwnProcess.includes(flag));
  if (!isOwn) return printedInProcess(mainPath, flags, env, input);
  const program = spawn(process.execPath, [programPath, ...flags], { env, stdio: 'pipe' });
  program.stdin.on('error', () => undefined).end(input);
  const [output, complaint] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')]);
  return { exitCode: program.exitCode, output, complaint };
}

/** A terminal that is closed with the test. */
export function open(
  command: string,
  args: readonly string[],
  about: Omit<TerminalOptions, 'command' | 'args'>,
): Terminal {
  const terminal = openTerminal({ command, args, ...about });
  onTestFinished(() => terminal.close());
  return terminal;
}
