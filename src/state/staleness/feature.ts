/** Declares the feature: the threshold, and which systems are stale by it. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';

export interface StalenessState {
  /** The threshold. */
  readonly days: number;
}

export type StalenessAction = Tagged<{
  staleMarkRequested: None;
  staleOpened: None;
  thresholdMoved: { days: number };
  staleChosen: None;
}>;

export type StalenessScreen =
  /** `days`: the threshold that is tried. It is that of the list once the systems are marked by it, and goes otherwise. */
  { readonly kind: 'stale'; readonly days: number };

/** The threshold, and which systems are stale by it. */
export interface StalenessFeature {
  readonly state: StalenessState;
  readonly action: StalenessAction;
  readonly screen: StalenessScreen;
}

export const stalenessSlice: Slice<StalenessState> = { initial: { days: 90 }, lasts: 'program' };
