/** Keeps the definition of the service that is in use. */
import type { Feature } from '../../kernel/feature.ts';

export const definition: Feature<'definition'> = {
  update: {
    definitionArrived: (state, { definition }) => [{ ...state, definition: { definition } }],
  },
};
