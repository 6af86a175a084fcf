/** Lists every action of the screen beneath, and searches in them. */
import { type ListPosition, atTop } from '../kernel/list-view.ts';
import { type Feature, overlayList } from '../root/feature.ts';

export interface PaletteFeature {
  readonly action: { readonly kind: 'paletteOpened' };
  readonly overlay: { readonly kind: 'palette'; readonly typed: string; readonly list: ListPosition };
  readonly field: 'palette';
}

export const palette: Feature<'palette'> = {
  update: { paletteOpened: (state) => [{ ...state, overlay: { kind: 'palette', typed: '', list: atTop } }] },
  harmless: ['paletteOpened'],
  screens: {
    palette: {
      field: (state, { typed }) => ({
        name: 'palette',
        text: typed,
        edited: (text) => [{ ...state, overlay: { kind: 'palette', typed: text, list: atTop } }],
      }),
      list: (state, overlay) => overlayList(state, overlay, null),
    },
  },
};
