/** How is a file read in whose place something else may stand? A pipe would never answer, a link leads elsewhere. */
import { constants, type FileHandle, open } from 'node:fs/promises';

/** Windows has neither of the two, and neither links nor pipes that anybody could put there. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Opened for reading. Rejects as `fs` does; and where it is no plain file, or larger than so many bytes. */
export async function openPlainFile(path: string, maxBytes = Infinity): Promise<FileHandle> {
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

/** Its text. Rejects likewise. */
export async function readPlainFile(path: string, maxBytes: number): Promise<string> {
  const file = await openPlainFile(path, maxBytes);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
