/** Declares the feature: the run that you have confirmed, which changes or deletes systems. */
import type { Guards } from '../../fleet/protection/guards.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListQuery, PageAddress, SystemsPage } from '../../../api/systems.ts';
import type { SystemChange } from '../../../api/operations.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { Json, JsonObject } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { Outcome, OutcomeGroup } from '../../change/outcome.ts';
import type { RunKind, Why } from '../../change/run-kinds.ts';
import type { RunHeader } from '../../change/journal/format.ts';
import type { RunRecord } from '../../change/journal/records-file.ts';
import type { AccessBy, Run, RunEnd } from '../../change/run.ts';
import type { LockHolder } from '../../change/runs/feature.ts';
import type { OrganisationLabel } from '../../session/organisations.ts';
import type { ProfileSettings } from '../../session/profile-settings.ts';

export interface AnsweredWork {
  readonly systemId: string;
  readonly now: number;
}

export type RunAction = { readonly run: number } & Tagged<{
  journalOpened: { path: string; now: number };
  /** Systems that this or another session has protected. */
  protectionFound: { systems: ReadonlySet<string> };
  journalFailed: { code: string; now: number };
  /**
   * `askedAt`: milliseconds by the clock that counts sleep. `etag`: version of the record, if the service sends one.
   */
  systemRechecked: AnsweredWork & { system: System; record: unknown; etag?: string | null; askedAt: number };
  recheckFailed: AnsweredWork & { problem: Problem };
  accessChecked: { hasAccess: boolean; now: number };
  accessCheckFailed: { problem: Problem; now: number };
  checkPageArrived: { page: SystemsPage; now: number };
  checkPageFailed: { problem: Problem };
  intentRecorded: { systemId: string };
  intentFailed: AnsweredWork & { code: string };
  outcomeUnrecorded: AnsweredWork & { code: string };
  /**
   * `accepted`: the service said that it will make the change (202), not that it has. `record`: of the system, if the
   * answer contains it.
   */
  systemChanged: AnsweredWork & { accepted: boolean; record?: unknown };
  /** The last re-read is too old; nothing was sent. */
  rereadTooOld: AnsweredWork;
  changeFailed: AnsweredWork & { problem: Problem };
}>;

export type DeletionRead = Tagged<{
  /** `afterMs`: delays the request. */
  recheckSystem: { run: number; orgId: string; systemId: string; afterMs?: number };
  checkAccess: { run: number; orgId: string; by: AccessBy };
  /** Reads a page of the list for the check of a run. `afterMs`: delays the request. */
  readCheckPage: { run: number; query: ListQuery; from: PageAddress; afterMs: number };
}>;

export interface DeletionFeature {
  readonly state: Run | null;
  readonly action:
    | RunAction
    | Tagged<{
        deletionPaused: None;
        deletionResumed: None;
        deletionStopped: None;
        outcomeGroupChosen: { group: OutcomeGroup };
        outcomeOpened: None;
        /** Another session holds the lock, so the run did not start. `does`: the kind of its run, if known. */
        runRefused: { run: number; does: RunKind | null; holder: LockHolder | null };
        /** Another session has set a read-only mode or a limit for a second person, so the run did not start. */
        runForbidden: { run: number; settings: ProfileSettings; label: OrganisationLabel; guards: Guards };
        /** The organisation could not be locked: the run did not start, or the interrupted one is not settled. */
        lockFailed: { run: number; orgId: string; does: RunKind; code: string };
        otherSessionFound: { orgId: string; does: RunKind | null; holder: LockHolder | null };
        cutOffFound: { run: number; record: RunRecord; path: string; now: number };
        /** Returns to the list while the run continues. */
        runLeft: None;
      }>;
  readonly effect: Tagged<{
    /**
     * Not sent if the system was re-read too long ago: `rereadAt`, in milliseconds by the clock that counts sleep.
     */
    changeSystem: {
      run: number;
      request: SystemChange | Call;
      orgId: string;
      systemId: string;
      rereadAt: number;
    };
    /** Locks the organisation first: one run at a time. */
    openJournal: {
      run: number;
      header: RunHeader;
      plan: readonly System[];
      bodies?: ReadonlyMap<string, Json>;
      why?: ReadonlyMap<string, Why>;
      /** Texts that were typed as secrets; no line contains them. */
      secrets?: readonly string[];
    };
    /** `sent`: fields that an operation is about to set, without secrets. */
    recordIntent: { run: number; systemId: string; record: unknown; sent?: JsonObject };
    /** `planned`: the request that a preview does not send; absent: that of the kind. */
    recordOutcome: {
      run: number;
      does: RunKind;
      orgId: string;
      systemId: string;
      outcome: Outcome;
      planned?: string;
    };
    /** `end`: null leaves the run open, for the next start to settle. */
    closeJournal: { run: number; end: RunEnd | null };
  }>;
  readonly read: DeletionRead;
  readonly service: 'journals' | 'checkAhead';
  readonly slot: 'check';
  readonly screen: { readonly kind: 'deletion' } | { readonly kind: 'outcome' };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly deletion: DeletionFeature;
  }
}
