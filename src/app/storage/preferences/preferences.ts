/** Preferences: settings from one start to the next, in a file that programs change one after the other, whole or not at all. */
import { join } from 'node:path';
import { codeOf } from '../../../state/kernel/files.ts';
import { ownCommandsFrom } from '../../../state/shell/own-commands/commands.ts';
import { defaultProfile, faultSentence, type SettingsFault } from '../../../state/session/profile-settings.ts';
import { whileLocked } from '../lock.ts';
import { configFolder, notesFolder } from '../folders.ts';
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

/** `fault`: the settings became unreadable, and the session read-only. */
export type OnProblem = (sentence: string, fault: SettingsFault | null) => void;

/** `onProblem` is called when saving fails, and when the file is found not to be understood. */
export async function openPreferences(profileName: string, onProblem?: OnProblem) {
  const remembered = openRemembered(await notesFolder().catch(() => null));
  const folder = await configFolder().catch(() => null);
  const read =
    folder === null ? unplaced(null, 'there is no folder for them') : preferencesAt(join(folder, 'config.json'));
  return preferencesOf(read, remembered, profileName, onProblem);
}

/** The commands of the settings alone: nothing else is for a service that is gone with this session. */
export async function demoPreferences(): Promise<Preferences> {
  const folder = await configFolder().catch(() => null);
  const read = folder === null ? null : readSettingsFile(join(folder, 'config.json'));
  if (read?.kind !== 'fault') return sessionPreferences(read?.kind === 'understood' ? read.value : {});
  return sessionPreferences({}, ['Your commands are missing: settings not understood (rollcall doctor).']);
}

/** Nothing else is read, and nothing is saved. */
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
  /** Every change until the file is free goes into it at once. */
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
    /** Nothing is stored under the name of the profile in use. Unknown where the file could not be read. */
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
    /** Keys in the file that rollcall does not use, in one sentence each. They stay there. */
    get unknown(): readonly string[] {
      return [...(remembered.problem === null ? [] : [remembered.problem]), ...unknown, ...own.faults];
    },
    get commands() {
      return own.commands;
    },
    /** Why the settings are not understood; null where they are. Their protection is unknown: nothing is changed. */
    get fault() {
      return fault;
    },
    /** Reads the file again, as at a start. Changes from the time when it was not understood are not saved. */
    reread() {
      const read = path === null ? first : preferencesAt(path);
      ({ file, problem, fault, unknown } = read);
      own = ownCommandsFrom(file.commands ?? []);
      unsaved = [];
    },
    /** Restores the last settings that were understood, and reads the file. Answers a failure's code. */
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
    /** The failure of reading or saving, in one sentence. Everything is still remembered for this session. */
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
    /** Makes read-only or protects here everything that another session has since, in the profile in use. */
    async refreshProtection() {
      // This session's own changes must be in the file first.
      await saving;
      const stored = path === null || fault !== null ? null : readSettingsFile(path);
      if (stored?.kind === 'fault') faultFound(stored.fault);
      if (stored?.kind !== 'understood') return;
      const profile = withProtection(profileIn(file, profileName), profileIn(stored.value, profileName));
      file = { ...file, profiles: { ...file.profiles, [profileName]: profile } };
    },
    /** Switches to another profile; one without an entry in the file begins empty. */
    use(name: string) {
      profileName = name;
    },
    saved: () => saving,
    /** The same while quitting: it waits only a moment for another program that holds the lock. */
    async savedInHaste() {
      const timer = setTimeout(haste.abort.bind(haste), 1000);
      await Promise.all([saving, remembered.saved(haste.signal)]);
      clearTimeout(timer);
    },
  };
}

/** `profile`, read-only also where `stored` is, and with the systems that it protects. */
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
  /** Why it is left alone, in one sentence. */
  readonly problem: string | null;
  readonly fault: SettingsFault | null;
  readonly unknown: readonly string[];
}

function preferencesAt(path: string): PreferencesRead {
  const read = readSettingsFile(path);
  if (read.kind === 'none') return unplaced(path, read.reason);
  if (read.kind === 'fault') {
    return { path, file: {}, problem: unusedSentence(faultSentence(read.fault)), fault: read.fault, unknown: [] };
  }
  if (read.text !== null) keepCopy(path, read.text);
  return { path, file: read.value, problem: null, fault: null, unknown: read.notes };
}

function unplaced(path: string | null, reason: string): PreferencesRead {
  return { path, file: {}, isUnplaced: true, unknown: [], fault: null, problem: unusedSentence(`${reason}.`) };
}

function unusedSentence(why: string): string {
  return `Your settings are neither read nor saved: ${why}`;
}

type Change = (file: PreferencesFile) => PreferencesFile;

/** Changes the current file, so that other programs' changes stay. Rejects with the `fault` of one not understood. */
export async function changePreferences(path: string, change: Change, haste?: AbortSignal): Promise<void> {
  const changeNow = (): void => {
    const stored = readSettingsFile(path);
    if (stored.kind === 'fault') throw Object.assign(new Error(stored.fault.says), { fault: stored.fault });
    if (stored.kind === 'none') throw new Error(stored.reason);
    changeSettingsFile(path, stored, change(stored.value));
  };
  await whileLocked(path, changeNow, haste);
}
