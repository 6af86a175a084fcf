/** Declares the feature: what would be deleted, disabled or enabled, before it is. */
import type { Call } from '../../../api/calls/call.ts';
import type { Json } from '../../../api/exact-json.ts';
import type { ListQuery, PageAddress, SystemsPage } from '../../../api/systems.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Edit } from '../../change/edit.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { Review, ReviewGroup } from './review.ts';

export type ReviewRead = Tagged<{
  /** Reads a system of the review again. */
  rereadSystem: { review: number; orgId: string; systemId: string };
  /** Reads a page of the organisation's list, to check a large review. */
  readReviewPage: { review: number; query: ListQuery; from: PageAddress };
  /** Reads what an operation sets for the row under the cursor. */
  readRowTarget: { review: number; call: Call };
}>;

export interface ReviewFeature {
  readonly state: Review | null;
  readonly action: Tagged<{
    /** For the marked systems, or the one under the cursor where none is marked. */
    reviewOpened: { does: RunKind; edit?: Edit };
    /** The system under the cursor is excluded, or included again. The cursor moves on unless it `stays`; `extent`: of the list. */
    reviewItemToggled: { stays?: true; extent?: { readonly length: number; readonly height: number } };
    /** The protected system under the cursor is included, or protected again. */
    guardToggled: None;
    reviewGroupShown: { group: ReviewGroup };
    reviewedSystemOpened: None;
    /** To the next row of the review, or the previous one. */
    reviewedSystemMoved: { by: 1 | -1 };
    /** Failed checks are repeated, after another token where theirs was refused. */
    uncheckedRetried: None;
    /** Systems with failed checks are excluded, or included again. */
    uncheckedToggled: None;
    phraseStarted: { typed: string };
    phraseEntered: None;
    retryRequested: None;
    /** The same systems, with the same ones excluded, are to be disabled in the place of deleted, or the other way. */
    reviewTurned: { does: RunKind };
    /** For the finished run: systems that it disabled are to be enabled, and the other way. */
    undoRequested: None;
    /** `askedAt`: by the clock that counts sleep. */
    systemReread: { review: number; systemId: string; system: System; askedAt: number; now: number };
    rereadFailed: { review: number; systemId: string; problem: Problem };
    reviewPageArrived: { review: number; page: SystemsPage; now: number };
    reviewPageFailed: { review: number; problem: Problem };
    /** `value`: null where it was not told in JSON. */
    rowTargetRead: { url: string; value: Json | null };
    rowTargetFailed: { url: string; problem: Problem };
  }>;
  readonly read: ReviewRead;
  readonly slot: 'rowTarget' | 'reviewPage';
  readonly timer: 'arm' | 'rowTarget';
  readonly screen: { readonly kind: 'review' };
  /** The system under the cursor, with all its fields. */
  readonly overlay: { readonly kind: 'reviewedSystem'; readonly list: ListPosition };
  readonly field: 'phrase';
}

export const reviewSlice: Slice<Review | null> = { initial: null, lasts: 'organisation' };
