/** Declares the feature: the keys of the screen beneath. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

export type HelpAction = Tagged<{
  helpOpened: None;
  helpSearched: None;
}>;

export type HelpOverlay =
  /** `typed`: what is looked for in it; null: nothing. */
  { readonly kind: 'help'; readonly list: ListPosition; readonly typed: string | null };

export interface HelpFeature {
  readonly action: HelpAction;
  readonly overlay: HelpOverlay;
  readonly field: 'helpSearch';
}
