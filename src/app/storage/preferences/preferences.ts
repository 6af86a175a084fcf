/**
 * Preferences: the settings that outlive a session, in a file that is locked for each change and replaced atomically.
 */
import { join } from 'node:path';
import { codeOf } from '../../../state/kernel/files.ts';
import { ownCommandsFrom } from '../../../state/shell/own-commands.ts';
import { defaultProfile, faultSentence, type SettingsFault } from '../../../state/session/profile-settings.ts';
import { whileLocked } from '../lock.ts';
import { configFolder, notesFolder } from '../own-file.ts';
import { openRemembered, profileIn, type Remembered, type RememberedStore } from '../remembered.ts';
import {
  changeSettingsFile,
  keepCopy,
  type PreferencesFile,
  type Profile,
  readSettingsFile,
  restoreCopy,
} from './settings-file.ts';

export type Preferences = ReturnType<typeof preferencesOf>;

/** `fault`: set if the settings became unreadable, which makes the session read-only. */
export type OnProblem = (sentence: string, fault: SettingsFault | null) => void;

/** Calls `onProblem` if saving fails, and if the file becomes unreadable. */
export async function openPreferences(profileName: string, onProblem?: OnProblem) {
  const remembered = openRemembered(await notesFolder().catch(() => null));
  const folder = await configFolder().catch(() => null);
  const read =
    folder === null ? makeUnplaced(null, 'there is no folder for them') : preferencesAt(join(folder, 'config.json'));
  return preferencesOf(read, remembered, profileName, onProblem);
}

/** Reads only your own commands, because all other settings belong to real services. */
export async function demoPreferences(): Promise<Preferences> {
  const folder = await configFolder().catch(() => null);
  const read = folder === null ? null : readSettingsFile(join(folder, 'config.json'));
  if (read?.kind !== 'fault') return sessionPreferences(read?.kind === 'understood' ? read.value : {});
  return sessionPreferences({}, ['Your commands are missing: settings not understood (rollcall doctor).']);
}

/** Preferences for this session only: reads and saves nothing else. */
export function sessionPreferences(
  { commands = [] }: PreferencesFile = {},
  unknown: readonly string[] = [],
): Preferences {
  const nothing = { path: null, file: { commands }, problem: null, fault: null, unknown };
  return preferencesOf(nothing, openRemembered(null), defaultProfile);
}

function preferencesOf(
  first: PreferencesRead,
  remembered: RememberedStore,
  firstName: string,
  onProblem: OnProblem = () => undefined,
) {
  const { path } = first;
  let { file, problem, fault, unknown } = first;
  let own = ownCommandsFrom(file.commands ?? []);
  let profileName = firstName;
  let saving = Promise.resolve();
  let unsaved: readonly Change[] = [];
  const haste = new AbortController();

  const faultFound = (found: SettingsFault): void => {
    fault = found;
    problem = unusedSentence(faultSentence(found));
    onProblem(problem, found);
  };
  /** All changes that waited for the lock are saved together. */
  const takeUnsaved: Change = (before) => {
    const changes = unsaved;
    unsaved = [];
    return changes.reduce((changed, change) => change(changed), before);
  };
  const save = async (): Promise<void> => {
    if (path === null || fault !== null || first.isUnplaced || unsaved.length === 0) return;
    try {
      await changePreferences(path, takeUnsaved, haste.signal);
    } catch (error) {
      const { fault: found } = error as { readonly fault?: SettingsFault };
      if (found !== undefined) {
        faultFound(found);
        return;
      }
      problem = 'Settings last for this session only: their file could not be written.';
      onProblem(problem, null);
    }
  };

  const storedNames = (): readonly string[] => [
    ...[defaultProfile, ...Object.keys(file.profiles ?? {})],
    ...remembered.profileNames,
  ];
  return {
    path,
    get profileName() {
      return profileName;
    },
    get profile() {
      return profileIn(file, profileName);
    },
    get profileNames(): readonly string[] {
      return [...new Set([...storedNames(), profileName])];
    },
    /** True if the file has no profile of this name. False if the file could not be read. */
    get isNewProfile() {
      return !storedNames().includes(profileName) && fault === null && !first.isUnplaced;
    },
    profileNamed: (name: string) => profileIn(file, name),
    get remembered() {
      return remembered.of(profileName);
    },
    remember(change: (before: Remembered) => Remembered) {
      remembered.change(profileName, change);
    },
    /** A sentence for each key in the file that rollcall does not use; such keys stay there. */
    get unknown(): readonly string[] {
      return [...(remembered.problem === null ? [] : [remembered.problem]), ...unknown, ...own.faults];
    },
    get commands() {
      return own.commands;
    },
    /**
     * Why rollcall cannot read the settings; null if it can. Their protection is unknown, so nothing is changed
     * meanwhile.
     */
    get fault() {
      return fault;
    },
    /** Reads the file as at a start. Changes made while it was unreadable are not saved. */
    reread() {
      const read = path === null ? first : preferencesAt(path);
      ({ file, problem, fault, unknown } = read);
      own = ownCommandsFrom(file.commands ?? []);
      unsaved = [];
    },
    /** Restores the last readable settings and reads the file. Returns an error code, or null. */
    restoreCopy(): string | null {
      if (path === null) return null;
      try {
        restoreCopy(path);
      } catch (error) {
        return codeOf(error);
      }
      this.reread();
      return null;
    },
    /** A sentence about a failed read or save; null if there is none. The values still hold for this session. */
    get problem() {
      return problem;
    },
    change(changeProfile: (profile: Profile) => Profile, name = profileName) {
      const change: Change = (before) => ({
        ...before,
        profiles: { ...before.profiles, [name]: changeProfile(profileIn(before, name)) },
      });
      file = change(file);
      unsaved = [...unsaved, change];
      saving = saving.then(save);
    },
    /** Adopts every protection, including read-only, that another session has added to the profile in use. */
    async refreshProtection() {
      // This session's own changes must be in the file first.
      await saving;
      const stored = path === null || fault !== null ? null : readSettingsFile(path);
      if (stored?.kind === 'fault') faultFound(stored.fault);
      if (stored?.kind !== 'understood') return;
      const profile = withProtection(profileIn(file, profileName), profileIn(stored.value, profileName));
      file = { ...file, profiles: { ...file.profiles, [profileName]: profile } };
    },
    /** Switches to another profile; one without an entry in the file is empty. */
    use(name: string) {
      profileName = name;
    },
    saved: () => saving,
    /** Saves before quitting: waits only a moment for another program that holds the lock. */
    async savedInHaste() {
      const timer = setTimeout(haste.abort.bind(haste), 1000);
      await Promise.all([saving, remembered.saved(haste.signal)]);
      clearTimeout(timer);
    },
  };
}

/** `profile` with the protection of both: read-only if either is, with all protected systems. */
function withProtection(profile: Profile, stored: Profile): Profile {
  const organisations = { ...profile.organisations };
  for (const [key, { readOnly, protectedSystems: there = [] }] of Object.entries(stored.organisations ?? {})) {
    if (readOnly === true) organisations[key] = { ...organisations[key], readOnly };
    if (there.length === 0) continue;
    const protectedSystems = [...new Set([...(organisations[key]?.protectedSystems ?? []), ...there])];
    organisations[key] = { ...organisations[key], protectedSystems };
  }
  return { ...profile, organisations, ...(stored['readOnly'] === true && { readOnly: true }) };
}

interface PreferencesRead {
  readonly path: string | null;
  readonly file: PreferencesFile;
  readonly isUnplaced?: boolean;
  /** Why the file is left unchanged, as a sentence; null if it can be changed. */
  readonly problem: string | null;
  readonly fault: SettingsFault | null;
  readonly unknown: readonly string[];
}

function preferencesAt(path: string): PreferencesRead {
  const read = readSettingsFile(path);
  if (read.kind === 'none') return makeUnplaced(path, read.reason);
  if (read.kind === 'fault') {
    return { path, file: {}, problem: unusedSentence(faultSentence(read.fault)), fault: read.fault, unknown: [] };
  }
  if (read.text !== null) keepCopy(path, read.text);
  return { path, file: read.value, problem: null, fault: null, unknown: read.notes };
}

function makeUnplaced(path: string | null, reason: string): PreferencesRead {
  return { path, file: {}, isUnplaced: true, unknown: [], fault: null, problem: unusedSentence(`${reason}.`) };
}

function unusedSentence(why: string): string {
  return `Your settings are neither read nor saved: ${why}`;
}

type Change = (file: PreferencesFile) => PreferencesFile;

/** Changes the present file, so that other programs' changes stay. Rejects with the `fault` of an unreadable file. */
export async function changePreferences(path: string, change: Change, haste?: AbortSignal): Promise<void> {
  const changeNow = (): void => {
    const stored = readSettingsFile(path);
    if (stored.kind === 'fault') throw Object.assign(new Error(stored.fault.message), { fault: stored.fault });
    if (stored.kind === 'none') throw new Error(stored.reason);
    changeSettingsFile(path, stored, change(stored.value));
  };
  await whileLocked(path, changeNow, haste);
}
