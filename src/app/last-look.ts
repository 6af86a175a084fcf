/** What did this person see of an organisation last time? One small file for each, for its owner alone. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Changes, changesBetween, type Look } from '../state/changes.ts';
import { readPlainFile } from '../state/plain-file.ts';
import { nameFor } from './name-hash.ts';
import { replaceFile } from './replace-file.ts';

const maxBytes = 100_000_000;

const shape = z.object({ at: z.number(), systems: z.array(z.string()), connected: z.array(z.string()) });

/** Keeps this look in the place of the one before; null where there was none, or it cannot be read. */
export async function compareWithLastLook(
  folder: string,
  baseUrl: string,
  orgId: string,
  look: Look,
): Promise<Changes | null> {
  const path = join(folder, 'seen', `${nameFor(`${baseUrl}\n${orgId}`)}.json`);
  const before = await readPlainFile(path, maxBytes)
    .then(
      (text) => shape.parse(JSON.parse(text)),
      () => null,
    )
    .catch(() => null);
  try {
    replaceFile(path, JSON.stringify(look));
  } catch {
    // The next look has nothing to compare with, or an older one: that is all that is lost.
  }
  return before === null ? null : changesBetween(before, look);
}
