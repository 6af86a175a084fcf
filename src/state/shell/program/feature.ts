/** Declares the feature: the program itself: its terminal, its end, and what waits. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Background } from '../../session/profile-settings.ts';

export interface ProgramFeature {
  readonly state: {
    /** How long something has been pending: seconds, for the one that is named. `saidAt`: when the notice came. */
    readonly pending: { readonly what: string; readonly seconds: number; readonly saidAt: number } | null;
    /** The banners that were put away, by kind. */
    readonly dismissed: ReadonlySet<string>;
    /** ctrl-c was pressed: once more within two seconds leaves. */
    readonly isInterrupted: boolean;
    /** Where the log is was told: once is enough. */
    readonly isLogTold: boolean;
    /** The program is left as soon as the run has stopped. */
    readonly isLeaving: boolean;
  };
  readonly action: Tagged<{
    /** `name` (`pendingName`) has been pending for this many seconds. */
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
    /** The log that was asked for ends before the program does. `says`: why, without a full stop. */
    logEnded: { says: string };
    /** The terminal said its background. */
    backgroundFound: { background: Background };
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
  initial: { pending: null, dismissed: new Set(), isInterrupted: false, isLogTold: false, isLeaving: false },
  lasts: 'session',
};
