/** Declares the feature: filter and sort of any list but that of systems, and find in a text. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';

export interface ListsFeature {
  readonly action: Tagged<{
    listFilterOpened: None;
    /** By the next column; after the last one, in the order in which the rows came. */
    listSorted: None;
    listReversed: None;
    textFindOpened: None;
    textFoundNext: None;
  }>;
  /** `at`: the cursor before, which esc brings back. `isRefused`: enter was pressed on a text with a mistake. */
  readonly prompt: Tagged<{
    listFilter: { typed: string; filterBefore: string; at: ListPosition; isRefused: boolean };
    textFind: { typed: string };
  }>;
  readonly field: 'listFilter' | 'textFind';
}
