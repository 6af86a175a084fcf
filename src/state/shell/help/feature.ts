/** Declares the feature: the keys of the screen beneath. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';

export interface HelpFeature {
  readonly action: Tagged<{ helpOpened: None; languageShown: None; helpSearched: None }>;
  /** `typed`: the search text; null: no search. `isLanguage`: it shows the filter language alone. */
  readonly overlay: {
    readonly kind: 'help';
    readonly list: ListPosition;
    readonly typed: string | null;
    readonly isLanguage?: true;
  };
  readonly field: 'helpSearch';
}
