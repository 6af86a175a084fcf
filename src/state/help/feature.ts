/** Declares the feature: the keys of the screen beneath. */
import type { ListPosition } from '../kernel/list-cursor.ts';

export type HelpAction = { readonly kind: 'helpOpened' } | { readonly kind: 'helpSearched' };

export type HelpOverlay =
  /** `typed`: what is looked for in it; null: nothing. */
  { readonly kind: 'help'; readonly list: ListPosition; readonly typed: string | null };

/** The keys of the screen beneath. */
export interface HelpFeature {
  readonly action: HelpAction;
  readonly overlay: HelpOverlay;
}
