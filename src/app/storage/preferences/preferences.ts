/** Preferences: settings from one start to the next, in a file that programs change one after the other, whole or not at all. */
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type SettingsTable, storedValues } from '../../../state/kernel/setting.ts';
import { errorCode } from '../../../state/kernel/system-error.ts';
import { ownCommandsFrom } from '../../../state/own-commands/commands.ts';
import { labelTable } from '../../../state/organisations/model.ts';
import { defaultProfile } from '../../../state/profiles/names.ts';
import { profileTable } from '../../../state/profiles/settings.ts';
import { moveAside, replaceFile } from '../atomic-write.ts';
import { takeLock } from '../lock.ts';
import { configFolder, isOwn, stateOfFolder } from '../folders.ts';
import { unknownKeys, unknownKeySentence } from './settings-keys.ts';

/**
 * A value that is none of its setting makes the file unusable, like all other damage: with the usual value in its
 * place, a setting that protects more, such as read-only, would be gone without a word.
 */
function isReadable(table: SettingsTable<object>) {
  return z.refine<Readonly<Record<string, unknown>>>((stored) => storedValues(table, stored).unread.length === 0);
}

const organisation = z
  .looseObject({
    /** Its rules, and the ids of systems that are protected for good. Whatever of them cannot be read must not unprotect. */
    protection: z.optional(z.unknown()),
    protectedSystems: z.optional(z.unknown()),
    /** Columns of the table, in their order. */
    columns: z.optional(z.array(z.string())),
    /** Saved views by their digits. */
    views: z.optional(z.record(z.string(), z.unknown())),
  })
  .check(isReadable(labelTable));

const profile = z
  .looseObject({
    baseUrl: z.optional(z.string()),
    /** Where the token is stored; another version may know other storages. */
    keepIn: z.optional(z.string()),
    /** Prints the token; split into words as a shell would, and run without one. */
    tokenCommand: z.optional(z.string()),
    /** Organisation ids by base URL. */
    lastOrganisations: z.optional(z.record(z.string(), z.string())),
    /** By base URL and organisation id, with a space between. */
    organisations: z.optional(z.record(z.string(), organisation)),
  })
  .check(isReadable(profileTable));

/** What is not known here is left as it is. */
const preferencesFile = z.looseObject({
  /** Each is read by itself: a mistake in one leaves the others. */
  commands: z.optional(z.array(z.unknown())),
  /** A file that does not say it has this one. */
  format: z.optional(z.literal(1)),
  profiles: z.optional(z.record(z.string(), profile)),
});

/** The keys that are read above; `settings-keys.ts` says what each one means. */
export const keysRead = [preferencesFile, profile, organisation].map(({ shape }) => Object.keys(shape));

export type StoredOrganisation = z.infer<typeof organisation>;
export type Profile = z.infer<typeof profile>;
type PreferencesFile = z.infer<typeof preferencesFile>;

/** A larger file is none of preferences. */
const maxBytes = 1_000_000;

/** Written by a later program, in a form that this one does not know. */
const laterFile = z.looseObject({ format: z.number().check(z.gt(1)) });

export type Preferences = ReturnType<typeof preferencesOf>;

const hasteMs = 1000;

/** `onProblem` is called when saving fails. */
export async function openPreferences(profileName: string, onProblem?: (sentence: string) => void) {
  return preferencesOf(await readPreferences(), profileName, onProblem);
}

/** Nothing is read and nothing is saved: for a service that is gone with this session. */
export function sessionPreferences(): Preferences {
  return preferencesOf({ path: null, file: {}, isWritable: false, problem: null, unknown: [] }, defaultProfile);
}

function preferencesOf(
  { path, file: read, isWritable, problem: readingProblem, unknown }: PreferencesRead,
  firstName: string,
  onProblem: (sentence: string) => void = () => undefined,
) {
  const own = ownCommandsFrom(read.commands ?? []);
  let file = read;
  let profileName = firstName;
  let problem = readingProblem;
  let saving = Promise.resolve();
  let unsaved: readonly Change[] = [];
  const haste = new AbortController();

  /** Every change until the file is free goes into it at once. */
  const takeUnsaved: Change = (before) => {
    const changes = unsaved;
    unsaved = [];
    return changes.reduce((changed, change) => change(changed), before);
  };
  const save = async (): Promise<void> => {
    if (path === null || !isWritable || unsaved.length === 0) return;
    try {
      await changePreferences(path, takeUnsaved, haste.signal);
    } catch {
      problem = 'Your settings last for this session only: rollcall could not write their file.';
      onProblem(problem);
    }
  };

  return {
    /** Null where this person has no folder for it. */
    path,
    get profileName() {
      return profileName;
    },
    get profile() {
      return profileIn(file, profileName);
    },
    get profileNames(): readonly string[] {
      return [...new Set([defaultProfile, ...Object.keys(file.profiles ?? {}), profileName])];
    },
    /** Nothing is stored under the name of the profile in use. Not known where the file could not be read. */
    get isNewProfile() {
      const isKnown = profileName === defaultProfile || Object.hasOwn(file.profiles ?? {}, profileName);
      return !isKnown && readingProblem === null;
    },
    /** The profile with this name; an empty one where there is none. */
    profileNamed: (name: string) => profileIn(file, name),
    /** What the file has that rollcall does not use, in one sentence each. It stays there. */
    unknown: [...unknown, ...own.faults],
    /** Your own commands that can be used. */
    commands: own.commands,
    /** What went wrong with reading or saving, in one sentence. Everything is still remembered for this session. */
    get problem() {
      return problem;
    },
    /** Changes the profile in use, or the one with this name. */
    change(changeProfile: (profile: Profile) => Profile, name = profileName) {
      const change: Change = (before) => ({
        ...before,
        profiles: { ...before.profiles, [name]: changeProfile(profileIn(before, name)) },
      });
      file = change(file);
      unsaved = [...unsaved, change];
      saving = saving.then(save);
    },
    /** Makes read-only or protects here what another session has since, in the profile in use. */
    async refreshProtection() {
      // What this session has set itself must be in the file first.
      await saving;
      const stored = path !== null && isWritable ? storedAt(path) : null;
      if (stored?.kind !== 'usable') return;
      const profile = withProtection(profileIn(file, profileName), profileIn(stored.file, profileName));
      file = { ...file, profiles: { ...file.profiles, [profileName]: profile } };
    },
    /** Another profile from here on; one without an entry in the file begins empty. */
    use(name: string) {
      profileName = name;
    },
    /** Resolves when everything that was changed is in the file, or cannot be. */
    saved: () => saving,
    /** The same while quitting: it waits only a moment for another program that holds the lock. */
    async savedInHaste() {
      const timer = setTimeout(() => {
        haste.abort();
      }, hasteMs);
      await saving;
      clearTimeout(timer);
    },
  };
}

/** A profile may be called `constructor`. */
function profileIn({ profiles = {} }: PreferencesFile, name: string): Profile {
  return (Object.hasOwn(profiles, name) ? profiles[name] : undefined) ?? {};
}

/** `profile`, read-only also where `stored` is, and with the systems that it protects. */
function withProtection(profile: Profile, stored: Profile): Profile {
  const organisations = { ...profile.organisations };
  for (const [key, { readOnly, protectedSystems: there }] of Object.entries(stored.organisations ?? {})) {
    if (readOnly === true) organisations[key] = { ...organisations[key], readOnly };
    const more = listIn(there);
    if (more.length === 0) continue;
    const protectedSystems = [...new Set([...listIn(organisations[key]?.protectedSystems), ...more])];
    organisations[key] = { ...organisations[key], protectedSystems };
  }
  return { ...profile, organisations, ...(stored['readOnly'] === true && { readOnly: true }) };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface PreferencesRead {
  /** Null where this person has no folder for it. */
  readonly path: string | null;
  readonly file: PreferencesFile;
  /** False where the file is left alone. */
  readonly isWritable: boolean;
  /** Why it is left alone, or what was done to it, in one sentence. */
  readonly problem: string | null;
  readonly unknown: readonly string[];
}

/** A file that is damaged is moved aside, before anything can overwrite it. */
async function readPreferences(): Promise<PreferencesRead> {
  // For a user without an entry in the system's list and without HOME it rejects.
  const folder = await configFolder().catch(() => null);
  if (folder === null) return unused(null, 'there is no folder for them');
  const path = join(folder, 'config.json');
  const stored = storedAt(path);
  if (stored.kind === 'usable') {
    const { file } = stored;
    return { path, file, isWritable: true, problem: null, unknown: unknownKeys(file).map(unknownKeySentence) };
  }
  if (stored.kind === 'unusable') return unused(path, stored.reason);
  const aside = moveAside(path);
  if (aside === null) return unused(path, `${path} cannot be read, nor moved aside`);
  const problem = `Your settings file is unreadable. The defaults are used; the file is kept as ${basename(aside)}.`;
  return { path, file: {}, isWritable: true, problem, unknown: [] };
}

function unused(path: string | null, reason: string): PreferencesRead {
  return {
    path,
    file: {},
    isWritable: false,
    unknown: [],
    problem: `Your settings are neither read nor saved: ${reason}.`,
  };
}

type Change = (file: PreferencesFile) => PreferencesFile;

/**
 * Changes the file as it is at that moment, so that what other programs wrote stays. Rejects as `fs` does, and where
 * the file has become unusable. Aborting `haste` ends the wait for another program that holds the lock.
 */
export async function changePreferences(path: string, change: Change, haste?: AbortSignal): Promise<void> {
  const release = await lock(path, haste);
  try {
    const stored = storedAt(path);
    if (stored.kind !== 'usable') throw new Error('the settings file became unusable');
    replaceFile(path, JSON.stringify(preferencesFile.parse(change(stored.file)), null, '\t'));
  } finally {
    release();
  }
}

/** Longer than any program takes for a change: one that holds the lock for so long is stopped (ctrl-z). */
const lockTimeoutMs = 10_000;

async function lock(path: string, haste?: AbortSignal): Promise<() => void> {
  const folder = join(dirname(path), 'locks');
  for (const begun = performance.now(); ;) {
    const taken = await takeLock(folder, path);
    if (taken.kind === 'held') return taken.release;
    // Locks do not work here: the change itself takes a few milliseconds.
    if (taken.kind === 'failed') return () => undefined;
    if (haste?.aborted === true || performance.now() - begun >= lockTimeoutMs) return () => undefined;
    await pause(10);
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
  if (!isOwn(stats)) return 'belongs to another user';
  if (process.platform !== 'win32' && (stats.mode & 0o002) !== 0) return 'can be written by every user';
  return null;
}
