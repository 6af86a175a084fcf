/** What is remembered from one start to the next? */
import { openPreferencesFile, type StoredPreferences } from './preferences-file.ts';

export interface Preferences {
  /** Null where this person has no folder for it. */
  readonly path: string | null;
  /** As it was remembered; null where none was. */
  readonly lastBaseUrl: string | null;
  /** What went wrong with reading or saving, in one sentence. Everything is still remembered for this session. */
  readonly problem: string | null;
  lastOrganisation(baseUrl: string): string | null;
  rememberBaseUrl(baseUrl: string): void;
  rememberOrganisation(baseUrl: string, orgId: string): void;
}

export async function loadPreferences(): Promise<Preferences> {
  const { path, conf, problem: openingProblem } = await openPreferencesFile();
  const stored: StoredPreferences = conf?.store ?? {};
  const organisations = new Map(Object.entries(stored.lastOrganisations ?? {}));
  let lastBaseUrl = stored.lastBaseUrl ?? null;
  let problem = openingProblem;

  const save = (write: () => void): void => {
    try {
      write();
    } catch {
      problem = 'Preferences are kept for this session only: their file cannot be written.';
    }
  };

  return {
    path,
    get lastBaseUrl() {
      return lastBaseUrl;
    },
    get problem() {
      return problem;
    },
    lastOrganisation: (baseUrl) => organisations.get(baseUrl) ?? null,
    rememberBaseUrl(baseUrl) {
      lastBaseUrl = baseUrl;
      save(() => conf?.set('lastBaseUrl', baseUrl));
    },
    rememberOrganisation(baseUrl, orgId) {
      organisations.set(baseUrl, orgId);
      save(() => conf?.set('lastOrganisations', Object.fromEntries(organisations)));
    },
  };
}
