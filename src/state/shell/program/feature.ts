/** Declares the program itself: its terminal, its end, and pending work. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { Background } from '../../session/profile-settings.ts';

export interface ProgramFeature {
  readonly state: {
    /** Seconds for which the named work has been pending. `saidAt`: when the notice appeared. */
    readonly pending: { readonly what: string; readonly seconds: number; readonly saidAt: number } | null;
    readonly dismissed: ReadonlySet<string>;
    /** ctrl-c was pressed once; a second press within two seconds quits. */
    readonly isInterrupted: boolean;
    /** The location of the log was shown, which happens only once. */
    readonly isLogTold: boolean;
    /** rollcall quits as soon as the run has stopped. */
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
     * The computer asks rollcall to end: it waits briefly for requests in flight. `isAgain`: the user does not want to
     * wait any longer.
     */
    endingAsked: { isAgain: boolean };
    repaintRequested: None;
    suspendRequested: None;
    /** The requested log ended before the program. `message`: why, without a full stop. */
    logEnded: { message: string };
    /** The terminal reported its background. */
    backgroundFound: { background: Background };
    /** The preferences cannot be read or saved. */
    preferencesFailed: { message: string };
    overlayClosed: None;
  }>;
  readonly effect: Tagged<{ suspend: None; repaint: None; leave: None }>;
  readonly timer: 'interrupt' | 'ending';
  /** Shown until the address and the presence of a token are known. */
  readonly screen: { readonly kind: 'starting' };
  readonly overlay: { readonly kind: 'quit' };
}
