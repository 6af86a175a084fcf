/** Declares the feature: filtering the list, and marking by a typed pattern. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { Completion } from './filter.ts';
import type { Listing } from '../list/listing.ts';

export interface FilterFeature {
  readonly state: {
    /** Newest first. */
    readonly history: readonly string[];
  };
  readonly action: Tagged<{
    filterOpened: None;
    /** Applies a filter as if you had typed and accepted it. */
    filterSet: { text: string };
    patternOpened: None;
    filterCompleted: None;
    filterRecalled: { older: boolean };
  }>;
  /**
   * A filter, or a pattern to mark by. `completion`: the texts that tab cycles through; `recalled`: index in the
   * history; `settled`: the last valid text whose last word was finished; `before`: the list that esc restores.
   */
  readonly prompt: {
    readonly kind: 'filter' | 'pattern';
    readonly typed: string;
    readonly completion: Completion | null;
    readonly recalled: number | null;
    readonly settled: string;
    readonly before: Listing;
    /** You pressed enter on a mistake: show it from now on, even in an unfinished word. */
    readonly isRefused: boolean;
  };
  readonly field: 'filter';
}
