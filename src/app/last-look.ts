/** What did this person see of an organisation last time? One small file for each, for its owner alone. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Changes, changesBetween, type Look } from '../state/changes.ts';
import { nameFor } from './name-hash.ts';

const shape = z.object({ at: z.number(), systems: z.array(z.string()), connected: z.array(z.string()) });

/** Keeps this look in the place of the one before; null where there was none, or it cannot be read. */
export async function compareWithLastLook(
  folder: string,
  baseUrl: string,
  orgId: string,
  look: Look,
): Promise<Changes | null> {
  const path = join(folder, 'seen', `${nameFor(`${baseUrl}\n${orgId}`)}.json`);
  const before = await readFile(path, 'utf8')
    .then(
      (text) => shape.parse(JSON.parse(text)),
      () => null,
    )
    .catch(() => null);
  try {
    await mkdir(join(folder, 'seen'), { recursive: true, mode: 0o700 });
    await writeFile(path, JSON.stringify(look), { mode: 0o600 });
  } catch {
    // The next look has nothing to compare with, or an older one: that is all that is lost.
  }
  return before === null ? null : changesBetween(before, look);
}
