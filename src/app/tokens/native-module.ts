/** Loads a native module from memory through a temporary file, because the system loads code only from files. */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../state/kernel/files.ts';
import { writeWhole } from '../storage/atomic-write.ts';

/**
 * Returns the exports of the module. The file is unlinked before it is loaded, so that nobody can change it and none is
 * left. Some folders forbid loading code (mount(8), "noexec"), so each of `folders` is tried. Throws if none works; the
 * message begins with `noexec` if all of them forbid it.
 */
export function loadNativeModule(code: Uint8Array, folders: readonly string[]): unknown {
  const failures: string[] = [];
  for (const folder of folders) {
    try {
      return loadNameless(code, folder);
    } catch (error) {
      const { message } = error as Error;
      // Tries the next folder if this one is not writable, or forbids loading code.
      const isOfFolder = codeOf(error) !== 'ERR_DLOPEN_FAILED' || /failed to map|not permitted/i.test(message);
      if (!isOfFolder) throw error;
      failures.push(message);
    }
  }
  throw new Error(`noexec: ${failures.join('; ')}`);
}

function loadNameless(code: Uint8Array, folder: string): unknown {
  const path = join(folder, `.rollcall-${randomUUID()}`);
  const file = fs.openSync(path, 'wx+', 0o600);
  try {
    fs.unlinkSync(path);
    // A full disk writes a part, and fails at the next byte.
    for (let at = 0; at < code.length;) at += fs.writeSync(file, code, at);
    return exportsOf(`/proc/self/fd/${file}`);
  } finally {
    fs.closeSync(file);
  }
}

/**
 * Windows cannot unlink a file in use, so it stays in `folder`, which only this user can access, for the next start.
 */
export function loadKeptNativeModule(code: Uint8Array, folder: string): unknown {
  const path = join(folder, `${createHash('sha256').update(code).digest('hex')}.node`);
  if (!isKept(path, code)) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(path, code, false);
  }
  return exportsOf(path);
}

function isKept(path: string, code: Uint8Array): boolean {
  try {
    return fs.readFileSync(path).equals(code);
  } catch {
    return false;
  }
}

function exportsOf(path: string): unknown {
  const module = { exports: {} };
  process.dlopen(module, path);
  return module.exports;
}
