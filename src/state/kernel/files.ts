/** Reads regular files only, and names the errors of the operating system. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import process from 'node:process';

/** Windows lacks the last two flags; making a link there needs a right that few have. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file for reading, because a pipe in its place would never answer and a link would lead elsewhere.
 * Rejects like `fs`, and when the file is not regular or exceeds `maxBytes`.
 */
export async function openRegularFile(path: string, maxBytes = Infinity): Promise<FileHandle> {
  const file = await open(path, readFlags);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxBytes) throw new Error('not a regular file of the expected size');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Rejects like `openRegularFile`. */
export async function readRegularFile(path: string, maxBytes: number): Promise<string> {
  const file = await openRegularFile(path, maxBytes);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Does the file belong to the current user? Always true on Windows, where files have no such owner. */
export function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

/** The code of an error from the operating system, such as `ENOENT` (errno(3)); null for any other error. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Like `errorCode`, but always a word for a sentence. */
export function codeOf(error: unknown): string {
  return errorCode(error) ?? 'unknown';
}

// Appends text to a file that other processes may append to, and waits for the disk.

/** With O_DSYNC, a write returns when the bytes are on the disk. Other systems lack the flag or promise less. */
const isWrittenThrough = process.platform === 'linux';

/** Flags for opening a file to append to; `isTorn` needs read access. */
export const appending = constants.O_RDWR | constants.O_APPEND | (isWrittenThrough ? constants.O_DSYNC : 0);

/** Does the file end in the middle of a line? */
export async function isTorn(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
  return bytesRead === 1 && buffer[0] !== 0x0a;
}

/** Is the file still in a folder? A deleted one would accept every line, and all of them would be lost. */
export async function hasName(file: FileHandle): Promise<boolean> {
  return (await file.stat()).nlink > 0;
}

/**
 * Appends with a single write, so that lines of other processes do not mix. Resolves with null when the bytes are on
 * the disk, otherwise with the operating system's code. `reportsNames`: this filesystem reports the number of a file's
 * names.
 */
export async function appendSynced(file: FileHandle, bytes: Buffer, reportsNames: boolean): Promise<string | null> {
  try {
    const [isNamed, { bytesWritten }] = await Promise.all([hasName(file), file.write(bytes)]);
    // On a nearly full disk, part of a line is written without an error.
    if (bytesWritten < bytes.length) return 'ENOSPC';
    if (!isWrittenThrough) await file.datasync();
    return reportsNames && !isNamed ? 'ENOENT' : null;
  } catch (error) {
    return codeOf(error);
  }
}
