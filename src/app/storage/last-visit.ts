/** What did this person see of an organisation last time? One small file for each, for its owner alone. */
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { changesBetween, type Look } from '../../state/changes/changes.ts';
import { errorCode } from '../../state/kernel/system-error.ts';
import { readPlainFile } from '../../state/kernel/regular-file.ts';
import type { LookCompared } from '../../state/ports.ts';
import { moveAside, replaceFile } from './atomic-write.ts';
import { nameFor } from './paths.ts';
import { stateOfFolder } from './private-folder.ts';

const maxBytes = 100_000_000;

const shape = z.object({ at: z.number(), systems: z.array(z.string()), connected: z.array(z.string()) });

/** Keeps this look in the place of the one before. One that cannot be read is kept aside. */
export async function compareWithLastLook(
  folder: string,
  baseUrl: string,
  orgId: string,
  look: Look,
): Promise<LookCompared> {
  const path = pathFor(folder, baseUrl, orgId);
  const before = await lookAt(path);
  const aside = before === 'unreadable' && moveAside(path) !== null ? ', and kept aside' : '';
  keep(path, look);
  if (before !== 'unreadable') return { changes: before && changesBetween(before, look), problem: null };
  return { changes: null, problem: `Changes are not shown: the file of the last look is damaged${aside}.` };
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
  if (before === null || before === 'unreadable') return;
  const isThere = (systemId: string): boolean => !gone.has(systemId);
  keep(path, { ...before, systems: before.systems.filter(isThere), connected: before.connected.filter(isThere) });
}

function pathFor(folder: string, baseUrl: string, orgId: string): string {
  return join(folder, 'seen', `${nameFor(`${baseUrl}\n${orgId}`)}.json`);
}

/** Null where there was none; nothing is read in a folder that others can write. */
async function lookAt(path: string): Promise<Look | 'unreadable' | null> {
  try {
    if (stateOfFolder(dirname(path)).kind !== 'own') return null;
    return shape.parse(JSON.parse(await readPlainFile(path, maxBytes)));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : 'unreadable';
  }
}

function keep(path: string, look: Look): void {
  try {
    replaceFile(path, JSON.stringify(look));
  } catch {
    // The next look has nothing to compare with, or an older one: that is all that is lost.
  }
}
