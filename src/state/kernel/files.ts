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
