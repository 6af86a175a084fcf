/** Declares the feature: the threshold, and which systems are stale by it. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';

export interface StalenessFeature {
  readonly state: {
    /** The threshold. */
    readonly days: number;
    /** Disabled systems are in the list because the stale ones were asked for. */
    readonly isShowingDisabled: boolean;
    /** The row of the stale screen whose systems were shown last, by this filter: while it is in force, S goes back there. */
    readonly shown: { readonly row: string; readonly filter: string } | null;
  };
  readonly action: Tagged<{
    staleMarkRequested: None;
    staleOpened: None;
    /** By so many days. */
    thresholdMoved: { days: number };
    thresholdTyped: { digit: string };
    /** Its last digit. */
    thresholdErased: None;
    /** From the ages to the keys, to the tags, and back. */
    staleGroupEntered: None;
    /** The systems of the row under the cursor are shown; of the threshold's, the threshold is that of the list. */
    staleRowOpened: None;
    /** The stale systems of the row under the cursor are marked. */
    staleChosen: None;
    /** The threshold of the list; nothing is marked by it. */
    thresholdSet: { days: number };
  }>;
  /**
   * `days`: the threshold that is tried; that of the list once it is applied, and gone otherwise. `typed`: its digits,
   * while they are typed. `row`: the row with the cursor.
   */
  readonly screen: {
    readonly kind: 'stale';
    readonly days: number;
    readonly typed: string | null;
    readonly row: string;
  };
}

/** The row on which the stale screen opens. */
export const thresholdRow = 'threshold';

/** Six digits, as in the settings of a profile. */
export const mostDays = 999_999;

export const stalenessSlice: Slice<StalenessFeature['state']> = {
  initial: { days: 90, isShowingDisabled: false, shown: null },
  lasts: 'program',
};
