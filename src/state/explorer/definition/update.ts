/** Keeps the definition of the service in use. */
import type { Feature } from '../../root/feature.ts';
import { said } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { capabilitiesOf } from '../../../api/calls/operations-at.ts';
import type { Definition, DefinitionFailure } from '../../../api/openapi/definition.ts';
import { definitionEffects, definitionReads } from './effects.ts';
import type { DefinitionIdentity, DefinitionState } from './feature.ts';
import { areOffersOfUse } from '../../removal/disabling/offer.ts';
import { definitionAsked, definitionNeeded, isFresh, namedPlace, shortAddress } from './reading.ts';

function withDefinition(state: State, about: Partial<DefinitionState>): State {
  return { ...state, definition: { ...state.definition, ...about } };
}

export const definition: Feature<'definition'> = {
  update: {
    definitionArrived(state, { definition: read, identity = null, isKept = false }) {
      if (!isKept) return [arrived(state, read, identity)];
      const about = { definition: read, offers: capabilitiesOf(read), identity, reading: null, failure: null };
      const known = withDefinition(state, about);
      return isFresh(known) ? [known] : definitionAsked(known);
    },
    definitionNotKept: definitionAsked,
    definitionConfirmed: (state, { identity }) => [
      withDefinition({ ...state, now: identity.at }, { identity, reading: null, failure: null }),
    ],
    definitionFaulty: (state, { fault }) => [failed(state, { kind: 'fault', fault })],
    definitionFailed: (state, { problem }) => [
      problem.kind === 'aborted' ? state : failed(state, { kind: 'problem', problem }),
    ],
    definitionRefreshed: (state) => definitionAsked(withDefinition(state, { isQuiet: false })),
  },
  effects: definitionEffects,
  reads: definitionReads,
  reacts: {
    // A person waits for the answer.
    switchingWanted: (state) =>
      state.disabling.isAsking && state.definition.offers === null ? definitionNeeded(state) : [state],
    reviewOffersWanted: (state) => definitionNeeded(state),
  },
  timers: {
    // Background read: a failure is not reported, and no token is asked for.
    seekOffers: (state) => (areOffersOfUse(state) ? definitionNeeded(state, { isQuiet: true }) : [state]),
  },
  pending: ({ definition: { reading, isQuiet } }) => (reading === 'service' && !isQuiet ? 'definition' : null),
};

/** Takes a definition from the service. */
function arrived(state: State, read: Definition, identity: DefinitionIdentity | null): State {
  const isFirst = state.definition.definition === null;
  const now = identity?.at ?? state.now;
  const about = { definition: read, offers: capabilitiesOf(read), identity, reading: null, failure: null };
  const next = withDefinition({ ...state, now }, about);
  if (isFirst) return elsewhereSaid(next, read);
  return isShown(state) ? said(next, 'The definition of the service has changed.') : next;
}

function failed(state: State, failure: DefinitionFailure): State {
  return withDefinition(state, { reading: null, failure });
}

function isShown({ screen }: State): boolean {
  return screen.kind === 'operations';
}

/** A document never decides which address is asked. */
function elsewhereSaid(state: State, read: Definition): State {
  const at = namedPlace(state);
  if (read !== state.definition.definition || !isShown(state)) return state;
  if (at?.kind !== 'elsewhere') return state;
  return said(state, `The definition names ${shortAddress(at.address)}. Requests go to your address alone.`);
}
