/** Caches the program's compiled code between starts, in a folder that only you can write to. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Script } from 'node:vm';
import { writeWhole } from '../storage/atomic-write.ts';
import { ensureOwnFolder, stateOfFolder, type FolderState, judgeOwnFile, readOwnFile } from '../storage/own-file.ts';

/** The platform's cache folder (XDG Base Directory on Linux); null without a home folder. */
export function cacheFolder(env: NodeJS.ProcessEnv, kind: 'compiled' | 'definitions' = 'compiled'): string | null {
  const home = env['HOME'] ?? '';
  const under = (base: string | undefined, ...rest: string[]): string | null =>
    base === undefined || base === '' || !path.isAbsolute(base) ? null : path.join(base, ...rest, kind);
  if (process.platform === 'win32') return under(env['LOCALAPPDATA'], 'rollcall', 'Cache');
  if (process.platform === 'darwin') return under(home, 'Library', 'Caches', 'rollcall');
  return under(env['XDG_CACHE_HOME'], 'rollcall') ?? under(home, '.cache', 'rollcall');
}

/** The kind of a start. Each kind has its own cache file, because it compiles a different part of the code. */
export function kindOfStart([first = '']: readonly string[]): string {
  if (/^[a-z]{2,16}$/.test(first)) return first;
  return first === '--help' || first === '--version' ? 'help' : 'screen';
}

/**
 * The cache file for a kind of start, this program and this Node; null without a home folder. `program`: a hash of its
 * text.
 */
export function compiledPath(env: NodeJS.ProcessEnv, program: string, kind: string): string | null {
  const folder = cacheFolder(env);
  return folder === null ? null : path.join(folder, `${process.version}-${process.arch}-${program}-${kind}`);
}

/** Accepts only a file that you own and nobody else can write: Node checks its length and source, and runs the rest. */
export function readCompiled(file: string): Buffer | undefined {
  // The size limit is several times all compiled code.
  const read = readOwnFile(file, { maxBytes: 2 ** 24 });
  // A crash of the computer during a write leaves pages of zeros.
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

/** Takes some hundredths of a second, once per version. Failures are ignored, because only speed is lost. */
export function keepCompiled({ script, path: file }: FreshCode): void {
  const folder = path.dirname(file);
  try {
    if (ensureOwnFolder(folder).kind !== 'own') return;
    // No fsync, which could delay a key: an incomplete file is detected when it is read.
    writeWhole(file, script.createCachedData(), false);
    removeOldest(folder);
  } catch {
    // The disk is full, or read-only.
  }
}

/** For a command that prints: at its end all its code is compiled, and no key waits. */
export function keepCompiledAtExit(fresh: FreshCode): void {
  process.once('exit', () => {
    keepCompiled(fresh);
  });
}

/** Keeps some files for other versions in use. */
function removeOldest(folder: string): void {
  const files = fs.readdirSync(folder).map((name) => {
    const one = path.join(folder, name);
    return { one, changed: fs.lstatSync(one).mtimeMs };
  });
  const old = files.sort((a, b) => b.changed - a.changed).slice(32);
  for (const { one } of old) fs.rmSync(one, { force: true });
}
