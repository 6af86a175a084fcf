/** Declares the feature: a run that a person has confirmed, which deletes, disables or enables. */
import type { Guards } from '../../fleet/protection/guards.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ListQuery, PageAddress, SystemChange, SystemsPage } from '../../../api/systems.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { Json, JsonObject } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { Outcome } from '../../change/outcome.ts';
import type { RunKind, Why } from '../../change/run-kinds.ts';
import type { RunHeader } from '../../change/journal/format.ts';
import type { RunRecord } from '../../change/journal/records-file.ts';
import type { OutcomeGroup } from '../../change/outcome.ts';
import type { AccessBy, Run, RunEnd } from '../../change/run.ts';
import type { LockHolder } from '../../change/runs/feature.ts';
import type { OrganisationLabel } from '../../session/organisations.ts';
import type { ProfileSettings } from '../../session/profile-settings.ts';

/** Base of answers about a system. */
export interface AnsweredWork {
  readonly systemId: string;
  readonly now: number;
}

/** Answers that the run with this number asked for. */
export type RunAction = { readonly run: number } & Tagged<{
  journalOpened: { path: string; now: number };
  /** Systems of the organisation protected for good, by this session or another one. */
  protectionFound: { systems: ReadonlySet<string> };
  journalFailed: { code: string; now: number };
  /** `askedAt`: by the clock that counts sleep. `etag`: the version of the record, where the service names it. */
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
   * It was deleted, disabled, enabled or changed. `accepted`: the service said that it will, not that it has. `record`: its
   * own, where the answer is one.
   */
  systemChanged: AnsweredWork & { accepted: boolean; record?: unknown };
  /** The last check is too old to go by: nothing was sent. */
  rereadTooOld: AnsweredWork;
  changeFailed: AnsweredWork & { problem: Problem };
}>;

export type DeletionRead = Tagged<{
  /** `afterMs`: the request leaves so much later. */
  recheckSystem: { run: number; orgId: string; systemId: string; afterMs?: number };
  /** Does the account still see the organisation of the run? */
  checkAccess: { run: number; orgId: string; by: AccessBy };
  /** A page of the list against which a run checks its outcomes. `afterMs`: the request leaves so much later. */
  readCheckPage: { run: number; query: ListQuery; from: PageAddress; afterMs: number };
}>;

export interface DeletionFeature {
  readonly state: Run | null;
  readonly action:
    | RunAction
    | Tagged<{
        deletionPaused: None;
        deletionResumed: None;
        /** No further system is taken. */
        deletionStopped: None;
        outcomeGroupChosen: { group: OutcomeGroup };
        /** The details of the system under the cursor, and of how it ended. */
        outcomeOpened: None;
        /** Another session is at work in this organisation: the run did not begin. `does`: what that one does, where it is known. */
        runRefused: { run: number; does: RunKind | null; holder: LockHolder | null };
        /** By what another session has set it is read-only here, or a second person is to confirm it: the run did not begin. */
        runForbidden: { run: number; settings: ProfileSettings; label: OrganisationLabel; guards: Guards };
        /** The organisation could not be locked: the run did not begin, or what was cut off is not settled. */
        lockFailed: { run: number; orgId: string; does: RunKind; code: string };
        otherSessionFound: { orgId: string; does: RunKind | null; holder: LockHolder | null };
        cutOffFound: { run: number; record: RunRecord; path: string; now: number };
        /** The list again, while the run goes on. */
        runLeft: None;
      }>;
  readonly effect: Tagged<{
    /** Not sent where the system was checked too long ago: `rereadAt`, by the clock that counts sleep. */
    changeSystem: {
      run: number;
      request: SystemChange | Call;
      orgId: string;
      systemId: string;
      rereadAt: number;
    };
    /** Takes the organisation for this session first: one run at a time. */
    openJournal: {
      run: number;
      header: RunHeader;
      plan: readonly System[];
      bodies?: ReadonlyMap<string, Json>;
      why?: ReadonlyMap<string, Why>;
      /** Texts that were typed as secrets: no line has them. */
      secrets?: readonly string[];
    };
    /** `sent`: the fields that an operation is about to set, without secrets. */
    recordIntent: { run: number; systemId: string; record: unknown; sent?: JsonObject };
    /** `planned`: the request that a preview does not send; null: the kind's own. */
    recordOutcome: {
      run: number;
      does: RunKind;
      orgId: string;
      systemId: string;
      outcome: Outcome;
      planned?: string;
    };
    /** `end`: how the run ended; null leaves it open for the next start to settle. */
    closeJournal: { run: number; end: RunEnd | null };
  }>;
  readonly read: DeletionRead;
  readonly service: 'journals' | 'checkAhead';
  readonly slot: 'check';
  readonly screen: { readonly kind: 'deletion' } | { readonly kind: 'outcome' };
}

export const deletionSlice: Slice<Run | null> = { initial: null, lasts: 'session' };
