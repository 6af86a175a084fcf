/** Declares the feature: the terminal, the end of the program, its notices, and pending requests. */
import type { Problem } from '../../../api/problem.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { UnknownAges } from '../../fleet/staleness/staleness.ts';

/** The line above the hints. A warning stays until the next notice. */
export type Notice = Tagged<{
  said: { text: string };
  /** The reason why a key does nothing; a new list ends it, too. */
  refused: { text: string };
  /** Stays until the marks change or the next notice. */
  staleMarked: StaleMarked;
  /** All `count` stale systems to mark are disabled: the same key, pressed again, marks them. */
  onlyDisabledStale: { count: number; isAnyEnabledStale: boolean };
  marksCleared: { count: number };
  /** ctrl-c was pressed once. */
  interrupted: None;
  /** `next`: the key, which stays whole where the text is cut. */
  warning: { text: string; next?: string };
  problem: { problem: Problem };
}>;

/** The marked stale systems. */
export interface StaleMarked {
  readonly count: number;
  readonly days: number;
  /** The key, tag or age of the marked systems; null: all stale systems. */
  readonly of: string | null;
  /** Skipped, because they are listed under two names. */
  readonly passedOver: number;
  /** The marked systems that the filter hides. */
  readonly hidden: number;
  /** The marked systems that are disabled. */
  readonly disabled: number;
  /** The list was without disabled systems before. */
  readonly isShowingDisabled: boolean;
  /** Disabled and stale, but not marked: the profile leaves them out. */
  readonly leftOut: number;
  /** Systems of unknown age in the whole list; null: none, or only a part was marked. */
  readonly unknown: UnknownAges | null;
}

export interface ProgramFeature {
  readonly state: {
    /** The name of a pending request, and its seconds so far. */
    readonly pending: { readonly what: string; readonly seconds: number } | null;
    /** The kinds of dismissed banners. */
    readonly dismissed: ReadonlySet<string>;
    /** ctrl-c was pressed: a second press within two seconds quits. */
    readonly isInterrupted: boolean;
    /** The place of the log was shown: once is enough. */
    readonly isLogTold: boolean;
    /** The program quits as soon as the run has stopped. */
    readonly isLeaving: boolean;
  };
  readonly action: Tagged<{
    /** `name` has been pending for this many seconds (`pendingName`). */
    secondPassed: { name: string; seconds: number };
    bannerDismissed: None;
    keyRefused: { reason: string };
    keyUnknown: { name: string };
    interrupted: None;
    quitRequested: None;
    quitConfirmed: None;
    /**
     * The computer asks the program to end: it waits briefly for requests in flight. `isAgain`: the user does not want
     * to wait longer.
     */
    endingAsked: { isAgain: boolean };
    repaintRequested: None;
    suspendRequested: None;
    /** The requested log ends before the program does. `says`: the reason, without a full stop. */
    logEnded: { says: string };
    /** The preferences cannot be read or saved. */
    preferencesFailed: { says: string };
    overlayClosed: None;
  }>;
  readonly effect: Tagged<{ suspend: None; repaint: None; leave: None }>;
  readonly timer: 'interrupt' | 'ending';
  /** Shown until the service and the token are known. */
  readonly screen: { readonly kind: 'starting' };
  readonly overlay: { readonly kind: 'quit' };
}

export const programSlice: Slice<ProgramFeature['state']> = {
  initial: { pending: null, dismissed: new Set(), isInterrupted: false, isLogTold: false, isLeaving: false },
  lasts: 'session',
};
