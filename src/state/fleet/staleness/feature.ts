/** Declares the feature: the threshold, and the systems that are stale by it. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';

export interface StalenessFeature {
  readonly state: {
    /** The threshold. */
    readonly days: number;
    /** Disabled systems are in the list because the stale ones were requested. */
    readonly isShowingDisabled: boolean;
    /** The row of the stale screen that was opened last, and its filter: while that is in force, S returns there. */
    readonly shown: { readonly row: string; readonly filter: string } | null;
  };
  readonly action: Tagged<{
    staleMarkRequested: None;
    staleOpened: None;
    /** Moves it by this many days. */
    thresholdMoved: { days: number };
    thresholdTyped: { digit: string };
    /** Erases its last digit. */
    thresholdErased: None;
    /** Moves from the ages to the keys, to the tags, and back. */
    staleGroupEntered: None;
    /** Shows the systems of the row under the cursor; the row of the threshold applies that to the list. */
    staleRowOpened: None;
    /** Marks the stale systems of the row under the cursor. */
    staleChosen: None;
    /** Sets the threshold of the list; marks nothing. */
    thresholdSet: { days: number };
  }>;
  /**
   * `days`: the tried threshold, which becomes that of the list when it is applied. `typed`: its typed digits.
   * `row`: the row with the cursor.
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

export const stalenessSlice: Slice<StalenessFeature['state']> = {
  initial: { days: 90, isShowingDisabled: false, shown: null },
  lasts: 'program',
};
