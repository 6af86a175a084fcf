/** Declares the feature: the keys of the screen beneath. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';

export interface HelpFeature {
  readonly action: Tagged<{ helpOpened: None; languageShown: None; helpSearched: None }>;
  /** `typed`: the search text; null without a search. `isLanguage`: shows only the filter language. */
  readonly overlay: {
    readonly kind: 'help';
    readonly list: ListPosition;
    readonly typed: string | null;
    readonly isLanguage?: true;
  };
  readonly field: 'helpSearch';
}
