/** The snapshot of the last visit to each organisation, in a file for its owner alone. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  type KeptVisit,
  snapshotWithout,
  visitedAgain,
  visitSeen,
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
  away: z.optional(z.array(z.string())),
});
const keptShape = z.extend(snapshotShape, { unseen: z.optional(snapshotShape) });

/** Saves this snapshot, and the one before until its changes are seen. One that cannot be read is moved aside. */
export function compareWithLastVisit(
  folder: string,
  baseUrl: string,
  orgId: string,
  snapshot: VisitSnapshot,
): VisitComparison {
  const path = snapshotPath(folder, baseUrl, orgId);
  const before = readSnapshot(path);
  const aside = before === 'unreadable' && moveAside(path) !== null ? ', and kept aside' : '';
  const next = before === 'unreadable' || before === null ? null : visitedAgain(before, snapshot);
  saveSnapshot(path, next?.kept ?? snapshot);
  if (before !== 'unreadable') return { changes: next?.changes ?? null, problem: null };
  return { changes: null, problem: `No changes shown: your last visit's record is damaged${aside}.` };
}

/** Removes systems that were just deleted or disabled from the snapshot: the next visit does not report them as gone. */
export function leaveOutOfLastVisit(folder: string, baseUrl: string, orgId: string, gone: ReadonlySet<string>): void {
  changeKept(folder, baseUrl, orgId, (before) => snapshotWithout(before, gone));
}

/** The changes were told: the next visit does not report them. */
export function lastVisitSeen(folder: string, baseUrl: string, orgId: string): void {
  changeKept(folder, baseUrl, orgId, visitSeen);
}

function changeKept(folder: string, baseUrl: string, orgId: string, change: (kept: KeptVisit) => KeptVisit): void {
  const path = snapshotPath(folder, baseUrl, orgId);
  const before = readSnapshot(path);
  if (before !== null && before !== 'unreadable') saveSnapshot(path, change(before));
}

function snapshotPath(folder: string, baseUrl: string, orgId: string): string {
  return join(folder, 'seen', `${nameFor(`${baseUrl}\n${orgId}`)}.json`);
}

function readSnapshot(path: string): KeptVisit | 'unreadable' | null {
  const file = readOwnFile(path, { maxBytes: 100_000_000 });
  if (isNone(file)) return null;
  const snapshot = file.kind === 'read' ? keptShape.safeParse(jsonIn(file.bytes)) : null;
  return snapshot?.success === true ? snapshot.data : 'unreadable';
}

function saveSnapshot(path: string, snapshot: KeptVisit): void {
  try {
    replaceFile(path, safeJson(snapshot, 0));
  } catch {
    // The only loss: the next visit has nothing to compare with, or an older snapshot.
  }
}
