/** Declares the feature: reviews what a run would change, before it starts. */
import type { Call } from '../../../api/calls/call.ts';
import type { Json } from '../../../api/exact-json.ts';
import type { ListQuery, PageAddress, SystemsPage } from '../../../api/systems.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { Edit } from '../../change/edit.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { Review, ReviewGroup } from './review.ts';

export type ReviewRead = Tagged<{
  rereadSystem: { review: number; orgId: string; systemId: string };
  readReviewPage: { review: number; query: ListQuery; from: PageAddress };
  /** Reads the present value of what an operation sets, for the row under the cursor. */
  readRowTarget: { review: number; call: Call };
}>;

export interface ReviewFeature {
  readonly state: Review | null;
  readonly action: Tagged<{
    /** Reviews the marked systems, or the one under the cursor if none is marked. */
    reviewOpened: { does: RunKind; edit?: Edit };
    /**
     * Excludes or includes the system under the cursor, and moves the cursor down unless `stays`; `extent`: of the
     * list.
     */
    reviewItemToggled: { stays?: true; extent?: { readonly length: number; readonly height: number } };
    guardToggled: None;
    reviewedSystemWatched: None;
    reviewGroupShown: { group: ReviewGroup };
    reviewedSystemOpened: None;
    reviewedSystemMoved: { by: 1 | -1 };
    /** Retries failed checks; asks for a new token if theirs was refused. */
    uncheckedRetried: None;
    /** Excludes systems with failed checks, or includes them again. */
    uncheckedToggled: None;
    phraseStarted: { typed: string };
    phraseEntered: None;
    retryRequested: None;
    /** Switches the review between deleting and disabling, with the same systems and exclusions. */
    reviewTurned: { does: RunKind };
    /** Reviews the undo of the finished run: systems that it disabled would be enabled, for example. */
    undoRequested: None;
    /** `askedAt`: milliseconds by the clock that counts sleep. */
    systemReread: { review: number; systemId: string; system: System; askedAt: number; now: number };
    rereadFailed: { review: number; systemId: string; problem: Problem };
    reviewPageArrived: { review: number; page: SystemsPage; now: number };
    reviewPageFailed: { review: number; problem: Problem };
    /** `value`: null if the answer was not JSON. */
    rowTargetRead: { url: string; value: Json | null };
    rowTargetFailed: { url: string; problem: Problem };
  }>;
  readonly read: ReviewRead;
  readonly slot: 'rowTarget' | 'reviewPage';
  readonly timer: 'arm' | 'rowTarget';
  readonly screen: { readonly kind: 'review' };
  readonly overlay: { readonly kind: 'reviewedSystem'; readonly list: ListPosition };
  readonly field: 'phrase';
}

declare module '../../root/state.ts' {
  interface Features {
    readonly review: ReviewFeature;
  }
}
