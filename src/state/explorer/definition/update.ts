/** Keeps the definition of the service in use. */
import type { Feature } from '../../root/feature.ts';
import { withNotice } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { capabilitiesOf } from '../../../api/calls/operations-at.ts';
import type { Definition, DefinitionFailure } from '../../../api/openapi/definition.ts';
import { definitionEffects, definitionReads } from './effects.ts';
import type { DefinitionIdentity, DefinitionState } from './feature.ts';
import { areOffersOfUse } from '../../removal/disabling/offer.ts';
import { askDefinition, readDefinitionOnce, isFresh, namedPlace, shortAddress } from './reading.ts';

function withDefinition(state: State, about: Partial<DefinitionState>): State {
  return { ...state, definition: { ...state.definition, ...about } };
}

export const definition: Feature<'definition'> = {
  slice: {
    initial: {
      definition: null,
      identity: null,
      reading: null,
      isQuiet: false,
      failure: null,
      offers: null,
    },
    lasts: 'session',
  },
  update: {
    definitionArrived(state, { definition: read, identity = null, isKept = false }) {
      if (!isKept) return [receiveDefinition(state, read, identity)];
      const about = { definition: read, offers: capabilitiesOf(read), identity, reading: null, failure: null };
      const known = withDefinition(state, about);
      return isFresh(known) ? [known] : askDefinition(known);
    },
    definitionNotKept: askDefinition,
    definitionConfirmed: (state, { identity }) => [
      withDefinition({ ...state, now: identity.at }, { identity, reading: null, failure: null }),
    ],
    definitionFaulty: (state, { fault }) => [failDefinition(state, { kind: 'fault', fault })],
    definitionFailed: (state, { problem }) => [
      problem.kind === 'aborted' ? state : failDefinition(state, { kind: 'problem', problem }),
    ],
    definitionRefreshed: (state) => askDefinition(withDefinition(state, { isQuiet: false })),
  },
  effects: definitionEffects,
  reads: definitionReads,
  reacts: {
    // You wait for this answer.
    switchingWanted: (state) =>
      state.disabling.isAsking && state.definition.offers === null ? readDefinitionOnce(state) : [state],
    reviewOffersWanted: (state) => readDefinitionOnce(state),
  },
  timers: {
    // Background read: reports no failure, and asks for no token.
    seekOffers: (state) => (areOffersOfUse(state) ? readDefinitionOnce(state, { isQuiet: true }) : [state]),
  },
  pending: ({ definition: { reading, isQuiet } }) => (reading === 'service' && !isQuiet ? 'definition' : null),
};

function receiveDefinition(state: State, read: Definition, identity: DefinitionIdentity | null): State {
  const isFirst = state.definition.definition === null;
  const now = identity?.at ?? state.now;
  const about = { definition: read, offers: capabilitiesOf(read), identity, reading: null, failure: null };
  const next = withDefinition({ ...state, now }, about);
  if (isFirst) return sayElsewhere(next, read);
  return isShown(state) ? withNotice(next, 'The definition of the service has changed.') : next;
}

function failDefinition(state: State, failure: DefinitionFailure): State {
  return withDefinition(state, { reading: null, failure });
}

function isShown({ screen }: State): boolean {
  return screen.kind === 'operations';
}

/** A document never decides which address receives requests. */
function sayElsewhere(state: State, read: Definition): State {
  const at = namedPlace(state);
  if (read !== state.definition.definition || !isShown(state)) return state;
  if (at?.kind !== 'elsewhere') return state;
  return withNotice(state, `The definition names ${shortAddress(at.address)}. Requests go to your address alone.`);
}
