/** Sends calls that read, and shows what came back. */
import { type Feature, screenList } from '../../kernel/feature.ts';
import { tableRows } from '../../kernel/layout.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { onScreenAbove, onScreenBeneath } from '../../kernel/step.ts';

export const answer: Feature<'answer'> = {
  update: {
    callSent: (state, { call }) => [onScreenAbove(state, { kind: 'answer', call, list: atTop })],
  },
  screens: {
    answer: {
      back: (state) => [onScreenBeneath(state)],
      list: (state, screen) => screenList(state, screen, { length: 0, height: tableRows(state.rows) }),
    },
  },
};
