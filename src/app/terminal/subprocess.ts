/** Hands the terminal over to another program: the shell, an editor or a pager. */
import { closeSync, openSync, read, rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { codeOf, isOwn } from '../../state/kernel/files.ts';
import { isAlive } from '../../state/kernel/store.ts';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { clean, visible } from '../../screens/text/clean.ts';
import { escapeHidden } from '../../state/kernel/spelling.ts';
import { type CommandWords, commandWords, firstLine, startChild } from '../process/child.ts';

// Passes a text to another program in a temporary file, which is removed even if rollcall is killed meanwhile.

/** The temporary folders in use. */
const lent = new Set<string>();

/** Creates the file with mode 0600. Rejects as `fs` and `use` do. */
export async function lendText<Value>(
  name: string,
  text: string,
  use: (path: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), `rollcall-text-${process.pid}-`));
  if (lent.size === 0) process.once('exit', removeLentTexts);
  lent.add(folder);
  try {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
    lent.delete(folder);
    if (lent.size === 0) process.off('exit', removeLentTexts);
  }
}

/** Synchronous, for an immediate exit. */
export function removeLentTexts(): void {
  for (const folder of lent) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The next start tries again.
    }
  }
}

/** Removes the temporary files of killed sessions. */
export async function removeLeftTexts(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, writer] = /^rollcall-text-(\d+)-/.exec(name) ?? [];
    const folder = join(tmpdir(), name);
    // In containers, different sessions may have the same process id.
    const isAtWork = Number(writer) === process.pid ? lent.has(folder) : isAlive(Number(writer));
    if (writer === undefined || isAtWork) continue;
    const stats = await lstat(folder).catch(() => null);
    const isLeft = stats?.isDirectory() === true && isOwn(stats);
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Releases the terminal until `use` resolves; then redraws every line. */
export type ReleaseTerminal = (use: () => Promise<void>) => Promise<void>;

/** Windows has no job control, and kill(2) would throw for its signals. */
export function canSuspend(platform = process.platform): boolean {
  return platform !== 'win32';
}

/** Job control: the shell has the terminal until it continues the program (fg). */
export function suspend(release: ReleaseTerminal): void {
  if (!canSuspend()) return;
  // The foreground process has stopped, too, and gets the terminal back when both continue.
  if (foreground !== null) {
    process.kill(process.pid, 'SIGSTOP');
    return;
  }
  void release(async () => {
    const continued = once(process, 'SIGCONT');
    // Stops the whole process group: otherwise a parent in it (npm, sh) would wait for this program.
    process.kill(0, 'SIGSTOP');
    await continued;
  });
}

/**
 * Opens a text in your editor: $VISUAL, $EDITOR, else vi. A failure is worded to follow a colon, without a full stop.
 */
export async function editInEditor(
  release: ReleaseTerminal,
  name: string,
  text: string,
): Promise<{ ok: true; text: string } | { ok: false; message: string }> {
  try {
    return await lendText(`${name}.txt`, text, async (path) => {
      const message = await editFileInEditor(release, path);
      return message === null ? { ok: true, text: await readFile(path, 'utf8') } : { ok: false, message };
    });
  } catch (error) {
    return { ok: false, message: `the file for the editor cannot be used (${codeOf(error)})` };
  }
}

/** Opens a file in your editor. Returns the failure; null: none. */
export async function editFileInEditor(release: ReleaseTerminal, path: string): Promise<string | null> {
  const editor = commandIn(['VISUAL', 'EDITOR'], 'vi');
  return editor.ok ? runInForeground(release, 'the editor', editor, path) : editor.message;
}

/**
 * Shows a JSON file in your pager: $PAGER, else less. A file with control characters is shown as an escaped copy.
 * Returns the failure, worded as for the editor; null: none.
 */
export async function showInPager(release: ReleaseTerminal, path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const safe = escapeHidden(text);
  if (safe === text) return pageFile(release, path);
  return lendText(basename(path), safe, (copy) => pageFile(release, copy)).catch(describeUnpaged);
}

function describeUnpaged(error: unknown): string {
  return `the file for the pager cannot be used (${codeOf(error)})`;
}

async function pageFile(release: ReleaseTerminal, path: string): Promise<string | null> {
  const pager = commandIn(['PAGER'], 'less');
  return pager.ok ? runInForeground(release, 'the pager', pager, path) : pager.message;
}

export async function showTextInPager(release: ReleaseTerminal, text: string): Promise<string | null> {
  const lines = text.split('\n').map((line) => visible(line.replaceAll('\t', '    ').replace(/\r$/, '')));
  return lendText('answer.txt', `${lines.join('\n')}\n`, (path) => pageFile(release, path)).catch(describeUnpaged);
}

/** Keeps the output of your own command on the screen until a key is pressed. Returns its result as a sentence. */
export async function runOwnCommand(release: ReleaseTerminal, name: string, words: readonly string[]): Promise<string> {
  let message = '';
  await release(async () => {
    const input = openTerminal() ?? 0;
    isCommandShown = true;
    try {
      const env = { ...process.env };
      delete env['ROLLCALL_TOKEN'];
      message = (await runWithInput(input, name, words, { env, isEndOfBoth: false })) ?? `${name} ended with 0`;
      await keyPressed(input, `\n${clean(message)}. Press a key to return to rollcall.\n`);
    } finally {
      isCommandShown = false;
      if (input !== 0) closeSync(input);
    }
  });
  return message;
}

/** Shows a text and waits for any key, including ctrl-c, which does not reach rollcall. Drops keys typed earlier. */
async function keyPressed(input: number, message: string): Promise<void> {
  const before = await terminalSettings(input);
  const bytes = Buffer.alloc(4096);
  const readBytes = () => promisify(read)(input, bytes, 0, bytes.length, null).catch(() => undefined);
  if (before !== null) {
    await restoreSettings(input, '-icanon -echo -isig min 0 time 0');
    await readBytes();
    await restoreSettings(input, 'min 1');
  }
  process.stdout.write(message);
  if (before === null) return;
  // A key may be several bytes; none of them may reach rollcall.
  await readBytes();
  await restoreSettings(input, before);
}

/** The command in the first of these variables that is set. It may include flags. */
function commandIn(names: readonly string[], otherwise: string): CommandWords {
  const name = names.find((one) => (process.env[one] ?? '').trim() !== '') ?? '';
  const read = commandWords(process.env[name] ?? otherwise, process.env);
  return read.ok ? read : { ok: false, message: `$${name} ${read.message}` };
}

/** Runs a program with a file; it has the terminal until it ends. Returns the failure; null: none. */
async function runInForeground(
  release: ReleaseTerminal,
  what: string,
  { words, env }: Extract<CommandWords, { ok: true }>,
  path: string,
): Promise<string | null> {
  let message: string | null = null;
  await release(async () => {
    const input = isatty(0) ? 0 : (openTerminal() ?? 0);
    try {
      const own = { env: { ...process.env, ...env }, isEndOfBoth: true };
      message = await runWithInput(input, what, [...words, path], own);
    } finally {
      if (input !== 0) closeSync(input);
    }
  });
  return message;
}

/** The terminal itself, even if standard input is a pipe with a token; null without a terminal. */
export function openTerminal(): number | null {
  try {
    return openSync('/dev/tty', 'r');
  } catch {
    return null;
  }
}

/** `isEndOfBoth`: a signal that ends the program also ends rollcall. */
async function runWithInput(
  input: number,
  what: string,
  words: readonly string[],
  { env, isEndOfBoth }: { readonly env: NodeJS.ProcessEnv; readonly isEndOfBoth: boolean },
): Promise<string | null> {
  // Saves the terminal's settings, because a killed or faulty program may leave its own.
  const before = await terminalSettings(input);
  // No shell, which would hide the signal that ends the program.
  const start = await startChild(words, { env, stdio: [input, 'inherit', 'inherit'] });
  if (start.kind === 'notStarted') return `${what} ${start.message}`;
  const { child } = start;
  const own: typeof foreground = { child, heard: null };
  foreground = own;
  process.once('exit', endForegroundProcess);
  const { code, signal } = await endOf(child);
  process.off('exit', endForegroundProcess);
  foreground = null;
  if (process.stdout.isTTY) process.stdout.write(resetModes(process.env));
  if (before !== null) await restoreSettings(input, before);
  // A signal to the process group ended the child, so it also ends rollcall.
  if (isEndOfBoth && signal !== null && signal === own.heard) process.kill(process.pid, signal);
  return code === 0 ? null : `${what} ended with ${code ?? 'a signal'}`;
}

function endOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal });
    });
  });
}

async function terminalSettings(input: number): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const start = await startChild(['stty', '-g'], { stdio: [input, 'pipe', 'ignore'] });
  if (start.kind === 'notStarted') return null;
  const settings = await firstLine(start.child);
  return settings === undefined || settings === '' ? null : settings;
}

async function restoreSettings(input: number, settings: string): Promise<void> {
  const start = await startChild(['stty', ...settings.split(' ')], { stdio: [input, 'ignore', 'ignore'] });
  if (start.kind === 'started') await endOf(start.child);
}

/** Resets modes that another program may have left on (xterm; DEC's VT510). The cursor does not move. */
function resetModes({ TERM: name }: NodeJS.ProcessEnv): string {
  const csi = '\u{1B}[';
  const [save, restore] = ['\u{1B}7', '\u{1B}8'];
  return [
    // Leaving the alternate screen restores the cursor even if that screen is not shown.
    `${save}${csi}?1049l`,
    // Left and right margins, origin mode and the scroll region, each of which moves the cursor.
    `${save}${csi}?69l${csi}?6l${csi}r${restore}`,
    // Keypad and cursor keys; locked keyboard, insert mode, newline mode; wrap, the cursor, reverse video.
    `\u{1B}>${csi}?1l${csi}2;4;20l${csi}?7;25h${csi}?5l`,
    // Mouse, focus, bracketed paste, synchronised output, reports of colours and sizes, and Win32 input mode.
    `${csi}?9;1000;1001;1002;1003;1004;1005;1006;1015;1016;2004;2026;2031;2048;9001l`,
    // Keys of kitty's protocol and of xterm's modifyOtherKeys. An older Linux console would print the sequences.
    name === 'linux' ? '' : `${csi}=0u${csi}>4m`,
    // The default character set and colours.
    `\u{1B}(B\u{F}${csi}m`,
  ].join('');
}

/** The child that has the terminal, and the signal that reached both. */
let foreground: { readonly child: ChildProcess; heard: NodeJS.Signals | null } | null = null;

/** From the start of your own command to the key after it, ctrl-c must not end rollcall. */
let isCommandShown = false;

/** True if a foreground process has the terminal and therefore handles signals of the keyboard (ctrl-c) for both. */
export function leaveToForeground(signal: NodeJS.Signals): boolean {
  if (foreground !== null) foreground.heard = signal;
  return foreground !== null || isCommandShown;
}

/** An orphaned process would read keys that are meant for the shell. */
export function endForegroundProcess(): void {
  foreground?.child.kill('SIGHUP');
}
