/** Declares the feature: disables and enables systems if the service's definition has the operations. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import type { DisabledTimes } from '../../fleet/systems/disabled.ts';

/** The service answered that it does not know the operation, so it is no longer offered. */
export interface Withdrawal {
  readonly status: number | null;
}

export interface DisablingState {
  /** You asked for this kind, and have pressed no other key while the definition is being read. */
  readonly isAsking: RunKind | null;
  /** The definition was requested in the background of a review. */
  readonly isSought: boolean;
  /** Kept for the rest of the session. */
  readonly withdrawn: ReadonlyMap<RunKind, Withdrawal>;
  /** For the open organisation; null: not requested yet. */
  readonly records: { readonly orgId: string; readonly times: 'reading' | DisabledTimes } | null;
}

export interface DisablingFeature {
  readonly state: DisablingState;
  readonly action: Tagged<{
    /** Reviews the marked systems, or the one under the cursor. If all have reached the goal, reviews the undo. */
    switchingWanted: { does: RunKind };
    disablingLeft: None;
    disabledFound: { orgId: string; times: DisabledTimes };
  }>;
  readonly effect: Tagged<{
    openSwitching: { does: RunKind };
    findDisabled: { baseUrl: string; orgId: string };
  }>;
}
