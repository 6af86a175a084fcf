/** What did this person see of an organisation last time? One small file for each, for its owner alone. */
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { type Changes, changesBetween, type Look } from '../state/changes.ts';
import { readPlainFile } from '../state/plain-file.ts';
import { nameFor } from './name-hash.ts';
import { stateOfFolder } from './own-folder.ts';
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
  const path = pathFor(folder, baseUrl, orgId);
  const before = await lookAt(path);
  keep(path, look);
  return before === null ? null : changesBetween(before, look);
}

/** Whoever has just deleted these is not told next time that they are gone. */
export async function leaveOutOfLastLook(
  folder: string,
  baseUrl: string,
  orgId: string,
  gone: ReadonlySet<string>,
): Promise<void> {
  const path = pathFor(folder, baseUrl, orgId);
  const before = await lookAt(path);
  if (before === null) return;
  const isThere = (systemId: string): boolean => !gone.has(systemId);
  keep(path, { ...before, systems: before.systems.filter(isThere), connected: before.connected.filter(isThere) });
}

function pathFor(folder: string, baseUrl: string, orgId: string): string {
  return join(folder, 'seen', `${nameFor(`${baseUrl}\n${orgId}`)}.json`);
}

async function lookAt(path: string): Promise<Look | null> {
  try {
    if (stateOfFolder(dirname(path)).kind !== 'own') return null;
    return shape.parse(JSON.parse(await readPlainFile(path, maxBytes)));
  } catch {
    return null;
  }
}

function keep(path: string, look: Look): void {
  try {
    replaceFile(path, JSON.stringify(look));
  } catch {
    // The next look has nothing to compare with, or an older one: that is all that is lost.
  }
}
