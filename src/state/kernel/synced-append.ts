/** Appends text to a file that others may append to, too, and waits for the disk. */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import process from 'node:process';
import { codeOf } from './files.ts';

/** A write that has ended is on the disk: one wait instead of two. Other systems' flag is missing, or promises less. */
const isWrittenThrough = process.platform === 'linux';

/** The flags with which a file is opened for it; reading is for `isTorn`. */
export const appending = constants.O_RDWR | constants.O_APPEND | (isWrittenThrough ? constants.O_DSYNC : 0);

/** Does the file end in the middle of a line? */
export async function isTorn(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
  return bytesRead === 1 && buffer[0] !== 0x0a;
}

/** One that was removed has none: it takes every line, and nobody will ever read it. */
export async function hasName(file: FileHandle): Promise<boolean> {
  return (await file.stat()).nlink > 0;
}

/**
 * One write, so that what others append does not mix with it. Resolves when it is on the disk, with null; else with the
 * operating system's code. `isNameTold`: this filesystem says how many names a file has.
 */
export async function appendSynced(file: FileHandle, bytes: Buffer, isNameTold: boolean): Promise<string | null> {
  try {
    const [isNamed, { bytesWritten }] = await Promise.all([hasName(file), file.write(bytes)]);
    // On a disk that is nearly full, part of a line is written without an error.
    if (bytesWritten < bytes.length) return 'ENOSPC';
    if (!isWrittenThrough) await file.datasync();
    return isNameTold && !isNamed ? 'ENOENT' : null;
  } catch (error) {
    return codeOf(error);
  }
}
