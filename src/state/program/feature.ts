/** Declares the feature: the program itself: its terminal, its end, and what waits. */
import type { Problem } from '../../api/problem.ts';
import type { None, Slice, Tagged } from '../kernel/declare.ts';

/** What is said in the line above the hints. A warning stays until something else is said. */
export type Notice = Tagged<{
  said: { text: string };
  /** Why a key does nothing: until there is another list, too. */
  refused: { text: string };
  /** Of those marked: the filter leaves so many out (`hidden`), and so many are disabled. */
  staleMarked: { count: number; passedOver: number; days: number; hidden: number; disabled: number };
  marksCleared: { count: number };
  /** ctrl-c was pressed once. */
  interrupted: None;
  warning: { text: string };
  problem: { problem: Problem };
}>;

export interface ProgramFeature {
  readonly state: {
    /** How long something has been pending: seconds, for the one that is named. */
    readonly pending: { readonly what: string; readonly seconds: number } | null;
    /** The banners that were put away, by kind. */
    readonly dismissed: ReadonlySet<string>;
    /** ctrl-c was pressed: once more within two seconds leaves. */
    readonly isInterrupted: boolean;
    /** The program is left as soon as the run has stopped. */
    readonly isLeaving: boolean;
  };
  readonly action: Tagged<{
    /** So many seconds since `name` began to be pending (`pendingName`). */
    secondPassed: { name: string; seconds: number };
    bannerDismissed: None;
    keyRefused: { reason: string };
    keyUnknown: { name: string };
    interrupted: None;
    quitRequested: None;
    quitConfirmed: None;
    /**
     * The computer asks the program to end: what is in flight is waited for, and not long. `isAgain`: by a user who
     * does not want to wait any longer.
     */
    endingAsked: { isAgain: boolean };
    repaintRequested: None;
    suspendRequested: None;
    /** The preferences cannot be read or saved. */
    preferencesFailed: { says: string };
    overlayClosed: None;
  }>;
  readonly effect: Tagged<{ suspend: None; repaint: None; leave: None }>;
  readonly timer: 'interrupt' | 'ending';
  /** Until it is known where the service is and whether there is a token. */
  readonly screen: { readonly kind: 'starting' };
  readonly overlay: { readonly kind: 'quit' };
}

export const programSlice: Slice<ProgramFeature['state']> = {
  initial: { pending: null, dismissed: new Set(), isInterrupted: false, isLeaving: false },
  lasts: 'session',
};
