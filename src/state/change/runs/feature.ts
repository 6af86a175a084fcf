/** Declares the feature: deletions of other sessions, and earlier ones. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Run } from '../run.ts';
import type { RunRead } from './files.ts';
import type { UnreadRecords } from '../journal/records-file.ts';
import type { RunKind } from '../run-kinds.ts';

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

type RunsAction = Tagged<{
  /** No run can begin in the organisation, for no session can lock it. */
  lockFaultFound: { orgId: string; code: string };
  /** A run that was cut off, of a service at another address: nothing here says what became of its systems. */
  cutOffElsewhere: { orgId: string; does: RunKind; at: string; baseUrl: string | null };
  /** Files in the folder of records that are this organisation's, and are not understood. */
  unreadRecordsFound: { orgId: string; files: readonly UnreadRecords[] };
  runShown: None;
  /** The run that is shown, of another session, once more. */
  runOpened: None;
  /** Null: the file cannot be read. */
  pastRunRead: { path: string; read: RunRead | null };
  runExported: { paths: readonly string[] };
  /** `file`: null where no file was begun. */
  exportFailed: { file: string | null; code: string; isPartLeft: boolean };
  showingFailed: { says: string };
  outcomesCopied: None;
}>;

export interface RunsFeature {
  /** `lockFault`: why the organisation cannot be locked, as its opening found; null where nothing says that it cannot. */
  readonly state: { readonly lockFault: string | null };
  readonly action: RunsAction;
  readonly effect: Tagged<{
    /** Looks for a run in the organisation that was cut off, unless another session is at work there. */
    findCutOff: { run: number; baseUrl: string; orgId: string };
    openRun: { path: string };
    copyOutcomes: { run: Run };
    showFile: { path: string };
  }>;
  readonly port: {
    /** Takes the organisation for this session's run, until it is released or the program ends, however it ends. */
    readonly lockOrganisation: (baseUrl: string, orgId: string) => Promise<Lock>;
    /** Could it be taken? */
    readonly findLock: (baseUrl: string, orgId: string) => Promise<LockFound>;
    /** Has this or another session taken it? */
    readonly isOrganisationLocked: (baseUrl: string, orgId: string) => Promise<boolean>;
    readonly copyOutcomes: (run: Run) => void;
  };
}

export const runsSlice: Slice<RunsFeature['state']> = {
  initial: { lockFault: null },
  lasts: 'organisation',
};
