/** Shows the keys of the screen beneath, and searches in them. */
import { type Feature, overlayList } from '../kernel/feature.ts';
import { atTop } from '../kernel/list-cursor.ts';

export const help: Feature<'help'> = {
  update: {
    helpOpened: (state) => [{ ...state, overlay: { kind: 'help', list: atTop, typed: null } }],
    helpSearched: (state) => [
      state.overlay?.kind === 'help' ? { ...state, overlay: { ...state.overlay, typed: '' } } : state,
    ],
  },
  screens: {
    help: {
      field: (state, overlay) =>
        overlay.typed === null
          ? null
          : {
              name: 'helpSearch',
              text: overlay.typed,
              edited: (typed) => [{ ...state, overlay: { kind: 'help', list: atTop, typed } }],
            },
      list: (state, overlay) => ({ ...overlayList(state, overlay, null), isText: true }),
    },
  },
};
