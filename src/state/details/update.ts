/** Shows every field of one system, as it is read for that. */
import { systemRead } from '../systems/effects.ts';
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
  reads: {
    readSystem: {
      ...systemRead(
        ({ systemId }, { system }, now) => ({ kind: 'detailsArrived', systemId, system, now }),
        ({ systemId }, problem) => ({ kind: 'detailsFailed', systemId, problem }),
      ),
      slot: 'details',
      key: () => 'details',
      answers: { detailsArrived: () => 'details', detailsFailed: () => 'details' },
      retries: {
        detailsFailed({ organisation, screen }, { systemId }) {
          const isPending = screen.kind === 'details' && screen.systemId === systemId;
          if (!isPending || screen.system.kind !== 'loading' || organisation === null) return null;
          return { kind: 'readSystem', orgId: organisation.orgId, systemId };
        },
      },
    },
  },
  pending: ({ screen }) =>
    screen.kind === 'details' && screen.system.kind === 'loading' ? `details ${screen.systemId}` : null,
  screens: {
    details: {
      back: (state) => [onScreen(state, { kind: 'systems' }), { kind: 'abandonRead', slot: 'details' }],
      list: (state, screen) => ({ ...screenList(state, screen, null), isText: true }),
    },
  },
};
