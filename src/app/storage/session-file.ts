/** Saves a session whose line dropped in a file for its owner alone, until the next start has read it. */
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { readFilter } from '../../state/filter/filter.ts';
import { readNote, type SessionNote } from '../../state/resume/model.ts';
import { moveAside } from './atomic-write.ts';
import { notesFolder, isOwn, requireOwnFolder, stateOfFolder } from './folders.ts';

/** An older one is not offered. */
const oldestMs = 7 * 24 * 60 * 60 * 1000;

const maxBytes = 10_000_000;

/** Null without a home folder. */
export async function sessionFilePath(profileName: string): Promise<string | null> {
  const folder = await notesFolder().catch(() => null);
  return folder && join(folder, `session-${profileName}.json`);
}

/** Written at once: the program has seconds left. Where that fails, the session is lost, and nothing else. */
export function saveSession(path: string, note: SessionNote): void {
  try {
    requireOwnFolder(dirname(path));
    rmSync(path, { force: true });
    writeFileSync(path, JSON.stringify(note), { flag: 'wx', mode: 0o600 });
  } catch {
    // There is nobody left to tell.
  }
}

type SessionTaken =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly note: SessionNote }
  /** It was moved aside, and nothing of it is used. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Reads the file and removes it: a session is offered once. One that rollcall would not write so is refused. */
export function takeSession(path: string, now: number): SessionTaken {
  // Nothing is read in a folder that others can write; a notice of its own says so.
  if (stateOfFolder(dirname(path)).kind !== 'own') return { kind: 'none' };
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'none' };
    const isExposed = process.platform !== 'win32' && (stats.mode & 0o022) !== 0;
    const isOurs = stats.isFile() && isOwn(stats) && stats.size < maxBytes && !isExposed;
    const note = isOurs ? readNote(readFileSync(path, 'utf8')) : null;
    if (note === null || readFilter(note.filter).fault !== null) return refusedAs(path, isOurs);
    rmSync(path, { force: true });
    return now - note.at < oldestMs ? { kind: 'found', note } : { kind: 'none' };
  } catch {
    return refusedAs(path, true);
  }
}

function refusedAs(path: string, isOurs: boolean): SessionTaken {
  const why = isOurs ? 'its file is damaged' : 'its file is not yours alone';
  const aside = moveAside(path) === null ? '' : ', and kept aside';
  return { kind: 'refused', sentence: `The last session is not offered: ${why}${aside}.` };
}
