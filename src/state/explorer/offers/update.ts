/** Looks the definition through for what other screens offer. */
import type { Feature } from '../../root/feature.ts';
import { capabilitiesOf } from '../../../api/openapi/capabilities.ts';
import { definitionNeeded } from '../definition/reading.ts';

export const offers: Feature<'offers'> = {
  update: {
    offersWanted: (state) => definitionNeeded(state),
    offersSought: (state) => definitionNeeded(state, { isQuiet: true }),
  },
  reacts: {
    definitionArrived: (state, { definition }) => [{ ...state, offers: { found: capabilitiesOf(definition) } }],
  },
};
