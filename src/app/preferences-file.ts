/** Which file holds the preferences, and can it be used? */
import { lstatSync, renameSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import type Conf from 'conf';

export interface StoredPreferences {
  readonly lastBaseUrl?: string;
  /** Organisation ids by base URL. */
  readonly lastOrganisations?: Readonly<Record<string, string>>;
  /** As they are typed, by base URL and organisation id. */
  readonly guards?: Readonly<Record<string, string>>;
}

/** `conf` is null where the file is left alone; `problem` says why, or what was done to it. */
export interface PreferencesFile {
  /** Null where this person has no folder for it. */
  readonly path: string | null;
  readonly conf: Conf<StoredPreferences> | null;
  readonly problem: string | null;
}

/** Loads conf when it is first needed: with opening the file about 40 ms, for which no frame need wait. */
export async function openPreferencesFile(): Promise<PreferencesFile> {
  try {
    const [{ default: Conf }, { default: envPaths }] = await Promise.all([import('conf'), import('env-paths')]);
    const cwd = envPaths('rollcall', { suffix: '' }).config;
    return openAt(join(cwd, 'config.json'), () => new Conf<StoredPreferences>({ cwd, ...confOptions }));
  } catch {
    // A user without an entry in the system's list and without HOME: asking for the folder throws.
    return unused(null, 'there is no folder for them');
  }
}

const maxBytes = 1_000_000;

const confOptions = {
  configFileMode: 0o600,
  schema: {
    lastBaseUrl: { type: 'string' },
    lastOrganisations: { type: 'object', additionalProperties: { type: 'string' } },
    guards: { type: 'object', additionalProperties: { type: 'string' } },
  },
  // Checking the schema against the schema of schemas would take 100 ms at every start.
  ajvOptions: { validateSchema: false, meta: false },
} as const;

function openAt(path: string, open: () => Conf<StoredPreferences>): PreferencesFile {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const distrust = stats === undefined ? null : distrustOf(stats);
    if (distrust !== null) return unused(path, `${path} ${distrust}`);
    if (stats !== undefined && stats.size > maxBytes) return setAside(path, open);
    return { path, conf: open(), problem: null };
  } catch {
    return setAside(path, open);
  }
}

/** Why somebody else could have written the file, or reading it could block. */
function distrustOf(stats: Stats): string | null {
  if (!stats.isFile()) return 'is not a plain file';
  if (process.getuid !== undefined && stats.uid !== process.getuid()) return 'belongs to somebody else';
  if (process.platform !== 'win32' && (stats.mode & 0o002) !== 0) return 'can be written by everybody';
  return null;
}

/** Moves a file that cannot be read out of the way before anything can overwrite it. */
function setAside(path: string, open: () => Conf<StoredPreferences>): PreferencesFile {
  const kept = `${path}.bad-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    renameSync(path, kept);
    const problem = `Preferences could not be read; the defaults are used, and the file is kept as ${basename(kept)}.`;
    return { path, conf: open(), problem };
  } catch {
    return unused(path, `${path} cannot be used`);
  }
}

function unused(path: string | null, reason: string): PreferencesFile {
  return { path, conf: null, problem: `Preferences are neither read nor saved: ${reason}.` };
}
