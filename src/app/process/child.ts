/** Starts other programs. A failure is a value: nothing is thrown, and every error event has a listener. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { redactSecrets } from '../../api/access.ts';
import { clean } from '../../screens/text/clean.ts';
import { clip } from '../../screens/text/fit.ts';
import { codeOf } from '../../state/kernel/files.ts';
import { homedir } from 'node:os';

interface NotStarted {
  readonly kind: 'notStarted';
  /** Follows the program's name: `"vi" was not found`, without a full stop. */
  readonly message: string;
}

/** Resolves when the program runs, or cannot. Input for a program that has ended is silently lost. */
export async function startChild(
  words: readonly string[],
  options: SpawnOptions,
): Promise<{ readonly kind: 'started'; readonly child: ChildProcess } | NotStarted> {
  const [program = '', ...args] = words;
  try {
    // Loaded on demand: a start needs no child process.
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn(program, args, { windowsHide: true, ...options });
    for (const stream of [child.stdin, child.stdout]) stream?.on('error', () => undefined);
    // Also handles a failed kill later, after the start.
    child.on('error', () => undefined);
    await once(child, 'spawn');
    return { kind: 'started', child };
  } catch (error) {
    // Some start errors are thrown, not emitted.
    return notStarted(words, error);
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'was not found'],
  ['EACCES', 'may not be run'],
  ['ENOTDIR', 'leads through a file'],
  ['ELOOP', 'is a circle of links'],
  ['ENAMETOOLONG', 'has too long a name'],
  ['E2BIG', 'is too long a command'],
]);

function notStarted(words: readonly string[], error: unknown): NotStarted {
  const [program = ''] = words;
  // Redacts a misplaced token, and clips the name to leave room in a notice of one line.
  const name = clip(clean(redactSecrets(program, null)), 20);
  const reason =
    program === ''
      ? 'has no name'
      : words.some((word) => word.includes('\0'))
        ? 'holds a NUL character'
        : (reasons.get(codeOf(error)) ?? `cannot start (${codeOf(error)})`);
  return { kind: 'notStarted', message: `"${name}" ${reason}` };
}

interface ChildLimits {
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly limitMs: number;
  /** Maximum length of the captured output; 0 ignores it. */
  readonly maxCharacters: number;
  readonly cancelled?: AbortSignal | undefined;
}

type ChildEnd =
  | NotStarted
  | { readonly kind: 'late' | 'cancelled' | 'tooMuch' }
  | { readonly kind: 'ended'; readonly code: number | NodeJS.Signals | null; readonly output: string };

/**
 * Runs the program to its end or to a limit, then ends its whole process group. It gets no terminal, which belongs to
 * the screen.
 */
export async function runChild(
  words: readonly string[],
  { env, input, limitMs, maxCharacters, cancelled }: ChildLimits,
): Promise<ChildEnd> {
  const start = await startChild(words, {
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', maxCharacters === 0 ? 'ignore' : 'pipe', 'ignore'],
    // A process group of its own, so that all its processes can be ended.
    detached: process.platform !== 'win32',
  });
  if (start.kind === 'notStarted') return start;
  const { child } = start;
  const endAll = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  };
  process.once('exit', endAll);
  child.stdin?.end(input);
  const end = await new Promise<ChildEnd>((resolve) => {
    const stop = (kind: 'late' | 'cancelled' | 'tooMuch'): void => {
      endAll();
      child.stdout?.destroy();
      resolve({ kind });
    };
    const timer = setTimeout(stop, limitMs, 'late');
    const cancel = stop.bind(null, 'cancelled');
    if (cancelled?.aborted === true) cancel();
    cancelled?.addEventListener('abort', cancel, { once: true });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (output.length > maxCharacters) stop('tooMuch');
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      cancelled?.removeEventListener('abort', cancel);
      resolve({ kind: 'ended', code: code ?? signal, output });
    });
  });
  process.removeListener('exit', endAll);
  return end;
}

/** The lines of its output. Ends with the child, or at once if it cannot start. */
export async function* linesOf(child: ChildProcess): AsyncGenerator<string, void> {
  if (child.stdout === null) return;
  const lines = process.getBuiltinModule('node:readline').createInterface({ input: child.stdout });
  const end = lines.close.bind(lines);
  child.once('error', end).once('close', end);
  yield* lines;
}

/** The first complete line; undefined if the child cannot start or ends without one. */
export function firstLine(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    const settle = (): void => {
      resolve(undefined);
    };
    child.once('close', settle).once('error', settle);
  });
}

/** Variables that the keychain, its unlock prompt and your folders need. */
const passedOn = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TMPDIR'],
  ...['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'],
  ...['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP'],
];

/** Passes nothing else on: not NODE_OPTIONS, which could open an inspector, and no secret of another program. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

// Parses your command for an editor, a pager or a token into words, for every such command.

export type CommandWords =
  | {
      readonly ok: true;
      readonly words: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  /** Follows the command's name, without a full stop. */
  | { readonly ok: false; readonly message: string };

/** A backslash is a plain character, because Windows paths contain it. */
const piece = /'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<bare>[^\s'"]+)|\s+/g;

type Piece = Readonly<Partial<Record<'single' | 'double' | 'bare', string>>>;

function piecesOf(command: string): readonly (readonly Piece[])[] {
  const words: Piece[][] = [[]];
  for (const { 0: whole, groups = {} } of command.matchAll(piece)) {
    if (whole.trim() === '') words.push([]);
    else words.at(-1)?.push(groups);
  }
  return words.filter((pieces) => pieces.length > 0);
}

const assignment = /^([A-Za-z_]\w*)=/;
const variable = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** Splits as a shell does, with `~` and variables, whose values are not split again. A pipe needs `sh -c`. */
export function commandWords(command: string, env: NodeJS.ProcessEnv, home = env['HOME'] ?? homedir()): CommandWords {
  if (/["']/.test(command.replace(/"[^"]*"|'[^']*'/g, '')))
    return { ok: false, message: 'has a quote that is not closed' };
  const unset: string[] = [];
  const fillIn = (text: string): string =>
    text.replace(variable, (_, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? '';
      if (env[name] === undefined) unset.push(name);
      return env[name] ?? '';
    });
  const words: string[] = [];
  const own: Record<string, string> = {};
  for (const pieces of piecesOf(command)) {
    const name = words.length === 0 ? assignment.exec(pieces[0]?.bare ?? '')?.[1] : undefined;
    const text = pieces.map(({ single, double, bare }, at) => {
      const from = at === 0 && name !== undefined ? name.length + 1 : 0;
      const plain = bare?.slice(from);
      const path = at === 0 ? plain?.replace(pieces.length === 1 ? /^~(?=$|[/\\])/ : /^~(?=[/\\])/, () => home) : plain;
      return single ?? fillIn(double ?? path ?? '');
    });
    if (name === undefined) words.push(text.join(''));
    else own[name] = text.join('');
  }
  const [missing] = unset;
  if (missing !== undefined) return { ok: false, message: `names $${missing}, which is not set` };
  if (words.length === 0 && Object.keys(own).length > 0) return { ok: false, message: 'names no program' };
  return { ok: true, words, env: own };
}
