/** What is remembered from one start to the next? */
import { type Guards, guardsText, readGuards } from '../state/guards.ts';
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
  /** Null where they were never changed, or cannot be read. */
  guards(baseUrl: string, orgId: string): Guards | null;
  rememberGuards(baseUrl: string, orgId: string, guards: Guards): void;
  rememberOrganisation(baseUrl: string, orgId: string): void;
}

export async function loadPreferences(): Promise<Preferences> {
  const { path, conf, problem: openingProblem } = await openPreferencesFile();
  const stored: StoredPreferences = conf?.store ?? {};
  const organisations = new Map(Object.entries(stored.lastOrganisations ?? {}));
  const allGuards = new Map(Object.entries(stored.guards ?? {}));
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
    guards(baseUrl, orgId) {
      const text = allGuards.get(guardsKey(baseUrl, orgId));
      const read = text === undefined ? null : readGuards(text);
      return read?.ok === true ? read.guards : null;
    },
    rememberGuards(baseUrl, orgId, guards) {
      allGuards.set(guardsKey(baseUrl, orgId), guardsText(guards));
      save(() => conf?.set('guards', Object.fromEntries(allGuards)));
    },
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

function guardsKey(baseUrl: string, orgId: string): string {
  return `${baseUrl} ${orgId}`;
}
