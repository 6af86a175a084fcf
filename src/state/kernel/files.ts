/** Reads regular files only, and names the errors of the operating system. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import process from 'node:process';

/** Windows has neither of the two, and neither links nor pipes that anybody could put there. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file only, for reading: in its place may stand a pipe, which never answers, or a link, which leads
 * elsewhere. Rejects as `fs` does; and where it is no regular file, or larger than so many bytes.
 */
export async function openRegularFile(path: string, maxBytes = Infinity): Promise<FileHandle> {
  const file = await open(path, flags);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxBytes) throw new Error('not a plain file of the expected size');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Its text. Rejects in the same cases. */
export async function readRegularFile(path: string, maxBytes: number): Promise<string> {
  const file = await openRegularFile(path, maxBytes);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Does it belong to the user that runs this? True on Windows, where files have no owner of this kind. */
export function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

/** Such as `ENOENT` (errno(3)); null for an error that does not come from it. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The same as a word for a sentence. */
export function codeOf(error: unknown): string {
  return errorCode(error) ?? 'unknown';
}

// Appends text to a file that others may append to, too, and waits for the disk.

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
