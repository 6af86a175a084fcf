/** Declares the feature: every action of the screen beneath, found by its words. */
import type { ListPosition } from '../../kernel/list-view.ts';

export interface PaletteFeature {
  readonly action: { readonly kind: 'paletteOpened' };
  readonly overlay: { readonly kind: 'palette'; readonly typed: string; readonly list: ListPosition };
  readonly field: 'palette';
}
