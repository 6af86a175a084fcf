/** Declares the feature: deletions of other sessions, and earlier ones. */
import type { RunRecord } from '../journal/read.ts';
import type { Run } from '../run.ts';
import type { RunRead, RunsRow } from './files.ts';
import type { UnreadRecords } from './unread-records.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { Loadable } from '../../kernel/loadable.ts';
import type { OrganisationLabel } from '../../organisations/label.ts';
import type { LockHolder } from '../../ports.ts';
import type { ProfileSettings } from '../../profiles/settings.ts';

export type RunsAction =
  /** Another session deletes in this organisation: the run did not begin. */
  | { readonly kind: 'runRefused'; readonly run: number; readonly holder: LockHolder | null }
  /** Another session has made the profile or the organisation read-only: the run did not begin. */
  | {
      readonly kind: 'runForbidden';
      readonly run: number;
      readonly settings: ProfileSettings;
      readonly label: OrganisationLabel;
    }
  /** The organisation could not be locked: the run did not begin, or what was cut off is not settled. */
  | { readonly kind: 'lockFailed'; readonly run: number; readonly orgId: string; readonly code: string }
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

export type RunsEffect =
  /** Looks for a run in the organisation that was cut off, unless another session is at work there. */
  | { readonly kind: 'findCutOff'; readonly run: number; readonly baseUrl: string; readonly orgId: string }
  | { readonly kind: 'listRuns' }
  | { readonly kind: 'openRun'; readonly path: string }
  | { readonly kind: 'exportRun'; readonly run: Run }
  /** The run with this file. */
  | { readonly kind: 'exportFile'; readonly path: string }
  | { readonly kind: 'copyOutcomes'; readonly run: Run }
  | { readonly kind: 'showFile'; readonly path: string };

export type RunsScreen = {
  readonly kind: 'runs';
  readonly runs: Loadable<readonly RunsRow[]>;
  readonly list: ListPosition;
};

/** Deletions of other sessions, and earlier ones. */
export interface RunsFeature {
  readonly action: RunsAction;
  readonly effect: RunsEffect;
  readonly screen: RunsScreen;
}
