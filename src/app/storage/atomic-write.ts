/** Replaces a file as a whole: a crash leaves the old one or the new one. Moves a damaged one aside. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { requireOwnFolder } from './folders.ts';

/**
 * Readable for its owner alone. Throws as `fs` does, where the folder is not this person's alone, and with `ENOSPC`
 * where the disk took only a part.
 */
export function replaceFile(path: string, text: string, isForced = true): void {
  requireOwnFolder(dirname(path));
  writeWhole(path, text, isForced);
}

/** The same, in any folder. `isForced`: it waits for the disk, which takes a moment; else only a power failure loses it. */
export function writeWhole(path: string, content: string | Uint8Array, isForced = true): void {
  // Not imported: few starts write anything.
  const next = `${path}.${process.getBuiltinModule('node:crypto').randomUUID()}`;
  const bytes = Buffer.from(content);
  try {
    const file = openSync(next, 'wx', 0o600);
    try {
      writeAll(file, bytes);
      if (isForced) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (!readFileSync(next).equals(bytes)) throw fullDisk();
    renameSync(next, path);
  } catch (error) {
    removeIfPossible(next);
    throw error;
  }
  if (isForced) keepName(dirname(path));
}

/** A failure here is ignored: the report names the earlier one. */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder cannot be written any more.
  }
}

/** On a disk that is nearly full, a part is written without an error. */
function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    const count = writeSync(file, bytes, written);
    if (count === 0) throw fullDisk();
    written += count;
  }
}

function fullDisk(): Error {
  return Object.assign(new Error('the disk took only a part'), { code: 'ENOSPC' });
}

/** The new name is on the disk, too. Some filesystems cannot do that, and the file is whole without it. */
function keepName(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows opens no folders.
  }
}

/** Moves a file that cannot be read beside its place. Answers its path from then on; null where it cannot be moved. */
export function moveAside(path: string): string | null {
  const aside = `${path}.bad-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    renameSync(path, aside);
    return aside;
  } catch {
    return null;
  }
}
