/** Where is the note of a session whose line dropped? In a file for its owner alone, until the next start has read it. */
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { readFilter } from '../../state/filter/filter.ts';
import { readNote, type SessionNote } from '../../state/resume/model.ts';
import { moveAside } from './atomic-write.ts';
import { isOwn, requireOwnFolder, stateOfFolder } from './private-folder.ts';

/** Older than this, nobody comes back to it. */
const oldestMs = 7 * 24 * 60 * 60 * 1000;

const maxBytes = 10_000_000;

export function sessionFilePath(stateFolder: string, profileName: string): string {
  return join(stateFolder, `session-${profileName}.json`);
}

/** Written at once: the program has seconds left. Where it cannot be, the session is lost, and nothing else. */
export function saveSession(path: string, note: SessionNote): void {
  try {
    requireOwnFolder(dirname(path));
    rmSync(path, { force: true });
    writeFileSync(path, JSON.stringify(note), { flag: 'wx', mode: 0o600 });
  } catch {
    // There is nobody left to tell.
  }
}

export type SessionTaken =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly note: SessionNote }
  /** It is kept aside, and nothing of it is used. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Takes the note: it is offered once. One that this program would not have written so is none of its. */
export function takeSession(path: string, now: number): SessionTaken {
  // Of a folder that others can write nothing is read; that is told by itself.
  if (stateOfFolder(dirname(path)).kind !== 'own') return { kind: 'none' };
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'none' };
    const isOurs = stats.isFile() && isOwn(stats) && stats.size < maxBytes && !isWritableByOthers(stats);
    const note = isOurs ? readNote(readFileSync(path, 'utf8')) : null;
    if (note === null || readFilter(note.filter).fault !== null) return keptAside(path, isOurs);
    rmSync(path, { force: true });
    return now - note.at < oldestMs ? { kind: 'found', note } : { kind: 'none' };
  } catch {
    return keptAside(path, true);
  }
}

function isWritableByOthers({ mode }: { readonly mode: number }): boolean {
  return process.platform !== 'win32' && (mode & 0o022) !== 0;
}

function keptAside(path: string, isOurs: boolean): SessionTaken {
  const why = isOurs ? 'its file is damaged' : 'its file is not yours alone';
  const aside = moveAside(path) === null ? '' : ', and kept aside';
  return { kind: 'refused', sentence: `The last session is not offered: ${why}${aside}.` };
}
