/** Declares the feature: every field of one system, and the background check of the system under the cursor. */
import type { Loadable, None, Tagged } from '../../kernel/declare.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { ListPosition } from '../../kernel/list-view.ts';

/** Result of the last check of a system; `at`: milliseconds since 1970. */
export interface Checked {
  readonly systemId: string;
  readonly at: number;
  readonly problem: Problem | null;
}

export interface DetailsFeature {
  readonly state: {
    /** The system under the cursor, to be checked once the cursor has rested on it. */
    readonly resting: string | null;
    readonly checking: string | null;
    readonly checked: Checked | null;
    /** A background check failed: pause them until the service answers any other request. */
    readonly isHeld: boolean;
  };
  readonly action: Tagged<{
    detailsOpened: None;
    detailsArrived: { systemId: string; system: System; now: number };
    detailsFailed: { systemId: string; problem: Problem; now: number };
    neighbourOpened: { motion: 'down' | 'up' };
    systemChecked: { systemId: string; system: System; now: number };
    checkFailed: { systemId: string; problem: Problem; now: number };
  }>;
  readonly read: Tagged<{
    readSystem: { orgId: string; systemId: string };
    /** A background check: never retried, and no key waits for it. */
    checkSystem: { orgId: string; systemId: string };
  }>;
  readonly slot: 'details' | 'quietCheck';
  readonly timer: 'rest';
  readonly screen: Tagged<{ details: { system: Loadable<System>; systemId: string; list: ListPosition } }>;
}
