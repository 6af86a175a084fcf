/** Shows every field of one system, as it is read for that. */
import { detailsReads } from './effects.ts';
import { type Feature, screenList } from '../kernel/feature.ts';
import { atTop } from '../kernel/list-cursor.ts';
import { known } from '../kernel/loadable.ts';
import { type Step, onScreen } from '../kernel/step.ts';
import { systemAtHand } from '../list/operations.ts';
import type { State } from '../state.ts';

function detailsOpened(state: State): Step {
  const system = systemAtHand(state);
  if (system === undefined || state.organisation === null) return [state];
  const { systemId } = system;
  return [
    onScreen(state, { kind: 'details', systemId, system: { kind: 'loading', last: system }, list: atTop }),
    { kind: 'readSystem', orgId: state.organisation.orgId, systemId },
  ];
}

export const details: Feature<'details'> = {
  update: {
    detailsOpened,
    detailsArrived(state, { systemId, system: value, now }) {
      const { screen } = state;
      if (screen.kind !== 'details' || screen.systemId !== systemId) return [state];
      return [{ ...state, now, screen: { ...screen, system: { kind: 'ready', value } } }];
    },
    detailsFailed(state, { systemId, problem }) {
      const { screen } = state;
      if (screen.kind !== 'details' || screen.systemId !== systemId || problem.kind === 'aborted') return [state];
      return [{ ...state, screen: { ...screen, system: { kind: 'failed', problem, last: known(screen.system) } } }];
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
