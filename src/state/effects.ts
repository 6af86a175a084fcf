/** What may the reducer ask for? Plain data; `run-effect` alone carries it out. One effect is one request. */
import type { Organisation } from '../api/organisation.ts';
import type { ListQuery } from '../api/systems.ts';
import type { VisitSnapshot } from './changes/changes.ts';
import type { SavedViews } from './columns/saved-views.ts';
import type { TableColumns } from './columns/model.ts';
import type { System } from '../api/system.ts';
import type { Guards } from './review/guards.ts';
import type { OrganisationLabel } from './organisations/label.ts';
import type { TokenStorage } from './token-storage/model.ts';
import type { ProfileSettings } from './profiles/settings.ts';
import type { Outcome, OutcomeCounts } from './deletion/outcome.ts';
import type { AccessBy, Run, StopReason } from './deletion/run.ts';
import type { Checked } from './deletion/check.ts';

/** `command` prints the token, where that is the place. */
export interface KeepingChoice {
  readonly place: TokenStorage;
  readonly command: string | null;
}

/** Reads that replace one another: a new read in a slot aborts the one before it. */
export type Slot = 'organisations' | 'page' | 'check' | 'details';

/** Timers that replace one another. */
export type Timer = 'searchPause' | 'interrupt' | 'wait' | 'arm' | 'ending' | 'refresh';

/** The first page of a list, or the one that a link names. */
type PageFrom =
  | { readonly kind: 'first' }
  | {
      readonly kind: 'link';
      readonly url: string;
      readonly seen: readonly string[];
      readonly lastIndex: number | null;
    };

/** What the file of a run begins with. */
export interface RunHeader {
  readonly mode: 'run' | 'preview';
  readonly orgId: string;
  readonly orgName: string;
  readonly baseUrl: string | null;
  /** The threshold. */
  readonly days: number;
  readonly systems: number;
}

export interface RunEnd {
  readonly stop: StopReason | null;
  readonly counts: OutcomeCounts;
  /** Null: there was nothing to check. */
  readonly checked: Checked | null;
}

export type Effect =
  | { readonly kind: 'checkBaseUrl'; readonly typed: string }
  | { readonly kind: 'findToken'; readonly session: number; readonly baseUrl: string }
  | { readonly kind: 'tryToken'; readonly session: number; readonly baseUrl: string }
  /** `organisation`: the new token must see it, because what is at work is of it. */
  | {
      readonly kind: 'replaceToken';
      readonly session: number;
      readonly baseUrl: string;
      readonly organisation: Organisation | null;
    }
  /** `choice`: what somebody chose just now; null: where the profile keeps it. */
  | {
      readonly kind: 'keepToken';
      readonly session: number;
      readonly baseUrl: string;
      readonly choice: KeepingChoice | null;
    }
  | { readonly kind: 'forgetToken'; readonly session: number; readonly baseUrl: string }
  /** The keychain is not waited for any longer. */
  | { readonly kind: 'cancelKeychain' }
  | { readonly kind: 'listProfiles' }
  | { readonly kind: 'useProfile'; readonly session: number; readonly name: string }
  | { readonly kind: 'rememberProfileSettings'; readonly settings: ProfileSettings }
  | { readonly kind: 'listOrganisations'; readonly session: number; readonly baseUrl: string }
  | { readonly kind: 'recallOrganisation'; readonly baseUrl: string }
  | { readonly kind: 'rememberOrganisation'; readonly baseUrl: string; readonly orgId: string }
  | {
      readonly kind: 'readPage';
      readonly scan: number;
      readonly query: ListQuery;
      /** The page after it is wanted, too, whatever is in this one. */
      readonly isFollowed: boolean;
      readonly from: PageFrom;
    }
  /** A page of the list against which a run checks its outcomes. `afterMs`: the request leaves so much later. */
  | {
      readonly kind: 'readCheckPage';
      readonly run: number;
      readonly query: ListQuery;
      readonly from: PageFrom;
      readonly afterMs: number;
    }
  | { readonly kind: 'readSystem'; readonly orgId: string; readonly systemId: string }
  | {
      readonly kind: 'createEnrolmentKey';
      readonly attempt: number;
      readonly orgId: string;
      readonly description: string;
    }
  /** Reads a system of the review again. */
  | { readonly kind: 'rereadSystem'; readonly review: number; readonly orgId: string; readonly systemId: string }
  /** Takes the organisation for this session first: one run at a time. */
  | {
      readonly kind: 'openJournal';
      readonly run: number;
      readonly header: RunHeader;
      readonly plan: readonly System[];
    }
  /** Looks for a run in the organisation that was cut off, unless another session is at work there. */
  | { readonly kind: 'findCutOff'; readonly run: number; readonly baseUrl: string; readonly orgId: string }
  /** `afterMs`: the request leaves so much later. */
  | {
      readonly kind: 'recheckSystem';
      readonly run: number;
      readonly orgId: string;
      readonly systemId: string;
      readonly afterMs?: number;
    }
  /** Does the account still see the organisation of the run? */
  | {
      readonly kind: 'checkAccess';
      readonly run: number;
      readonly orgId: string;
      readonly by: AccessBy;
    }
  | { readonly kind: 'recordIntent'; readonly run: number; readonly systemId: string; readonly record: unknown }
  /** Not sent where the system was read again too long ago: `rereadAt`, by the clock that counts sleep. */
  | {
      readonly kind: 'deleteSystem';
      readonly run: number;
      readonly orgId: string;
      readonly systemId: string;
      readonly rereadAt: number;
    }
  | {
      readonly kind: 'recordOutcome';
      readonly run: number;
      readonly orgId: string;
      readonly systemId: string;
      readonly outcome: Outcome;
    }
  /** `end`: how the run ended; null leaves it open for the next start to settle. */
  | { readonly kind: 'closeJournal'; readonly run: number; readonly end: RunEnd | null }
  /** The next look at the organisation does not tell that they are gone. */
  | {
      readonly kind: 'leaveOutOfLastVisit';
      readonly baseUrl: string;
      readonly orgId: string;
      readonly gone: ReadonlySet<string>;
    }
  | { readonly kind: 'listRuns' }
  | { readonly kind: 'openRun'; readonly path: string }
  | { readonly kind: 'exportRun'; readonly run: Run }
  /** The run with this file. */
  | { readonly kind: 'exportFile'; readonly path: string }
  | {
      readonly kind: 'exportSystems';
      readonly systems: readonly System[];
      readonly days: number;
      readonly now: number;
    }
  | { readonly kind: 'copyOutcomes'; readonly run: Run }
  | { readonly kind: 'recallOrganisationSettings'; readonly baseUrl: string; readonly orgId: string }
  | {
      readonly kind: 'rememberOrganisationSettings';
      readonly baseUrl: string;
      readonly orgId: string;
      readonly guards: Guards;
      readonly label: OrganisationLabel;
    }
  | {
      readonly kind: 'rememberOrganisationView';
      readonly baseUrl: string;
      readonly orgId: string;
      readonly columns: TableColumns;
      readonly views: SavedViews;
    }
  | {
      readonly kind: 'compareWithLastVisit';
      readonly baseUrl: string;
      readonly orgId: string;
      readonly snapshot: VisitSnapshot;
    }
  | { readonly kind: 'abandonRead'; readonly slot: Slot }
  /** `jitterMs`: at most so much later, by chance. */
  | { readonly kind: 'startTimer'; readonly timer: Timer; readonly ms: number; readonly jitterMs?: number }
  /** As it is. */
  | { readonly kind: 'copyText'; readonly text: string }
  /** With what is hidden made visible: whoever pastes it runs nothing. */
  | { readonly kind: 'copyLines'; readonly lines: readonly string[] }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'showFile'; readonly path: string }
  /** `name`: of the file in which it is edited. */
  | { readonly kind: 'editText'; readonly name: string; readonly text: string }
  | { readonly kind: 'repaint' }
  | { readonly kind: 'leave' };
