/** Loads a native module whose code is in memory, for which the system wants a file all the same. */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../state/kernel/files.ts';
import { writeWhole } from '../storage/atomic-write.ts';

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
      // Another folder may do: nothing can be written in this one, or nothing loaded from it.
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
    // A full disk takes a part of it, and says so at the next byte.
    for (let at = 0; at < code.length;) at += fs.writeSync(file, code, at);
    return exportsOf(`/proc/self/fd/${file}`);
  } finally {
    fs.closeSync(file);
  }
}

/** Windows unlinks no file in use: it stays in `folder`, of this person alone, for the next time. */
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
