/** Declares the feature: what would be deleted, before it is. */
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import type { Review } from './review.ts';

/** Reads a system of the review again. */
export interface ReviewRead {
  readonly kind: 'rereadSystem';
  readonly review: number;
  readonly orgId: string;
  readonly systemId: string;
}

export interface ReviewFeature {
  readonly state: Review | null;
  readonly action: Tagged<{
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
  readonly read: ReviewRead;
  readonly timer: 'arm';
  readonly screen: { readonly kind: 'review' };
  readonly field: 'phrase';
}

export const reviewSlice: Slice<Review | null> = { initial: null, lasts: 'organisation' };
