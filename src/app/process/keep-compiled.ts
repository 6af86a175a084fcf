/** Keeps the program's compiled code for its next start, as far as this start needed it. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Script } from 'node:vm';
import { ensureOwnFolder } from '../storage/folders.ts';
import { writeWhole } from '../storage/atomic-write.ts';

/** Code that was compiled by this start, and the place to keep it. */
export interface FreshCode {
  readonly script: Script;
  readonly path: string;
  /** By `kindOfStart`. */
  readonly kind: string;
}

/** Enough for each kind of start and other versions of the program and of Node, which a person may use by turns. */
const mostFiles = 32;

/** Takes some hundredths of a second, once for each version. A failure stays silent: nothing is lost. */
export function keepCompiled({ script, path: file }: FreshCode): void {
  try {
    if (ensureOwnFolder(path.dirname(file)).kind !== 'own') return;
    // Not forced to the disk, which could hold up a key: an incomplete file there is not read.
    writeWhole(file, script.createCachedData(), false);
    removeOldest(path.dirname(file));
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

/** An earlier version's entry may be a folder. */
function removeOldest(folder: string): void {
  const files = fs.readdirSync(folder).map((name) => {
    const one = path.join(folder, name);
    return { one, changed: fs.lstatSync(one).mtimeMs };
  });
  const old = files.sort((a, b) => b.changed - a.changed).slice(mostFiles);
  for (const { one } of old) fs.rmSync(one, { recursive: true, force: true });
}
