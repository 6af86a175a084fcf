/** Finds the capabilities in the definition for other screens. */
import type { Feature } from '../../root/feature.ts';
import { capabilitiesOf } from '../../../api/openapi/capabilities.ts';
import { areOffersOfUse } from '../../removal/disabling/offer.ts';
import { definitionNeeded } from '../definition/reading.ts';

export const offers: Feature<'offers'> = {
  reacts: {
    // A person waits for the answer.
    switchingWanted: (state) =>
      state.disabling.isAsking && state.offers.found === null ? definitionNeeded(state) : [state],
    definitionArrived: (state, { definition }) => [{ ...state, offers: { found: capabilitiesOf(definition) } }],
  },
  timers: {
    // Background read: a failure is not reported, and no token is asked for.
    seekOffers: (state) => (areOffersOfUse(state) ? definitionNeeded(state, { isQuiet: true }) : [state]),
  },
};
