/** Reads the file of preferences, and changes it: one program after the other, and a change whole or not at all. */
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { errorCode } from '../../../state/kernel/operating-system.ts';
import { moveAside, replaceFile } from '../atomic-write.ts';
import { takeLock } from '../lock.ts';
import { configFolder } from '../paths.ts';
import { isOwn, stateOfFolder } from '../private-folder.ts';

// Profiles by their names. What is not known here is left as it is.
const organisation = z.looseObject({
  /** As they are typed. */
  guards: z.optional(z.string()),
  /** A short word for the top line, such as PROD. */
  word: z.optional(z.string().check(z.maxLength(12))),
  colour: z.optional(z.enum(['red', 'yellow', 'green', 'blue', 'magenta', 'cyan'])),
  readOnly: z.optional(z.boolean()),
  /** Columns of the table, in their order. */
  columns: z.optional(z.array(z.string())),
  /** Saved views by their digits. */
  views: z.optional(z.record(z.string(), z.unknown())),
});

const profile = z.looseObject({
  baseUrl: z.optional(z.string()),
  /** Where the token is stored; another version may know other storages. */
  keepIn: z.optional(z.string()),
  /** Prints the token; split into words as a shell would, and run without one. */
  tokenCommand: z.optional(z.string()),
  days: z.optional(z.int().check(z.minimum(1))),
  pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  readOnly: z.optional(z.boolean()),
  /** Organisation ids by base URL. */
  lastOrganisations: z.optional(z.record(z.string(), z.string())),
  /** By base URL and organisation id, with a space between. */
  organisations: z.optional(z.record(z.string(), organisation)),
});

const preferencesFile = z.looseObject({
  /** A file that does not say it has this one. */
  format: z.optional(z.literal(1)),
  profiles: z.optional(z.record(z.string(), profile)),
});

export type StoredOrganisation = z.infer<typeof organisation>;
export type Profile = z.infer<typeof profile>;
export type PreferencesFile = z.infer<typeof preferencesFile>;

/** A larger file is none of preferences. */
const maxBytes = 1_000_000;

/** Written by a later program, in a form that this one does not know. */
const laterFile = z.looseObject({ format: z.number().check(z.gt(1)) });

export interface PreferencesRead {
  /** Null where this person has no folder for it. */
  readonly path: string | null;
  readonly file: PreferencesFile;
  /** False where the file is left alone. */
  readonly isWritable: boolean;
  /** Why it is left alone, or what was done to it, in one sentence. */
  readonly problem: string | null;
}

/** A file that is damaged is moved aside, before anything can overwrite it. */
export async function readPreferences(): Promise<PreferencesRead> {
  // For a user without an entry in the system's list and without HOME it rejects.
  const folder = await configFolder().catch(() => null);
  if (folder === null) return unused(null, 'there is no folder for them');
  const path = join(folder, 'config.json');
  const stored = storedAt(path);
  switch (stored.kind) {
    case 'usable':
      return { path, file: stored.file, isWritable: true, problem: null };
    case 'unusable':
      return unused(path, stored.reason);
    case 'damaged': {
      const aside = moveAside(path);
      if (aside === null) return unused(path, `${path} cannot be read, nor moved aside`);
      const problem = `Preferences could not be read; the defaults are used, and the file is kept as ${basename(aside)}.`;
      return { path, file: {}, isWritable: true, problem };
    }
  }
}

function unused(path: string | null, reason: string): PreferencesRead {
  return { path, file: {}, isWritable: false, problem: `Preferences are neither read nor saved: ${reason}.` };
}

/** The contents of the file now; null where it cannot be used. The file is left as it is. */
export function rereadPreferences(path: string): PreferencesFile | null {
  const stored = storedAt(path);
  return stored.kind === 'usable' ? stored.file : null;
}

export type Change = (file: PreferencesFile) => PreferencesFile;

/**
 * Changes the file as it is at that moment, so that what other programs wrote stays. Rejects as `fs` does, and where
 * the file has become unusable. Aborting `haste` ends the wait for another program that holds the lock.
 */
export async function changePreferences(path: string, change: Change, haste?: AbortSignal): Promise<void> {
  const release = await lock(path, haste);
  try {
    const stored = storedAt(path);
    if (stored.kind !== 'usable') throw new Error('the file of preferences became unusable');
    replaceFile(path, JSON.stringify(preferencesFile.parse(change(stored.file)), null, '\t'));
  } finally {
    release();
  }
}

/** Longer than any program takes for a change: one that holds the lock for so long is stopped (ctrl-z). */
const lockTimeoutMs = 10_000;

async function lock(path: string, haste: AbortSignal | undefined): Promise<() => void> {
  const folder = join(dirname(path), 'locks');
  for (const begun = performance.now(); ;) {
    const taken = await takeLock(folder, path);
    if (taken.kind === 'held') return taken.release;
    // Locks do not work here: the change itself takes a few milliseconds.
    if (taken.kind === 'failed') return () => undefined;
    if (haste?.aborted === true || performance.now() - begun >= lockTimeoutMs) return () => undefined;
    await setTimeout(10);
  }
}

type Stored =
  | { readonly kind: 'usable'; readonly file: PreferencesFile }
  /** It belongs to a later program or another user, and is left where it is. `reason`: without a full stop. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'damaged' };

/** No file is as good as an empty one. */
function storedAt(path: string): Stored {
  try {
    const folder = stateOfFolder(dirname(path));
    if (folder.kind === 'refused') return { kind: 'unusable', reason: folder.sentence.replace(/\.$/, '') };
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'usable', file: {} };
    const distrust = distrustOf(stats);
    if (distrust !== null) return { kind: 'unusable', reason: `${path} ${distrust}` };
    if (stats.size > maxBytes) return { kind: 'damaged' };
    const value: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\u{FEFF}/u, ''));
    if (laterFile.safeParse(value).success)
      return { kind: 'unusable', reason: `${path} is of a later version of rollcall` };
    return { kind: 'usable', file: preferencesFile.parse(value) };
  } catch (error) {
    const code = errorCode(error);
    // With a code, the folder is a file, or the file another user's: it could not be moved aside either.
    return code === null ? { kind: 'damaged' } : { kind: 'unusable', reason: `${path} cannot be read (${code})` };
  }
}

/** Why another user could have written the file, or reading it could block. */
function distrustOf(stats: Stats): string | null {
  if (!stats.isFile()) return 'is not a plain file';
  if (!isOwn(stats)) return 'belongs to somebody else';
  if (process.platform !== 'win32' && (stats.mode & 0o002) !== 0) return 'can be written by everybody';
  return null;
}
