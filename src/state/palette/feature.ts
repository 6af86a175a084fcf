/** Declares the feature: every action of the screen beneath, by its words. */
import type { ListPosition } from '../kernel/list-cursor.ts';

export type PaletteAction = { readonly kind: 'paletteOpened' };

export type PaletteOverlay = { readonly kind: 'palette'; readonly typed: string; readonly list: ListPosition };

export interface PaletteFeature {
  readonly action: PaletteAction;
  readonly overlay: PaletteOverlay;
  readonly field: 'palette';
}
