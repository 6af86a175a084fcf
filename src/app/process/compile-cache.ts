/** Keeps the compiled code of the program between starts, in a folder that only this person can write to. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Script } from 'node:vm';
import { writeWhole } from '../storage/atomic-write.ts';
import { ensureOwnFolder, stateOfFolder, type FolderState } from '../storage/folders.ts';
import { judgeOwnFile, readOwnFile } from '../storage/own-file.ts';

/** By the platform's own rule for caches (XDG Base Directory on Linux); null where there is no home. */
export function cacheFolder(env: NodeJS.ProcessEnv, kind: 'compiled' | 'definitions' = 'compiled'): string | null {
  const home = env['HOME'] ?? '';
  const under = (base: string | undefined, ...rest: string[]): string | null =>
    base === undefined || base === '' || !path.isAbsolute(base) ? null : path.join(base, ...rest, kind);
  if (process.platform === 'win32') return under(env['LOCALAPPDATA'], 'rollcall', 'Cache');
  if (process.platform === 'darwin') return under(home, 'Library', 'Caches', 'rollcall');
  return under(env['XDG_CACHE_HOME'], 'rollcall') ?? under(home, '.cache', 'rollcall');
}

/** The kind of a start. Each compiles other code, and keeps it for itself: any other is larger, or lacks some. */
export function kindOfStart([first = '']: readonly string[]): string {
  if (/^[a-z]{2,16}$/.test(first)) return first;
  return first === '--help' || first === '--version' ? 'help' : 'screen';
}

/** The file of such a start, for this program on this Node; null where there is no home. `program`: a hash of its text. */
export function compiledPath(env: NodeJS.ProcessEnv, program: string, kind: string): string | null {
  const folder = cacheFolder(env);
  return folder === null ? null : path.join(folder, `${process.version}-${process.arch}-${program}-${kind}`);
}

/** From a file that is this person's alone: Node checks its length and its source, and runs the rest. */
export function readCompiled(file: string): Buffer | undefined {
  // Several times the compiled code of everything.
  const read = readOwnFile(file, { maxBytes: 2 ** 24 });
  // Where the computer went down while a file was written, whole pages of it are zeros.
  return read.kind === 'read' && !read.bytes.includes(Buffer.alloc(1024)) ? read.bytes : undefined;
}

export function stateOfCache(folder: string): FolderState {
  const state = stateOfFolder(folder);
  if (state.kind !== 'own') return state;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const judged = judgeOwnFile(file);
    if (judged.kind === 'refused' && ['notYours', 'exposed'].includes(judged.why)) {
      const sentence = `${file} can be written by other users. Remove it.`;
      return { kind: 'refused', code: 'writable by others', sentence };
    }
  }
  return state;
}

export interface FreshCode {
  readonly script: Script;
  readonly path: string;
  readonly kind: string;
}

/** Takes some hundredths of a second, once for each version. A failure stays silent: nothing is lost. */
export function keepCompiled({ script, path: file }: FreshCode): void {
  const folder = path.dirname(file);
  try {
    if (ensureOwnFolder(folder).kind !== 'own') return;
    // Not forced to the disk, which could hold up a key: an incomplete file there is not read.
    writeWhole(file, script.createCachedData(), false);
    removeOldest(folder);
  } catch {
    // The disk is full, or read-only.
  }
}

/** For a command that prints, at its end: all its code is compiled, and nobody waits for a key. */
export function keepCompiledAtExit(fresh: FreshCode): void {
  process.once('exit', () => {
    keepCompiled(fresh);
  });
}

/** There is room for other versions, which a person may use by turns. */
function removeOldest(folder: string): void {
  const files = fs.readdirSync(folder).map((name) => {
    const one = path.join(folder, name);
    return { one, changed: fs.lstatSync(one).mtimeMs };
  });
  const old = files.sort((a, b) => b.changed - a.changed).slice(32);
  for (const { one } of old) fs.rmSync(one, { force: true });
}
