/** What the feature does about its actions. */
import { detailsReads } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import { atTop } from '../kernel/list-cursor.ts';
import { known } from '../kernel/loadable.ts';
import { screenList } from '../kernel/screen-list.ts';
import { type Step, onScreen } from '../kernel/step.ts';
import { systemAtHand } from '../list/selectors.ts';
import type { State } from '../state.ts';

function detailsOpened(state: State): Step {
  const system = systemAtHand(state);
  if (system === undefined || state.organisation === null) return [state];
  const { systemId } = system;
  return [
    {
      ...state,
      screen: { kind: 'details', systemId, system: { kind: 'loading', last: system }, list: atTop },
      notice: null,
    },
    { kind: 'readSystem', orgId: state.organisation.orgId, systemId },
  ];
}

export const details: Feature<'details'> = {
  update: {
    detailsOpened: detailsOpened,
    detailsArrived(state, action) {
      if (state.screen.kind !== 'details' || state.screen.systemId !== action.systemId) return [state];
      return [
        { ...state, now: action.now, screen: { ...state.screen, system: { kind: 'ready', value: action.system } } },
      ];
    },
    detailsFailed(state, action) {
      if (state.screen.kind !== 'details' || state.screen.systemId !== action.systemId) return [state];
      if (action.problem.kind === 'aborted') return [state];
      const last = known(state.screen.system);
      return [{ ...state, screen: { ...state.screen, system: { kind: 'failed', problem: action.problem, last } } }];
    },
  },
  reads: detailsReads,
  pending: ({ screen }) =>
    screen.kind === 'details' && screen.system.kind === 'loading' ? `details ${screen.systemId}` : null,
  screens: {
    details: {
      back: (state) => [onScreen(state, { kind: 'systems' }), { kind: 'abandonRead', slot: 'details' }],
      list: (state, screen) => ({ ...screenList(state, screen, null), isText: true }),
    },
  },
};
