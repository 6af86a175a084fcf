/** Declares the feature: filtering the list, and marking by a typed pattern. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Completion } from './filter.ts';
import type { Listing } from '../list/listing.ts';

export interface FilterFeature {
  readonly state: {
    /** Typed filters, the newest first. */
    readonly history: readonly string[];
  };
  readonly action: Tagged<{
    filterOpened: None;
    /** Applies a filter as if it had been typed and accepted. */
    filterSet: { text: string };
    /** Opens the prompt of the pattern to mark by. */
    patternOpened: None;
    filterCompleted: None;
    filterRecalled: { older: boolean };
  }>;
  /**
   * A filter, or a pattern to mark by. `completion`: the texts that tab cycles through; `recalled`: the index in the
   * history; `settled`: the last correct text, its last word finished; `before`: the list that esc restores.
   */
  readonly prompt: {
    readonly kind: 'filter' | 'pattern';
    readonly typed: string;
    readonly completion: Completion | null;
    readonly recalled: number | null;
    readonly settled: string;
    readonly before: Listing;
    /** Enter was pressed on a mistake: it is shown from then on, even in an unfinished word. */
    readonly isRefused: boolean;
  };
  readonly field: 'filter';
}

export const filterSlice: Slice<FilterFeature['state']> = { initial: { history: [] }, lasts: 'session' };
