/** Ports: what the program needs of the machine it runs on. `app` hands these in; nothing below it touches them otherwise. */
import type { RequestEntry } from '../../api/http/request-log.ts';
import type { JudgedBy } from '../fleet/staleness/staleness.ts';
import type { System } from '../../api/system.ts';
import type { VisitComparison, VisitSnapshot } from '../fleet/changes/changes.ts';
import type { ExportFile, ExportWritten } from '../fleet/export/feature.ts';
import type { AnswerExport } from '../explorer/answer/export.ts';
import type { Network } from '../session/backoff/feature.ts';
import type { Guards } from '../fleet/protection/guards.ts';
import type { OrganisationLabel } from '../session/organisations.ts';
import type { TokenStore } from '../account/token-storage/model.ts';
import type { SavedViews, TableColumns } from '../fleet/columns/model.ts';
import type { OwnCommand } from '../shell/own-commands/commands.ts';
import type { ProfileSettings, SettingsFault } from '../session/profile-settings.ts';
import type { Visit } from '../fleet/resume/model.ts';
import type { Run } from '../change/run.ts';
import type { RequestRecords } from '../change/journal/request-record.ts';

/** Memory from one start to the next; failures to remember are survived. */
export interface Memory {
  baseUrl(): string | null;
  rememberBaseUrl(baseUrl: string): void;
  lastOrganisation(baseUrl: string): string | null;
  rememberOrganisation(baseUrl: string, orgId: string): void;
  guards(baseUrl: string, orgId: string): Guards;
  label(baseUrl: string, orgId: string): OrganisationLabel;
  /** The rules; the systems that are protected for good are remembered one by one. */
  rememberGuards(baseUrl: string, orgId: string, guards: Guards): void;
  rememberLabel(baseUrl: string, orgId: string, label: OrganisationLabel): void;
  rememberProtected(baseUrl: string, orgId: string, systemId: string, isProtected: boolean): void;
  view(baseUrl: string, orgId: string): { readonly columns: TableColumns; readonly views: SavedViews };
  rememberView(baseUrl: string, orgId: string, columns: TableColumns, views: SavedViews): void;
  settings(): ProfileSettings;
  rememberSettings(settings: ProfileSettings): void;
  /** Whatever another session has made read-only or protected since is so here, too. Resolves when that is known. */
  refreshProtection(): Promise<void>;
  profileNames(): readonly string[];
  /** From here on everything above is of that profile. */
  useProfile(name: string): void;
  /** Is nothing stored of the profile in use? */
  isNewProfile(): boolean;
  /** Resolves when what was remembered is saved, or cannot be. */
  saved(): Promise<void>;
  /** Why the settings are not understood, so that nothing is changed; null where they are. */
  settingsFault(): SettingsFault | null;
  /** Reads the settings again, as at a start. */
  rereadSettings(): void;
  /** From the settings as they were read. */
  ownCommands(): readonly OwnCommand[];
  /** Puts the copy of the last settings that were understood in their place. Answers a failure's code. */
  restoreSettings(): string | null;
}

/** Storage for each organisation from one visit to the next. Failures to store are survived. */
export interface Visits {
  /** `problem`: in a sentence, why what is kept cannot be used. */
  recall(
    profile: string,
    baseUrl: string,
    orgId: string,
  ): { readonly visit: Visit | null; readonly problem: string | null };
  /** `isLast`: it waits for the disk, because the program ends. */
  keep(profile: string, baseUrl: string, visit: Visit, isLast?: boolean): void;
}

/** The definition of a service as it was read. */
export interface KeptDefinition {
  readonly text: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Hash of the text. */
  readonly sha256: string;
  /** When the service said last that it is this one: milliseconds since 1970. */
  readonly at: number;
}

/** The definitions of services, kept from one start to the next: for each profile, because it may be shown less. */
export interface Definitions {
  /** The SHA-256 of a text. */
  identify(text: string): string;
  /** Null: none that can be used. */
  recall(profile: string, baseUrl: string): Promise<KeptDefinition | null>;
  /** `text` null: the one that is kept is still right. Answers the operating system's code where it cannot be kept. */
  keep(
    profile: string,
    baseUrl: string,
    definition: Omit<KeptDefinition, 'text'> & { readonly text: string | null },
  ): string | null;
}

/** The session that is at work, as far as it says so. Times are milliseconds since 1970. */
export interface LockHolder {
  readonly pid: number;
  readonly since: number;
  /** Null where it is this person's, or is not said. */
  readonly user: string | null;
}

/** Result of taking the lock of an organisation. */
export type Lock =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken'; readonly holder: LockHolder | null }
  /** The operating system's code. */
  | { readonly kind: 'failed'; readonly code: string };

/** The same, found out without taking it. */
export type LockFound = { readonly kind: 'free' } | Exclude<Lock, { readonly kind: 'held' }>;

/** The types of what a port takes and answers are beside the feature that calls it. */
export interface Ports {
  readonly version: string;
  /** --preview and --read-only hold for the whole session, whatever a profile says. */
  readonly isPreview: boolean;
  readonly isReadOnly: boolean;
  readonly tokens: TokenStore;
  readonly memory: Memory;
  readonly visits: Visits;
  readonly definitions: Definitions;
  readonly networkTo: (baseUrl: string) => Network;
  /** The folder of the runs' journals. Rejects with a code where it must not be used, or there is none. */
  readonly runsFolder: () => Promise<string>;
  /** Requests that change something, with their results; runs are apart. */
  readonly requestRecords: RequestRecords;
  /** Keeps this snapshot of an organisation, and answers what changed since the one before. */
  readonly compareWithLastVisit: (baseUrl: string, orgId: string, snapshot: VisitSnapshot) => Promise<VisitComparison>;
  /** These systems are gone, and this person knows it: the next visit does not report them. */
  readonly leaveOutOfLastVisit: (baseUrl: string, orgId: string, gone: ReadonlySet<string>) => Promise<void>;
  /** Told of each request to the service once it is over; absent where nobody keeps a log. */
  readonly requestEnded?: ((entry: RequestEntry) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment, by a clock that nobody sets and that goes on while the computer sleeps. */
  readonly sinceBoot: () => number;
  /** From 0 up to 1, by chance. */
  readonly random: () => number;
  /** A UUID, which nobody can guess (RFC 9562, version 4). */
  readonly randomId: () => string;
  /** Takes the organisation for this session's run, until it is released or the program ends, however it ends. */
  readonly lockOrganisation: (baseUrl: string, orgId: string) => Promise<Lock>;
  /** Could it be taken? */
  readonly findLock: (baseUrl: string, orgId: string) => Promise<LockFound>;
  /** Has this or another session taken it? */
  readonly isOrganisationLocked: (baseUrl: string, orgId: string) => Promise<boolean>;
  /** Writes how each system of a run ended into files that only this person can read. */
  readonly exportRun: (run: Run) => Promise<ExportWritten>;
  /** The same of systems, with ages and staleness as of `now`. */
  readonly exportSystems: (systems: readonly System[], by: JudgedBy) => Promise<ExportWritten>;
  /** The same of an answer, into files named after its operation. */
  readonly exportAnswer: (what: AnswerExport) => Promise<ExportWritten>;
  /** A file for what is too large to be kept. Rejects with the operating system's code. */
  readonly openExport: (about: { readonly name: string; readonly extension: string }) => Promise<ExportFile>;
  readonly copyOutcomes: (run: Run) => void;
  readonly copyText: (text: string) => void;
  /** The same with what is hidden in each line made visible. */
  readonly copyLines: (lines: readonly string[]) => void;
  /** The shell gets the terminal until this program is continued. */
  readonly suspend: () => void;
  /** The pager gets it, with this file. Answers what went wrong, as it follows a colon; null: nothing. */
  readonly showFile: (path: string) => Promise<string | null>;
  /** The same with a text, with what is hidden in it made visible, in a file that is removed after. */
  readonly showText: (text: string) => Promise<string | null>;
  /** The editor gets it, with this text; answers what was saved, or what went wrong, as it follows a colon. */
  readonly editText: (
    name: string,
    text: string,
  ) => Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly says: string }>;
  /** The same with a file of the person's own, in its place. Answers what went wrong; null: nothing. */
  readonly editFile: (path: string) => Promise<string | null>;
  /** The program gets the terminal, without a shell, until it ends and a key was pressed. Answers how it ended. */
  readonly runCommand: (name: string, words: readonly string[]) => Promise<string>;
  readonly repaint: () => void;
  readonly leave: () => void;
}
