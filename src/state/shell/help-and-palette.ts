/** The overlays about the screen beneath: its keys, and its actions. Both are searched as you type. */
import type { None, Tagged } from '../kernel/declare.ts';
import { type ListPosition, atTop } from '../kernel/list-view.ts';
import { type Feature, overlayList, type Step } from '../root/feature.ts';

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

declare module '../root/state.ts' {
  interface Features {
    readonly help: HelpFeature;
  }
}

export const help: Feature<'help'> = {
  update: {
    helpOpened: (state) => [{ ...state, overlay: { kind: 'help', list: atTop, typed: null } }],
    languageShown: (state) => [{ ...state, overlay: { kind: 'help', list: atTop, typed: null, isLanguage: true } }],
    helpSearched: (state) => [
      state.overlay?.kind === 'help' ? { ...state, overlay: { ...state.overlay, typed: '' } } : state,
    ],
  },
  harmless: ['helpOpened', 'languageShown'],
  screens: {
    help: {
      field(state, overlay) {
        const { typed: text } = overlay;
        if (text === null) return null;
        const edit = (typed: string): Step => [{ ...state, overlay: { ...overlay, list: atTop, typed } }];
        return { name: 'helpSearch', text, edited: edit };
      },
      list: (state, overlay) => ({ ...overlayList(state, overlay, null), isText: true }),
    },
  },
};

export interface PaletteFeature {
  readonly action: { readonly kind: 'paletteOpened' };
  readonly overlay: { readonly kind: 'palette'; readonly typed: string; readonly list: ListPosition };
  readonly field: 'palette';
}

declare module '../root/state.ts' {
  interface Features {
    readonly palette: PaletteFeature;
  }
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
