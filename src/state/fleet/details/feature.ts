/** Declares the feature: every field of one system, and the quiet check of the one under the cursor. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { EarlierOutcomes } from '../../change/runs/earlier.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { Loadable } from '../../kernel/loadable.ts';

/** How the last check of a system ended; `at`: milliseconds since 1970. */
export interface Checked {
  readonly systemId: string;
  readonly at: number;
  readonly problem: Problem | null;
}

export interface DetailsFeature {
  readonly state: {
    /** It came under the cursor, and is to be checked once it has rested there. */
    readonly resting: string | null;
    /** Its record is on its way. */
    readonly checking: string | null;
    readonly checked: Checked | null;
    /** The service failed to answer a quiet check: the next one waits until something else was answered. */
    readonly isHeld: boolean;
    /** How earlier deletions left the systems that they did not delete. */
    readonly earlier: 'unread' | 'reading' | EarlierOutcomes;
  };
  readonly action: Tagged<{
    detailsOpened: None;
    detailsArrived: { systemId: string; system: System; now: number };
    detailsFailed: { systemId: string; problem: Problem; now: number };
    /** The next or the previous system of the list, on the screen of one. */
    neighbourOpened: { motion: 'down' | 'up' };
    systemChecked: { systemId: string; system: System; now: number };
    checkFailed: { systemId: string; problem: Problem; now: number };
    earlierFound: { orgId: string; earlier: EarlierOutcomes };
  }>;
  readonly effect: { readonly kind: 'findEarlier'; readonly baseUrl: string; readonly orgId: string };
  readonly read: Tagged<{
    readSystem: { orgId: string; systemId: string };
    /** The same, unasked: it is not sent again, and nobody waits for it. */
    checkSystem: { orgId: string; systemId: string };
  }>;
  readonly slot: 'details' | 'quietCheck';
  readonly timer: 'rest';
  readonly screen: Tagged<{ details: { system: Loadable<System>; systemId: string; list: ListPosition } }>;
}

export const detailsSlice: Slice<DetailsFeature['state']> = {
  initial: { resting: null, checking: null, checked: null, isHeld: false, earlier: 'unread' },
  lasts: 'organisation',
};
