/** Remembers settings from one start to the next: a profile of the file, changed in memory at once and then saved. */
import {
  type Change,
  changePreferences,
  type PreferencesFile,
  type PreferencesRead,
  type Profile,
  readPreferences,
  rereadPreferences,
} from './file.ts';

export interface Preferences {
  /** Null where this person has no folder for it. */
  readonly path: string | null;
  readonly profileName: string;
  readonly profile: Profile;
  readonly profileNames: readonly string[];
  /** The profile with this name; an empty one where there is none. */
  profileNamed(profileName: string): Profile;
  /** What went wrong with reading or saving, in one sentence. Everything is still remembered for this session. */
  readonly problem: string | null;
  /** Changes the profile in use, or the one with this name. */
  change(change: (profile: Profile) => Profile, profileName?: string): void;
  /** Makes read-only here what another session has made read-only since, in the profile in use. */
  refreshReadOnly(): Promise<void>;
  /** Another profile from here on; one without an entry in the file begins empty. */
  use(profileName: string): void;
  /** Resolves when everything that was changed is in the file, or cannot be. */
  saved(): Promise<void>;
  /** The same while quitting: it waits only a moment for another program that holds the lock. */
  savedInHaste(): Promise<void>;
}

const hasteMs = 1000;

export const defaultProfile = 'default';

/** `onProblem` is called when saving fails. */
export async function openPreferences(profileName: string, onProblem?: (sentence: string) => void) {
  return preferencesOf(await readPreferences(), profileName, onProblem);
}

/** Nothing is read and nothing is saved: for a service that is gone with this session. */
export function sessionPreferences(): Preferences {
  return preferencesOf({ path: null, file: {}, isWritable: false, problem: null }, defaultProfile);
}

function preferencesOf(
  { path, file: read, isWritable, problem: readingProblem }: PreferencesRead,
  firstName: string,
  onProblem: (sentence: string) => void = () => undefined,
): Preferences {
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
      problem = 'Preferences are kept for this session only: their file cannot be written.';
      onProblem(problem);
    }
  };

  return {
    path,
    get profileName() {
      return profileName;
    },
    get profile() {
      return profileIn(file, profileName);
    },
    get profileNames() {
      return [...new Set([defaultProfile, ...Object.keys(file.profiles ?? {}), profileName])];
    },
    profileNamed: (name) => profileIn(file, name),
    get problem() {
      return problem;
    },
    change(changeProfile, name = profileName) {
      const change: Change = (before) => ({
        ...before,
        profiles: { ...before.profiles, [name]: changeProfile(profileIn(before, name)) },
      });
      file = change(file);
      unsaved = [...unsaved, change];
      saving = saving.then(save);
    },
    async refreshReadOnly() {
      // What this session has set itself must be in the file first.
      await saving;
      const stored = path !== null && isWritable ? rereadPreferences(path) : null;
      if (stored === null) return;
      const profile = withReadOnly(profileIn(file, profileName), profileIn(stored, profileName));
      file = { ...file, profiles: { ...file.profiles, [profileName]: profile } };
    },
    use(name) {
      profileName = name;
    },
    saved: () => saving,
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

/** `profile`, read-only also where `stored` is. */
function withReadOnly(profile: Profile, stored: Profile): Profile {
  const organisations = { ...profile.organisations };
  for (const [key, { readOnly }] of Object.entries(stored.organisations ?? {})) {
    if (readOnly === true) organisations[key] = { ...organisations[key], readOnly };
  }
  return { ...profile, organisations, ...(stored.readOnly === true && { readOnly: true }) };
}
