/** Shows the request that a form stands for. */
import { type Feature, screenList } from '../../kernel/feature.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { onScreenAbove, onScreenBeneath } from '../../kernel/step.ts';

export const request: Feature<'request'> = {
  update: {
    requestShown(state, { call, operation }) {
      const { nextId: id } = state;
      const next = { ...state, nextId: id + 1, request: { id, call, operation } };
      return [onScreenAbove(next, { kind: 'request', id, list: atTop })];
    },
  },
  screens: {
    request: {
      back: (state) => [{ ...onScreenBeneath(state), request: null }],
      list: (state, screen) => ({ ...screenList(state, screen, null), isText: true }),
    },
  },
};
