/** Follows the time and the note about the clocks. */
import type { Feature } from '../../root/feature.ts';

export const clock: Feature<'clock'> = {
  slice: { initial: { kind: 'fine' }, lasts: 'session' },
  update: {
    minutePassed: (state, { now }) => [{ ...state, now }],
    clockCompared: (state, action) => [{ ...state, clock: action.clock, now: action.now }],
  },
};
