/** Declares the feature: what would be deleted, before it is. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import type { Review } from './review.ts';

export type ReviewAction = Tagged<{
  reviewOpened: None;
  reviewItemToggled: None;
  /** The guard of the system under the cursor is lifted, or set again. */
  guardToggled: None;
  phraseStarted: { typed: string };
  phraseEntered: None;
  retryRequested: None;
  systemReread: { review: number; systemId: string; system: System; now: number };
  rereadFailed: { review: number; systemId: string; problem: Problem };
}>;

export type ReviewRead =
  /** Reads a system of the review again. */
  { readonly kind: 'rereadSystem'; readonly review: number; readonly orgId: string; readonly systemId: string };

export type ReviewScreen = { readonly kind: 'review' };

/** What would be deleted, before it is. */
export interface ReviewFeature {
  readonly state: Review | null;
  readonly action: ReviewAction;
  readonly read: ReviewRead;
  readonly timer: 'arm';
  readonly screen: ReviewScreen;
  readonly field: 'phrase';
}

export const reviewSlice: Slice<Review | null> = { initial: null, lasts: 'organisation' };
