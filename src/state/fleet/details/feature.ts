/** Declares the feature: every field of one system, and the background check of the system under the cursor. */
import type { Loadable, None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { ListPosition } from '../../kernel/list-view.ts';

/** How the last check of a system ended; `at`: milliseconds since 1970. */
export interface Checked {
  readonly systemId: string;
  readonly at: number;
  readonly problem: Problem | null;
}

export interface DetailsFeature {
  readonly state: {
    /** The system that came under the cursor, and is checked once it has rested there. */
    readonly resting: string | null;
    /** The system whose record is being read. */
    readonly checking: string | null;
    readonly checked: Checked | null;
    /** The service failed to answer a background check: the next one waits for any other answer. */
    readonly isHeld: boolean;
  };
  readonly action: Tagged<{
    detailsOpened: None;
    detailsArrived: { systemId: string; system: System; now: number };
    detailsFailed: { systemId: string; problem: Problem; now: number };
    /** Opens the next or the previous system of the list on the details screen. */
    neighbourOpened: { motion: 'down' | 'up' };
    systemChecked: { systemId: string; system: System; now: number };
    checkFailed: { systemId: string; problem: Problem; now: number };
  }>;
  readonly read: Tagged<{
    readSystem: { orgId: string; systemId: string };
    /** Checks in the background: it is not retried, and no key waits for it. */
    checkSystem: { orgId: string; systemId: string };
  }>;
  readonly slot: 'details' | 'quietCheck';
  readonly timer: 'rest';
  readonly screen: Tagged<{ details: { system: Loadable<System>; systemId: string; list: ListPosition } }>;
}

export const detailsSlice: Slice<DetailsFeature['state']> = {
  initial: { resting: null, checking: null, checked: null, isHeld: false },
  lasts: 'organisation',
};
