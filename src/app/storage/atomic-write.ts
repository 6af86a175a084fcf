/** Replaces a file as a whole: a crash leaves the old one or the new one. Tells if files can be written in a folder. */
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../state/kernel/files.ts';
import { requireOwnFolder } from './folders.ts';

/** For its owner alone. Throws as `fs` does, for folders of others, and `ENOSPC` where a part fitted. */
export function replaceFile(path: string, text: string | Uint8Array, isForced = true): void {
  requireOwnFolder(dirname(path));
  writeWhole(path, text, isForced);
}

/** The same, in any folder. `isForced`: it waits for the disk, which takes a moment; else only a power failure loses it. */
export function writeWhole(path: string, content: string | Uint8Array, isForced = true): void {
  // Not imported: few starts write anything.
  const next = `${path}.${process.getBuiltinModule('node:crypto').randomUUID()}`;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    const file = fs.openSync(next, 'wx', 0o600);
    try {
      writeAll(file, bytes);
      if (isForced) fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    if (!holds(next, bytes)) throw fullDisk();
    fs.renameSync(next, path);
  } catch (error) {
    removeIfPossible(next);
    throw error;
  }
  if (isForced) keepName(dirname(path));
}

/** A failure here is ignored: the report names the earlier one. */
export function removeIfPossible(path: string): void {
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // The folder cannot be written any more.
  }
}

/** On a disk that is nearly full, a part is written without an error. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    const count = fs.writeSync(file, bytes, written);
    if (count === 0) throw fullDisk();
    written += count;
  }
}

/** Compared in pieces: a second copy of a large file would take as much memory. */
function holds(path: string, bytes: Uint8Array): boolean {
  const file = fs.openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(64 * 1024);
    for (let at = 0; ;) {
      const length = fs.readSync(file, piece);
      if (length === 0) return at === bytes.length;
      if (piece.compare(bytes, at, Math.min(at + length, bytes.length), 0, length) !== 0) return false;
      at += length;
    }
  } finally {
    fs.closeSync(file);
  }
}

function fullDisk(): Error {
  return Object.assign(new Error('the disk took only a part'), { code: 'ENOSPC' });
}

/** The new name is on the disk, too. Some filesystems cannot do that, and the file is whole without it. */
function keepName(folder: string): void {
  try {
    const handle = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    // Windows opens no folders.
  }
}

/** Moves a file that cannot be read beside its place. Answers its path from then on; null where it cannot be moved. */
export function moveAside(path: string): string | null {
  const named = `${path}.bad-${new Date().toISOString().replaceAll(':', '-')}`;
  // Another one may have been moved in the same millisecond.
  const aside = fs.existsSync(named) ? `${named}-2` : named;
  try {
    fs.renameSync(path, aside);
    return aside;
  } catch {
    return null;
  }
}

/** Enough for most files. */
const probe = 'x'.repeat(4096);

/** The operating system's code; null where a file can be written. */
export function writeFault(folder: string): string | null {
  const path = join(folder, `probe-${process.pid}`);
  try {
    writeWhole(path, probe, false);
    removeIfPossible(path);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** The same of a folder that need not be there yet, without writing anything. */
export function placeFault(folder: string): string | null {
  const above = dirname(folder);
  if (!fs.existsSync(folder) && above !== folder) return placeFault(above);
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return fs.statSync(folder).isDirectory() ? null : 'ENOTDIR';
  } catch (error) {
    return codeOf(error);
  }
}
