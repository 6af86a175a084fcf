/** The snapshot of the last visit to each organisation, in a file for its owner alone. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  changesBetween,
  snapshotWithout,
  type VisitComparison,
  type VisitSnapshot,
} from '../../state/fleet/changes/changes.ts';
import { safeJson } from '../../state/kernel/hidden-characters.ts';
import { moveAside, replaceFile } from './atomic-write.ts';
import { nameFor } from './folders.ts';
import { isNone, jsonIn, readOwnFile } from './own-file.ts';

const snapshotShape = z.object({
  at: z.number(),
  systems: z.array(z.string()),
  connected: z.array(z.string()),
  names: z.array(z.string()),
});

/** Saves this snapshot in the place of the one before. One that cannot be read is moved aside. */
export function compareWithLastVisit(
  folder: string,
  baseUrl: string,
  orgId: string,
  snapshot: VisitSnapshot,
): VisitComparison {
  const path = snapshotPath(folder, baseUrl, orgId);
  const before = readSnapshot(path);
  const aside = before === 'unreadable' && moveAside(path) !== null ? ', and kept aside' : '';
  saveSnapshot(path, snapshot);
  if (before !== 'unreadable') return { changes: before && changesBetween(before, snapshot), problem: null };
  return { changes: null, problem: `No changes shown: your last visit's record is damaged${aside}.` };
}

/** Removes systems that were just deleted from the snapshot: the next visit does not report them as gone. */
export function leaveOutOfLastVisit(folder: string, baseUrl: string, orgId: string, gone: ReadonlySet<string>): void {
  const path = snapshotPath(folder, baseUrl, orgId);
  const before = readSnapshot(path);
  if (before === null || before === 'unreadable') return;
  saveSnapshot(path, snapshotWithout(before, gone));
}

function snapshotPath(folder: string, baseUrl: string, orgId: string): string {
  return join(folder, 'seen', `${nameFor(`${baseUrl}\n${orgId}`)}.json`);
}

function readSnapshot(path: string): VisitSnapshot | 'unreadable' | null {
  const file = readOwnFile(path, { maxBytes: 100_000_000 });
  if (isNone(file)) return null;
  const snapshot = file.kind === 'read' ? snapshotShape.safeParse(jsonIn(file.bytes)) : null;
  return snapshot?.success === true ? snapshot.data : 'unreadable';
}

function saveSnapshot(path: string, snapshot: VisitSnapshot): void {
  try {
    replaceFile(path, safeJson(snapshot, 0));
  } catch {
    // The only loss: the next visit has nothing to compare with, or an older snapshot.
  }
}
