/** Which file holds the preferences, what stands in it, and can it be used? */
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../../state/kernel/system-error.ts';
import { configFolder } from '../paths.ts';
import { keepAside } from '../keep-aside.ts';
import { isOwn } from '../own-file.ts';
import { stateOfFolder } from '../private-folder.ts';
import { isOfLaterFormat, maxBytes, type PreferencesFile, preferencesFile } from './format.ts';

export interface PreferencesRead {
  /** Null where this person has no folder for it. */
  readonly path: string | null;
  readonly file: PreferencesFile;
  /** False where the file is left alone. */
  readonly isWritable: boolean;
  /** Why it is left alone, or what was done to it, in one sentence. */
  readonly problem: string | null;
}

/** Reads it without conf, which writes it: loading conf takes as long as everything before the first frame. */
export async function readPreferences(): Promise<PreferencesRead> {
  let path: string;
  try {
    path = join(await configFolder(), 'config.json');
  } catch {
    // A user without an entry in the system's list and without HOME: asking for the folder throws.
    return unused(null, 'there is no folder for them');
  }
  return readAt(path);
}

function readAt(path: string): PreferencesRead {
  try {
    const folder = stateOfFolder(dirname(path));
    if (folder.kind === 'refused') return unused(path, folder.sentence.replace(/\.$/, ''));
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { path, file: {}, isWritable: true, problem: null };
    const distrust = distrustOf(stats);
    if (distrust !== null) return unused(path, `${path} ${distrust}`);
    if (stats.size > maxBytes) return setAside(path);
    const stored = storedAt(path);
    // Another program can read it: it is not set aside.
    if (isOfLaterFormat(stored)) return unused(path, `${path} is of a later version of rollcall`);
    return { path, file: preferencesFile.parse(stored), isWritable: true, problem: null };
  } catch (error) {
    const code = errorCode(error);
    // The folder is a file, or belongs to somebody else: there is nothing that could be set aside.
    return code === null ? setAside(path) : unused(path, `${path} cannot be read (${code})`);
  }
}

/** What stands in the file by now; null where that cannot be told. The file is left as it is. */
export function readAgain(path: string): PreferencesFile | null {
  try {
    const stats = lstatSync(path);
    const isUsable =
      stateOfFolder(dirname(path)).kind === 'own' && distrustOf(stats) === null && stats.size <= maxBytes;
    return isUsable ? preferencesFile.parse(storedAt(path)) : null;
  } catch {
    return null;
  }
}

function storedAt(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8').replace(/^\u{FEFF}/u, ''));
}

/** Why somebody else could have written the file, or reading it could block. */
function distrustOf(stats: Stats): string | null {
  if (!stats.isFile()) return 'is not a plain file';
  if (!isOwn(stats)) return 'belongs to somebody else';
  if (process.platform !== 'win32' && (stats.mode & 0o002) !== 0) return 'can be written by everybody';
  return null;
}

function setAside(path: string): PreferencesRead {
  const kept = keepAside(path);
  if (kept === null) return unused(path, `${path} cannot be read, nor moved aside`);
  const problem = `Preferences could not be read; the defaults are used, and the file is kept as ${basename(kept)}.`;
  return { path, file: {}, isWritable: true, problem };
}

function unused(path: string | null, reason: string): PreferencesRead {
  return { path, file: {}, isWritable: false, problem: `Preferences are neither read nor saved: ${reason}.` };
}
