/** Lists the operations of the service. */
import { type Feature, screenList } from '../kernel/feature.ts';
import { tableRows } from '../kernel/layout.ts';
import { atTop } from '../kernel/list-cursor.ts';
import { onScreenAbove, onScreenBeneath } from '../kernel/step.ts';

export const operations: Feature<'operations'> = {
  update: {
    operationsOpened(state) {
      return [onScreenAbove(state, { kind: 'operations', list: atTop, isTyping: false })];
    },
  },
  screens: {
    operations: {
      back: (state) => [onScreenBeneath(state)],
      list: (state, screen) => screenList(state, screen, { length: 0, height: tableRows(state.rows) }),
    },
  },
};
