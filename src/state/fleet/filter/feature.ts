/** Declares the feature: what is shown of the list, and marking by what is typed. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Listing } from '../list/listing.ts';

export interface FilterFeature {
  readonly state: {
    /** Filters that were typed, the newest first. */
    readonly history: readonly string[];
  };
  readonly action: Tagged<{
    filterOpened: None;
    /** As if it were typed and accepted. */
    filterSet: { text: string };
    /** What is marked by what is typed. */
    patternOpened: None;
    filterCompleted: None;
    filterRecalled: { older: boolean };
  }>;
  /**
   * A filter of the loaded systems, or one to mark by. `completion`: what tab goes through; `recalled`: which earlier
   * one; `settled`: the last text without a mistake to which no letter is being added; `before`: what esc brings back.
   */
  readonly prompt: {
    readonly kind: 'filter' | 'pattern';
    readonly typed: string;
    readonly completion: { readonly texts: readonly string[]; readonly at: number } | null;
    readonly recalled: number | null;
    readonly settled: string;
    readonly before: Listing;
    /** Enter was pressed on a mistake, which is said from then on, though its word may be unfinished. */
    readonly isRefused: boolean;
  };
  readonly field: 'filter';
}

export const filterSlice: Slice<FilterFeature['state']> = { initial: { history: [] }, lasts: 'session' };
