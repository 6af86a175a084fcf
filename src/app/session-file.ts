/** Where is the note of a session whose line dropped? In a file for its owner alone, until the next start has read it. */
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readNote, type SessionNote } from '../state/session-note.ts';
import { isOwn } from './own-file.ts';
import { requireOwnFolder, stateOfFolder } from './own-folder.ts';

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

/** Takes the note: it is offered once. Null where there is none that can be trusted. */
export function takeSession(path: string, now: number): SessionNote | null {
  try {
    if (stateOfFolder(dirname(path)).kind !== 'own') return null;
    const stats = lstatSync(path);
    const isTrusted = stats.isFile() && isOwn(stats) && stats.size < maxBytes;
    const note = isTrusted ? readNote(readFileSync(path, 'utf8')) : null;
    rmSync(path, { force: true });
    return note !== null && now - note.at < oldestMs ? note : null;
  } catch {
    return null;
  }
}
