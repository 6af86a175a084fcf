/** Keeps a session's memory of each organisation in files for their owner alone; several sessions merge into them. */
import { closeSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf } from '../../state/kernel/system-error.ts';
import type { Visits } from '../../state/root/ports.ts';
import { mergedVisit } from '../../state/fleet/resume/merge.ts';
import { marksIn, mostMarks, readVisit, type Visit } from '../../state/fleet/resume/model.ts';
import { moveAside, removeIfPossible, replaceFile } from './atomic-write.ts';
import { nameFor, requireOwnFolder } from './folders.ts';
import { readOwnFile } from './own-file.ts';

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

/** `folder`: null where nothing outlives this session. */
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
      const stored = read(join(folder, 'visits', name));
      const visit = stored.kind === 'found' ? stored.visit : null;
      held.set(
        name,
        stored.kind === 'found' ? { own: visit, file: visit, stamp: stored.stamp, unsaved: null } : nothing,
      );
      return { visit, problem: stored.kind === 'refused' ? stored.sentence : null };
    },
    keep(profile, baseUrl, visit, isLast = false) {
      const name = fileNameFor(profile, baseUrl, visit.orgId);
      const before = held.get(name) ?? nothing;
      if (before.unsaved === null && before.own !== null && isSame(before.own, visit)) return;
      if (folder === null) {
        held.set(name, { ...nothing, own: visit });
        return;
      }
      const path = join(folder, 'visits', name);
      let unlock = (): void => undefined;
      try {
        if (marksIn(visit) > mostMarks) throw tooMany();
        requireOwnFolder(join(folder, 'visits'));
        unlock = lock(path);
        const stored = stampOf(path) === before.stamp ? null : read(path);
        const theirs = stored === null ? before.file : stored.kind === 'found' ? stored.visit : null;
        const file = mergedVisit(before.own, visit, theirs);
        replaceFile(path, JSON.stringify(file), isLast);
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

/** Two sessions whose terminals close together write at the same moment: longer than any writing takes. */
const lockMs = 500;

/** One of a session that was killed while it wrote is no longer one. */
const staleLockMs = 5_000;

/** No other session writes between reading and writing a file. Where no lock is available, it continues without. */
function lock(path: string): () => void {
  const name = `${path}.lock`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const begun = performance.now(); performance.now() - begun < lockMs; Atomics.wait(pause, 0, 0, 5)) {
    try {
      closeSync(openSync(name, 'wx', 0o600));
      return () => {
        removeIfPossible(name);
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (Date.now() - timeOf(name) > staleLockMs) removeIfPossible(name);
    }
  }
  return () => undefined;
}

function tooMany(): Error {
  return Object.assign(new Error('More marks than are saved.'), { code: `more than ${mostMarks} marks` });
}

/** Without its time. */
function isSame(one: Visit, other: Visit): boolean {
  return JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 });
}

function fileNameFor(profile: string, baseUrl: string, orgId: string): string {
  return `${nameFor(`${profile}\n${baseUrl}\n${orgId}`)}.json`;
}

function stampOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : stampIn(stats);
}

/** Each writing is another file under the name. */
function stampIn({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

type Stored =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly visit: Visit; readonly stamp: string }
  /** It was moved aside, and nothing of it is used. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Nothing is read in a folder that others can write; a notice of its own says so. */
function read(path: string): Stored {
  const file = readOwnFile(path, { maxBytes });
  if (file.kind === 'missing' || (file.kind === 'refused' && file.why === 'folder')) return { kind: 'none' };
  const visit = file.kind === 'read' ? readVisit(file.bytes.toString()) : null;
  if (file.kind === 'read' && visit !== null) return { kind: 'found', visit, stamp: stampIn(file.stats) };
  if (file.kind === 'read' || file.why === 'tooLarge') return refused(path, 'is damaged');
  return refused(path, file.why === 'unreadable' ? 'cannot be read' : 'is not yours alone');
}

function refused(path: string, why: string): Stored {
  const aside = moveAside(path);
  const kept = aside === null ? '' : ` It is kept as ${basename(aside)}.`;
  return { kind: 'refused', sentence: `Marks and filter were not restored: their file ${why}.${kept}` };
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
