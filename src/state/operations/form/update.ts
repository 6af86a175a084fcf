/** Fills in the form of one operation. */
import { type Feature, screenList } from '../../kernel/feature.ts';
import { tableRows } from '../../kernel/layout.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { onScreenAbove, onScreenBeneath } from '../../kernel/step.ts';

export const operationForm: Feature<'operationForm'> = {
  update: {
    operationOpened: (state, { operation }) => [onScreenAbove(state, { kind: 'operation', operation, list: atTop })],
  },
  screens: {
    operation: {
      back: (state) => [onScreenBeneath(state)],
      list: (state, screen) => screenList(state, screen, { length: 0, height: tableRows(state.rows) }),
    },
  },
};
