/** Loads a native module whose code is in memory, for which the system wants a file all the same. */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../state/kernel/system-error.ts';

/**
 * The exports of the module. The file has no name by the time it is loaded: nobody else can change it, and nothing is
 * left behind. Code cannot be loaded from every folder (mount(8), "noexec"), so each of `folders` is tried in turn.
 * Throws where none will do; the message begins with `noexec` where only a folder for code is missing.
 */
export function loadNativeModule(code: Uint8Array, folders: readonly string[]): unknown {
  const failures: string[] = [];
  for (const folder of folders) {
    try {
      return loadNameless(code, folder);
    } catch (error) {
      const { message } = error as Error;
      if (!isOfTheFolder(error)) throw error;
      failures.push(message);
    }
  }
  throw new Error(`noexec: ${failures.join('; ')}`);
}

function loadNameless(code: Uint8Array, folder: string): unknown {
  const path = join(folder, `.rollcall-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    // A full disk takes a part of it, and says so at the next byte.
    for (let at = 0; at < code.length;) at += writeSync(file, code, at);
    return exportsOf(`/proc/self/fd/${file}`);
  } finally {
    closeSync(file);
  }
}

/** Another folder may do: nothing can be written in this one, or nothing loaded from it. */
function isOfTheFolder(error: unknown): boolean {
  return codeOf(error) !== 'ERR_DLOPEN_FAILED' || /failed to map|not permitted/i.test((error as Error).message);
}

/**
 * The same where a file that is in use cannot lose its name (Windows): it stays in `folder`, which must be this person's
 * alone, for the next time.
 */
export function loadKeptNativeModule(code: Uint8Array, folder: string): unknown {
  const path = join(folder, `${createHash('sha256').update(code).digest('hex')}.node`);
  if (!isKept(path, code)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const unfinished = `${path}.${randomUUID()}`;
    writeFileSync(unfinished, code, { flag: 'wx', mode: 0o600 });
    renameSync(unfinished, path);
  }
  return exportsOf(path);
}

function isKept(path: string, code: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(code);
  } catch {
    return false;
  }
}

function exportsOf(path: string): unknown {
  const module = { exports: {} };
  process.dlopen(module, path);
  return module.exports;
}
