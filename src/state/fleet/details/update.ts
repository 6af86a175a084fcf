/** Shows every field of one system, and checks the system under the cursor in the background. */
import { type Feature, type Of, screenList } from '../../root/feature.ts';
import { atTop } from '../../kernel/list-view.ts';
import { known } from '../../kernel/declare.ts';
import { onScreen, withNotice, type Step } from '../../root/step.ts';
import { moveCursor, systemAtHand, systemUnderCursor } from '../list/public.ts';
import type { Action, State } from '../../root/state.ts';
import { systemRead } from '../systems/effects.ts';
import { isSystemNotFound } from '../../../api/problem.ts';
import { isCalm, restingOn, missSystem, refreshSystem } from './public.ts';

/** Debounce before the system under the cursor is checked: scrolling sends no requests. */
export const restMs = 300;

function openDetails(state: State): Step {
  const system = systemAtHand(state);
  if (system === undefined || state.organisation === null) return [state];
  const { systemId } = system;
  const opened = onScreen(state, { kind: 'details', systemId, system: { kind: 'loading', last: system }, list: atTop });
  return [withDetails(opened, { resting: null }), { kind: 'readSystem', orgId: state.organisation.orgId, systemId }];
}

function withDetails(state: State, change: Partial<State['details']>): State {
  return { ...state, details: { ...state.details, ...change } };
}

function openNeighbour(state: State, { motion }: Of<Action, 'neighbourOpened'>): Step {
  if (state.screen.kind !== 'details') return [state];
  const [next, ...effects] = moveCursor(state, motion);
  const system = systemUnderCursor(next);
  if (system === undefined || system.systemId === state.screen.systemId) {
    return [
      withNotice(state, motion === 'down' ? 'This is the last system shown.' : 'This is the first system shown.'),
    ];
  }
  const { systemId } = system;
  const shown = onScreen(next, { kind: 'details', systemId, system: { kind: 'ready', value: system }, list: atTop });
  return [shown, { kind: 'abandonRead', slot: 'details' }, ...effects];
}

/** The rest has elapsed: check the system, unless other work is in progress. */
function restOnSystem(state: State): Step {
  const { resting } = state.details;
  const { organisation } = state;
  if (resting === null || organisation === null || resting !== restingOn(state)) return [state];
  if (!isCalm(state)) return [state];
  const next = withDetails(state, { resting: null, checking: resting });
  return [next, { kind: 'checkSystem', orgId: organisation.orgId, systemId: resting }];
}

/** Restarts the debounce when the cursor moves to another system, and cancels the check of the previous one. */
function syncRest(state: State, before: State): Step {
  const [at, was] = [restingOn(state), restingOn(before)];
  const { checking, resting } = state.details;
  const startTimer = { kind: 'startTimer', timer: 'rest', ms: restMs } as const;
  if (at !== was && was !== null) {
    const next = withDetails(state, { resting: at, checking: null });
    return [
      next,
      ...(checking === null ? [] : [{ kind: 'abandonRead', slot: 'quietCheck' } as const]),
      ...(at === null ? [] : [startTimer]),
    ];
  }
  const isCalmAgain = resting !== null && isCalm(state) && !isCalm(before);
  return isCalmAgain ? [state, startTimer] : [state];
}

const systemKey = (): string => 'details';
const checkKey = ({ systemId }: { readonly systemId: string }): string => `check ${systemId}`;

export const details: Feature<'details'> = {
  slice: {
    initial: { resting: null, checking: null, checked: null, isHeld: false },
    lasts: 'organisation',
  },
  update: {
    detailsOpened: openDetails,
    neighbourOpened: openNeighbour,
    detailsArrived(state, { systemId, system: value, now }) {
      const { screen } = state;
      const seen = refreshSystem({ ...state, now }, value, now);
      if (screen.kind !== 'details' || screen.systemId !== systemId) return [seen];
      return [{ ...seen, screen: { ...screen, system: { kind: 'ready', value } } }];
    },
    detailsFailed(state, { systemId, problem, now }) {
      const { screen } = state;
      if (problem.kind === 'aborted') return [state];
      const missed = missSystem(state, systemId, problem, now);
      if (screen.kind !== 'details' || screen.systemId !== systemId) return [missed];
      return [{ ...missed, screen: { ...screen, system: { kind: 'failed', problem, last: known(screen.system) } } }];
    },
    systemChecked(state, { systemId, system: value, now }) {
      const { screen } = state;
      const isAwaited = state.details.checking === systemId;
      const seen = refreshSystem(isAwaited ? withDetails(state, { checking: null }) : state, value, now);
      if (screen.kind !== 'details' || screen.systemId !== systemId || screen.system.kind !== 'ready') return [seen];
      return [{ ...seen, screen: { ...screen, system: { kind: 'ready', value } } }];
    },
    checkFailed(state, { systemId, problem, now }) {
      if (state.details.checking !== systemId || problem.kind === 'aborted') return [state];
      const missed = missSystem(withDetails(state, { checking: null }), systemId, problem, now);
      return [withDetails(missed, { isHeld: !isSystemNotFound(problem) && problem.kind !== 'oddId' })];
    },
  },
  reads: {
    readSystem: {
      ...systemRead(
        ({ systemId }, { system }, now) => ({ kind: 'detailsArrived', systemId, system, now }),
        ({ systemId }, problem, now) => ({ kind: 'detailsFailed', systemId, problem, now }),
      ),
      slot: 'details',
      key: systemKey,
      answers: { detailsArrived: systemKey, detailsFailed: systemKey },
      retries: {
        detailsFailed({ organisation, screen }, { systemId }) {
          const isPending = screen.kind === 'details' && screen.systemId === systemId;
          if (!isPending || screen.system.kind !== 'loading' || organisation === null) return null;
          return { kind: 'readSystem', orgId: organisation.orgId, systemId };
        },
      },
    },
    checkSystem: {
      ...systemRead(
        ({ systemId }, { system }, now) => ({ kind: 'systemChecked', systemId, system, now }),
        ({ systemId }, problem, now) => ({ kind: 'checkFailed', systemId, problem, now }),
      ),
      slot: 'quietCheck',
      key: checkKey,
      answers: { systemChecked: checkKey, checkFailed: checkKey },
      retries: {},
    },
  },
  timers: { rest: restOnSystem },
  reacts: {
    // Any answer from the service ends the pause of the background checks.
    pageArrived: (state) => [state.details.isHeld ? withDetails(state, { isHeld: false }) : state],
  },
  after: syncRest,
  // No key waits for a check: a key that arrives with its answer is drawn first.
  progress: {
    systemChecked: () => true,
    timerEnded: (state, { details: { resting } }) => resting !== null && state.details.checking === resting,
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
