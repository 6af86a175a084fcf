/** Declares the feature: filter and sort of any list except that of systems, and find in a text. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { Completion } from '../filter/filter.ts';

export interface ListsFeature {
  readonly action: Tagged<{
    listFilterOpened: None;
    /** Sorts by the next column; after the last one, in the original order. */
    listSorted: None;
    listReversed: None;
    listFilterCompleted: None;
    textFindOpened: None;
    textFoundNext: None;
  }>;
  /**
   * `at`, `held`: cursor and held rows to restore on esc. `isRefused`: you pressed enter on a text with a mistake.
   */
  readonly prompt: Tagged<{
    listFilter: {
      typed: string;
      filterBefore: string;
      at: ListPosition;
      held?: readonly unknown[] | undefined;
      completion: Completion | null;
      isRefused: boolean;
    };
    textFind: { typed: string };
  }>;
  readonly field: 'listFilter' | 'textFind';
}
