/** Declares the feature: runs of other and of earlier sessions. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { Run } from '../run.ts';
import type { RunRead } from './files.ts';
import type { UnreadRecords } from '../journal/records-file.ts';
import type { RunKind } from '../run-kinds.ts';

/** The session that holds the lock, by its own account. Times: milliseconds since 1970. */
export interface LockHolder {
  readonly pid: number;
  readonly since: number;
  /** Null: the same user, or unknown. */
  readonly user: string | null;
}

export type Lock =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken'; readonly holder: LockHolder | null }
  /** The operating system's error code. */
  | { readonly kind: 'failed'; readonly code: string };

/** State of the lock, found without taking it. */
export type LockFound = { readonly kind: 'free' } | Exclude<Lock, { readonly kind: 'held' }>;

type RunsAction = Tagged<{
  /** No run can start in the organisation, because no session can lock it. */
  lockFaultFound: { orgId: string; code: string };
  /** An interrupted run of a service at another address: it cannot be settled here. */
  cutOffElsewhere: { orgId: string; does: RunKind; at: string; baseUrl: string | null };
  /** Unreadable files in the folder of records that belong to this organisation. */
  unreadRecordsFound: { orgId: string; files: readonly UnreadRecords[] };
  runShown: None;
  /** Refreshes the shown run of another session. */
  runOpened: None;
  /** `read`: null if the file cannot be read. */
  pastRunRead: { path: string; read: RunRead | null };
  runExported: { paths: readonly string[] };
  /** `file`: null if no file was created. */
  exportFailed: { file: string | null; code: string; isPartLeft: boolean };
  showingFailed: { message: string };
  outcomesCopied: None;
}>;

export interface RunsFeature {
  /** `lockFault`: error code of the lock when the organisation was opened; null: no fault known. */
  readonly state: { readonly lockFault: string | null };
  readonly action: RunsAction;
  readonly effect: Tagged<{
    /** Looks for an interrupted run in the organisation, unless another session works there. */
    findCutOff: { run: number; baseUrl: string; orgId: string };
    openRun: { path: string };
    copyOutcomes: { run: Run };
    showFile: { path: string };
  }>;
  readonly port: {
    /**
     * Locks the organisation for a run of this session, until it is released or the program ends, even by a crash.
     */
    readonly lockOrganisation: (baseUrl: string, orgId: string) => Promise<Lock>;
    /** Tests the lock without taking it. */
    readonly findLock: (baseUrl: string, orgId: string) => Promise<LockFound>;
    readonly isOrganisationLocked: (baseUrl: string, orgId: string) => Promise<boolean>;
    readonly copyOutcomes: (run: Run) => void;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly runs: RunsFeature;
  }
}
