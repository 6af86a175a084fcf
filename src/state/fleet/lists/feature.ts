/** Declares the feature: the prompt that filters any list but that of systems, and the keys that sort it. */
import type { None, Tagged } from '../../kernel/declare.ts';

export interface ListsFeature {
  readonly action: Tagged<{
    listFilterOpened: None;
    /** By the next column; after the last one, in the order in which the rows came. */
    listSorted: None;
    listReversed: None;
  }>;
  /** `isRefused`: enter was pressed on a text with a mistake. */
  readonly prompt: Tagged<{ listFilter: { typed: string; filterBefore: string; isRefused: boolean } }>;
  readonly field: 'listFilter';
}
