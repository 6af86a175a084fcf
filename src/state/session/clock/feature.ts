/** Declares the feature: how this computer's clock compares with the service's. */
import type { Tagged } from '../../kernel/declare.ts';
import type { ClockNote } from './clock.ts';

export interface ClockFeature {
  readonly state: ClockNote;
  readonly action: Tagged<{
    minutePassed: { now: number };
    /** An answer's `Date` changed the note about this computer's clock. */
    clockCompared: { clock: ClockNote; now: number };
  }>;
}
