/** Replaces a file atomically: a crash leaves the old or the new one. Also tests whether a folder is writable. */
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../state/kernel/files.ts';
import { requireOwnFolder } from './own-file.ts';

/**
 * Writes with mode 0600. Throws as `fs` does, for a folder that others can write, and `ENOSPC` after a partial write.
 */
export function replaceFile(path: string, text: string | Uint8Array, isForced = true): void {
  requireOwnFolder(dirname(path));
  writeWhole(path, text, isForced);
}

/** Replaces a file in any folder. `isForced` waits for fsync; without it, only a power failure can lose the file. */
export function writeWhole(path: string, content: string | Uint8Array, isForced = true): void {
  // Loaded on demand: few starts write anything.
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

/** A failure here is ignored, because the caller reports the earlier one. */
export function removeIfPossible(path: string): void {
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // The folder has become unwritable.
  }
}

/** Repeats partial writes, which a nearly full disk accepts without an error. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    const count = fs.writeSync(file, bytes, written);
    if (count === 0) throw fullDisk();
    written += count;
  }
}

/** Compares in pieces, because a second copy of a large file would double the memory. */
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

/**
 * Syncs the folder, so that a power failure does not lose the new name. Some filesystems refuse that; the file is
 * complete without it.
 */
function keepName(folder: string): void {
  try {
    const handle = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    // Windows cannot open folders.
  }
}

/** Renames an unreadable file. Returns its new path, or null if it cannot be renamed. */
export function moveAside(path: string): string | null {
  const named = `${path}.bad-${new Date().toISOString().replaceAll(':', '-')}`;
  // Another file may have been renamed in the same millisecond.
  const aside = fs.existsSync(named) ? `${named}-2` : named;
  try {
    fs.renameSync(path, aside);
    return aside;
  } catch {
    return null;
  }
}

/** As large as most of rollcall's files. */
const probe = 'x'.repeat(4096);

/** The operating system's error code; null if a file can be written. */
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

/** The error code for a folder that may not exist yet, without writing anything; null if it can be created. */
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
