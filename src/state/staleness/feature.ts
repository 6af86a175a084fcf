/** Declares the feature: the threshold, and which systems are stale by it. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';

export interface StalenessFeature {
  readonly state: {
    /** The threshold. */
    readonly days: number;
    /** Disabled systems are in the list because the stale ones were asked for. */
    readonly isShowingDisabled: boolean;
  };
  readonly action: Tagged<{
    staleMarkRequested: None;
    staleOpened: None;
    thresholdMoved: { days: number };
    staleChosen: None;
    /** The threshold of the list; nothing is marked by it. */
    thresholdSet: { days: number };
  }>;
  /** `days`: the threshold that is tried. It is that of the list once the systems are marked by it, and goes otherwise. */
  readonly screen: { readonly kind: 'stale'; readonly days: number };
}

export const stalenessSlice: Slice<StalenessFeature['state']> = {
  initial: { days: 90, isShowingDisabled: false },
  lasts: 'program',
};
