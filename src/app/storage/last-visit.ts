/** Compares a visit to an organisation with the one before: its snapshot is in a small file for its owner alone. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { changesBetween, type VisitComparison, type VisitSnapshot } from '../../state/fleet/changes/changes.ts';
import { moveAside, replaceFile } from './atomic-write.ts';
import { nameFor } from './folders.ts';
import { jsonIn, readOwnFile } from './own-file.ts';

const maxBytes = 100_000_000;

const shape = z.object({ at: z.number(), systems: z.array(z.string()), connected: z.array(z.string()) });

/** Saves this snapshot in the place of the one before. One that cannot be read is moved aside. */
export function compareWithLastVisit(
  folder: string,
  baseUrl: string,
  orgId: string,
  snapshot: VisitSnapshot,
): VisitComparison {
  const path = pathFor(folder, baseUrl, orgId);
  const before = readSnapshot(path);
  const aside = before === 'unreadable' && moveAside(path) !== null ? ', and kept aside' : '';
  save(path, snapshot);
  if (before !== 'unreadable') return { changes: before && changesBetween(before, snapshot), problem: null };
  return { changes: null, problem: `Changes are not shown: your last visit's record is damaged${aside}.` };
}

/** Removes systems that were just deleted from the snapshot: the next visit does not report them as gone. */
export function leaveOutOfLastVisit(folder: string, baseUrl: string, orgId: string, gone: ReadonlySet<string>): void {
  const path = pathFor(folder, baseUrl, orgId);
  const before = readSnapshot(path);
  if (before === null || before === 'unreadable') return;
  const isThere = (systemId: string): boolean => !gone.has(systemId);
  save(path, { ...before, systems: before.systems.filter(isThere), connected: before.connected.filter(isThere) });
}

function pathFor(folder: string, baseUrl: string, orgId: string): string {
  return join(folder, 'seen', `${nameFor(`${baseUrl}\n${orgId}`)}.json`);
}

/** Null where there was none; nothing is read in a folder that others can write. */
function readSnapshot(path: string): VisitSnapshot | 'unreadable' | null {
  const file = readOwnFile(path, { maxBytes });
  if (file.kind === 'missing' || (file.kind === 'refused' && file.why === 'folder')) return null;
  const read = file.kind === 'read' ? shape.safeParse(jsonIn(file.bytes)) : null;
  return read?.success === true ? read.data : 'unreadable';
}

function save(path: string, snapshot: VisitSnapshot): void {
  try {
    replaceFile(path, JSON.stringify(snapshot));
  } catch {
    // The only loss: the next visit has nothing to compare with, or an older snapshot.
  }
}
