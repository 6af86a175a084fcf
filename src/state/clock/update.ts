/** What the feature does about its actions. */
import type { Feature } from '../kernel/feature.ts';

export const clock: Feature<'clock'> = {
  update: {
    minutePassed: (state, { now }) => [{ ...state, now }],
    clockCompared: (state, action) => [{ ...state, clock: action.clock, now: action.now }],
  },
};
