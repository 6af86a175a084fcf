/** Declares the feature: filter and sort of any list but that of systems, and find in a text. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { Completion } from '../filter/filter.ts';

export interface ListsFeature {
  readonly action: Tagged<{
    listFilterOpened: None;
    /** By the next column; after the last one, in the order in which the rows came. */
    listSorted: None;
    listReversed: None;
    listFilterCompleted: None;
    textFindOpened: None;
    textFoundNext: None;
  }>;
  /**
   * `at`, `held`: the cursor before, and the rows where the list held them; esc brings them back. `isRefused`: enter was
   * pressed on a text with a mistake.
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
