/** Keeps the visits to each organisation in files for their owner alone: what a session remembers, and a snapshot. */
import { closeSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import {
  changesBetween,
  snapshotWithout,
  type VisitComparison,
  type VisitSnapshot,
} from '../../state/fleet/changes/changes.ts';
import type { Visits } from '../../state/fleet/resume/feature.ts';
import { mergedVisit, marksIn, mostMarks, readVisit, type Visit } from '../../state/fleet/resume/model.ts';
import { isVisitChanged, visitOf } from '../../state/fleet/resume/restore.ts';
import type { Store } from '../../state/kernel/store.ts';
import { codeOf } from '../../state/kernel/files.ts';
import { safeJson } from '../../state/kernel/hidden-characters.ts';
import type { Action, State } from '../../state/root/state.ts';
import { moveAside, removeIfPossible, replaceFile } from './atomic-write.ts';
import { nameFor, requireOwnFolder } from './folders.ts';
import { isNone, jsonIn, readOwnFile } from './own-file.ts';

/** 250,000 ids of sixteen characters, and room. */
const maxBytes = 16_000_000;

/** The organisations that were visited longest ago are forgotten. */
const mostFiles = 200;

export interface VisitFiles extends Visits {
  /** Why the last one could not be saved: the operating system's code; null where it was, or did not have to be. */
  readonly unsaved: () => string | null;
}

/** State of a file since this session read or wrote it last. */
interface Held {
  /** This session's own visit, as last read or written. */
  readonly own: Visit | null;
  /** The whole file, with the visits of other sessions. */
  readonly file: Visit | null;
  /** Tells whether another session has written it since; null where there was none. */
  readonly stamp: string | null;
  /** Changes that could not be saved. */
  readonly unsaved: Visit | null;
}

const nothing: Held = { own: null, file: null, stamp: null, unsaved: null };

/** `folder`: null where nothing outlives this session. Several sessions merge into the files. */
export function openVisits(folder: string | null): VisitFiles {
  const held = new Map<string, Held>();
  let failure: string | null = null;
  return {
    unsaved: () => failure,
    recall(profile, baseUrl, orgId) {
      const name = fileNameFor(profile, baseUrl, orgId);
      const { own, unsaved } = held.get(name) ?? nothing;
      // Unsaved changes are still in memory.
      if (folder === null || unsaved !== null) return { visit: unsaved ?? own, problem: null };
      const { visit, stamp, problem } = read(join(folder, 'visits', name));
      held.set(name, { own: visit, file: visit, stamp, unsaved: null });
      return { visit, problem };
    },
    keep(profile, baseUrl, visit, isLast = false) {
      const name = fileNameFor(profile, baseUrl, visit.orgId);
      const before = held.get(name) ?? nothing;
      if (before.unsaved === null && isSame(before.own, visit)) return;
      if (folder === null) {
        held.set(name, { ...nothing, own: visit });
        return;
      }
      const path = join(folder, 'visits', name);
      let unlock = (): void => undefined;
      try {
        const tooMany = { code: `more than ${mostMarks} marks` };
        if (marksIn(visit) > mostMarks) throw Object.assign(new Error('More marks than are saved.'), tooMany);
        requireOwnFolder(join(folder, 'visits'));
        unlock = lock(path);
        const theirs = stampOf(path) === before.stamp ? before.file : read(path).visit;
        const file = mergedVisit(before.own, visit, theirs);
        replaceFile(path, safeJson(file, 0), isLast);
        if (before.stamp === null) forgetOldest(join(folder, 'visits'));
        held.set(name, { own: visit, file, stamp: stampOf(path), unsaved: null });
        failure = null;
      } catch (error) {
        failure = codeOf(error);
        held.set(name, { ...before, unsaved: visit });
      } finally {
        unlock();
      }
    },
  };
}

/** After so much quiet, so that a hundred thousand marks are not written at each key. */
export const visitMs = 3_000;

/** Keeps changes in an organisation: a program that is killed loses little. No timer runs while nothing changes. */
export function keepVisits(store: Store<State, Action>, visits: Visits): void {
  let timer: NodeJS.Timeout | undefined;
  store.subscribe((_, before) => {
    if (!isVisitChanged(store.state(), before)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      keepVisit(store.state(), visits);
    }, visitMs).unref();
  });
}

/** `isLast`: the program ends. */
export function keepVisit(state: State, visits: Visits, isLast = false): void {
  const { profile, baseUrl } = state.session;
  const visit = visitOf(state);
  if (visit !== null && baseUrl !== null) visits.keep(profile, baseUrl, visit, isLast);
}

/**
 * Two sessions whose terminals close together write at the same moment. Where no lock is available for longer than any
 * writing takes, it continues without. The lock of a session that was killed while it wrote is no longer one.
 */
function lock(path: string): () => void {
  const name = `${path}.lock`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const begun = performance.now(); performance.now() - begun < 500; Atomics.wait(pause, 0, 0, 5)) {
    try {
      closeSync(openSync(name, 'wx', 0o600));
      return () => {
        removeIfPossible(name);
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (Date.now() - timeOf(name) > 5000) removeIfPossible(name);
    }
  }
  return () => undefined;
}

/** Without its time. */
function isSame(one: Visit | null, other: Visit): boolean {
  return JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 });
}

function fileNameFor(...about: readonly string[]): string {
  return `${nameFor(about.join('\n'))}.json`;
}

function stampOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : stampIn(stats);
}

/** Each writing is another file under the name. */
function stampIn({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

/** `problem`: of a file that was moved aside; nothing of it is used. */
type Stored = Pick<Held, 'stamp'> & ReturnType<Visits['recall']>;

function read(path: string): Stored {
  const file = readOwnFile(path, { maxBytes });
  if (isNone(file)) return { visit: null, stamp: null, problem: null };
  if (file.kind === 'read') {
    const visit = readVisit(file.bytes.toString());
    return visit === null ? setAside(path, 'is damaged') : { visit, stamp: stampIn(file.stats), problem: null };
  }
  if (file.why === 'tooLarge') return setAside(path, 'is damaged');
  return setAside(path, file.why === 'unreadable' ? 'cannot be read' : 'is not yours alone');
}

function setAside(path: string, why: string): Stored {
  const aside = moveAside(path);
  const kept = aside === null ? '' : ` It is kept as ${basename(aside)}.`;
  return { visit: null, stamp: null, problem: `Marks and filter were not restored: their file ${why}.${kept}` };
}

function forgetOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (names.length <= mostFiles) return;
  const changed = names.map((name) => ({ path: join(folder, name), ms: timeOf(join(folder, name)) }));
  const oldest = changed.sort((a, b) => a.ms - b.ms).slice(0, names.length - mostFiles);
  for (const { path } of oldest) removeIfPossible(path);
}

function timeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

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
  return join(folder, 'seen', fileNameFor(baseUrl, orgId));
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
