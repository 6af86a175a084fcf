/** Shows the keys of the screen beneath, and searches in them. */
import { type Feature, overlayList } from '../../root/feature.ts';
import { atTop } from '../../kernel/list-view.ts';
import type { Step } from '../../root/step.ts';

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
        const edited = (typed: string): Step => [{ ...state, overlay: { ...overlay, list: atTop, typed } }];
        return { name: 'helpSearch', text, edited };
      },
      list: (state, overlay) => ({ ...overlayList(state, overlay, null), isText: true }),
    },
  },
};
