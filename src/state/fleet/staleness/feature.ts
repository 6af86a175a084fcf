/** Declares the feature: the threshold, and the systems that are stale by it. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { Visited } from './staleness.ts';

export interface StalenessFeature {
  readonly state: {
    /** The threshold, in days. */
    readonly days: number;
    /** The list has disabled systems only because stale ones were requested. */
    readonly isShowingDisabled: boolean;
    /** Last opened row of the stale screen, and its filter: while that is in force, S returns to the row. */
    readonly shown: { readonly row: string; readonly filter: string } | null;
    /** The last count of the open organisation before this visit; null: none is known. */
    readonly visited: Visited | null;
  };
  readonly action: Tagged<{
    staleMarkRequested: None;
    staleOpened: None;
    thresholdMoved: { days: number };
    thresholdTyped: { digit: string };
    thresholdErased: None;
    /** Moves from the ages to the keys, to the tags, and back. */
    staleGroupEntered: None;
    /** Shows the systems of the row under the cursor; on the row of the threshold, applies it to the list. */
    staleRowOpened: None;
    staleChosen: None;
    /** Sets the threshold of the list; marks nothing. */
    thresholdSet: { days: number };
  }>;
  /**
   * `days`: the threshold on trial, which the list gets when it is applied. `typed`: its digits so far. `row`: the id
   * of the row under the cursor.
   */
  readonly screen: {
    readonly kind: 'stale';
    readonly days: number;
    readonly typed: string | null;
    readonly row: string;
  };
}

/** Six digits, as in the settings of a profile. */
export const maxDays = 999_999;
