/** What can happen while systems are reviewed and deleted, and with the runs of other sessions? */
import type { SystemsPage } from '../../api/page.ts';
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import type { RunRecord } from './journal/read.ts';
import type { OrganisationLabel } from '../organisations/label.ts';
import type { LockHolder } from '../ports.ts';
import type { ProfileSettings } from '../profiles/settings.ts';
import type { UnreadRecords } from './runs/unread-records.ts';
import type { RunRead, RunsRow } from './runs/files.ts';

export type ReviewAction =
  | { readonly kind: 'reviewOpened' }
  | { readonly kind: 'reviewItemToggled' }
  /** The guard of the system under the cursor is lifted, or set again. */
  | { readonly kind: 'guardToggled' }
  | { readonly kind: 'phraseStarted'; readonly typed: string }
  | { readonly kind: 'phraseEntered' }
  | { readonly kind: 'retryRequested' }
  | {
      readonly kind: 'systemReread';
      readonly review: number;
      readonly systemId: string;
      readonly system: System;
      readonly now: number;
    }
  | {
      readonly kind: 'rereadFailed';
      readonly review: number;
      readonly systemId: string;
      readonly problem: Problem;
    };

/** Answers that the run with this number asked for. */
export type RunAction = { readonly run: number } & (
  | { readonly kind: 'journalOpened'; readonly path: string; readonly now: number }
  | { readonly kind: 'journalFailed'; readonly code: string; readonly now: number }
  | {
      readonly kind: 'systemRechecked';
      readonly systemId: string;
      readonly system: System;
      readonly record: unknown;
      /** When it was asked for, by the clock that counts sleep. */
      readonly askedAt: number;
      readonly now: number;
    }
  | { readonly kind: 'recheckFailed'; readonly systemId: string; readonly problem: Problem; readonly now: number }
  | { readonly kind: 'accessChecked'; readonly hasAccess: boolean; readonly now: number }
  | { readonly kind: 'accessCheckFailed'; readonly problem: Problem; readonly now: number }
  | { readonly kind: 'checkPageArrived'; readonly page: SystemsPage; readonly now: number }
  | { readonly kind: 'checkPageFailed'; readonly problem: Problem }
  | { readonly kind: 'intentRecorded'; readonly systemId: string }
  | { readonly kind: 'intentFailed'; readonly systemId: string; readonly code: string; readonly now: number }
  | { readonly kind: 'outcomeUnrecorded'; readonly systemId: string; readonly code: string; readonly now: number }
  | {
      readonly kind: 'systemDeleted';
      readonly systemId: string;
      /** The service said that it will, not that it has. */
      readonly accepted: boolean;
      readonly now: number;
    }
  /** What was read again is too old to delete by: nothing was sent. */
  | { readonly kind: 'rereadTooOld'; readonly systemId: string; readonly now: number }
  | { readonly kind: 'deletionFailed'; readonly systemId: string; readonly problem: Problem; readonly now: number }
);

/** Runs beside the one at work: those of other sessions, and of earlier ones. */
export type RunsAction =
  /** Another session deletes in this organisation: the run did not begin. */
  | { readonly kind: 'runRefused'; readonly run: number; readonly holder: LockHolder | null }
  /** The organisation could not be locked: the run did not begin, or what was cut off is not settled. */
  | { readonly kind: 'lockFailed'; readonly run: number; readonly orgId: string; readonly code: string }
  /** Another session has made the profile or the organisation read-only: the run did not begin. */
  | {
      readonly kind: 'runForbidden';
      readonly run: number;
      readonly settings: ProfileSettings;
      readonly label: OrganisationLabel;
    }
  | { readonly kind: 'otherSessionFound'; readonly orgId: string; readonly holder: LockHolder | null }
  | {
      readonly kind: 'cutOffFound';
      readonly run: number;
      readonly record: RunRecord;
      readonly path: string;
      readonly now: number;
    }
  /** The same of a service at another address: nothing here says what became of its systems. */
  | { readonly kind: 'cutOffElsewhere'; readonly orgId: string; readonly baseUrl: string | null }
  /** Files in the folder of records that are this organisation's, and are not understood. */
  | { readonly kind: 'unreadRecordsFound'; readonly orgId: string; readonly files: readonly UnreadRecords[] }
  | { readonly kind: 'runShown' }
  /** The list again, while the run goes on. */
  | { readonly kind: 'runLeft' }
  | { readonly kind: 'runsOpened' }
  | { readonly kind: 'runsListed'; readonly runs: readonly RunsRow[] }
  | { readonly kind: 'runOpened' }
  /** Null: the file cannot be read. */
  | { readonly kind: 'pastRunRead'; readonly path: string; readonly read: RunRead | null }
  | { readonly kind: 'exportRequested' }
  | { readonly kind: 'runExported'; readonly paths: readonly string[] }
  /** `file`: which of the two; null: none could be made. */
  /** `file`: null where no file was begun. */
  | {
      readonly kind: 'exportFailed';
      readonly file: 'CSV' | 'JSON' | null;
      readonly code: string;
      readonly isPartLeft: boolean;
    }
  | { readonly kind: 'recordsShown' }
  | { readonly kind: 'showingFailed'; readonly says: string }
  | { readonly kind: 'outcomesCopied' };
