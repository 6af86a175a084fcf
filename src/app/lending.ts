/** How does another program get the terminal for a while: the shell, an editor or a pager? */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgsStringToArgv } from 'string-argv';

/** Lends the terminal until `use` is over; then every line is drawn anew. */
export type Lend = (use: () => Promise<void>) => Promise<void>;

/** The shell has it until the program is continued (fg), as with every program that ctrl-z stops. */
export function suspend(lend: Lend): void {
  // The other program has stopped, too, and gets the terminal back when both go on.
  if (lent !== null) {
    process.kill(process.pid, 'SIGSTOP');
    return;
  }
  void lend(async () => {
    const continued = once(process, 'SIGCONT');
    // The whole group: what started this program (npm, sh) would go on waiting for it otherwise.
    process.kill(0, 'SIGSTOP');
    await continued;
  });
}

/**
 * Has a text edited in the person's editor: $VISUAL, $EDITOR, else vi. Answers what was saved. Rejects where the editor
 * cannot be started or ends with a failure.
 */
export async function editInEditor(lend: Lend, name: string, text: string, env: NodeJS.ProcessEnv): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-'));
  const path = join(folder, `${name}.txt`);
  try {
    await writeFile(path, text, { mode: 0o600 });
    const editor = [env['VISUAL'], env['EDITOR']].find((one) => (one ?? '') !== '') ?? 'vi';
    const ends: { code?: number | null } = {};
    await lend(async () => {
      ends.code = await handTo(editor, path);
    });
    if (ends.code !== 0) throw new Error(`the editor ended with ${ends.code ?? 'a signal'}`);
    return await readFile(path, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An editor and a pager may be set with flags. Answers the exit code; null after a signal. */
async function handTo(program: string, path: string): Promise<number | null> {
  const [command = '', ...flags] = parseArgsStringToArgv(program);
  // Without a shell between: it would be the shell that ends below.
  const child = spawn(command, [...flags, path], { stdio: 'inherit' });
  const borrower: Borrower = { end: () => child.kill('SIGHUP'), heard: null };
  lent = borrower;
  process.once('exit', endBorrower);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    lent = null;
    // It was for both: whoever ends by it meant this program, too.
    if (signal !== null && signal === borrower.heard) process.kill(process.pid, signal);
    return code;
  } finally {
    process.off('exit', endBorrower);
    lent = null;
  }
}

interface Borrower {
  end(): void;
  heard: NodeJS.Signals | null;
}

let lent: Borrower | null = null;

/**
 * True where another program has the terminal: a key that is a signal (ctrl-c) goes to both, and what it means is that
 * program's to say.
 */
export function leaveToBorrower(signal: NodeJS.Signals): boolean {
  if (lent === null) return false;
  lent.heard = signal;
  return true;
}

/** Ends the program that has the terminal: it would be left behind, reading what is meant for the shell. */
export function endBorrower(): void {
  lent?.end();
}

/** Shows a file in the person's pager: $PAGER, else less. */
export function showInPager(lend: Lend, path: string, env: NodeJS.ProcessEnv): void {
  void lend(async () => {
    const pager = (env['PAGER'] ?? '') === '' ? 'less' : (env['PAGER'] ?? 'less');
    await handTo(pager, path).catch(() => null);
  });
}
