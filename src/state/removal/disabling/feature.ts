/** Declares the feature: systems are disabled and enabled where the service's definition names the operation. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import type { DisabledTimes } from '../../fleet/systems/disabled.ts';

/** Why it is not offered any more: the service answered that it does not know the operation. */
export interface Withdrawal {
  readonly status: number | null;
}

export interface DisablingState {
  /** A person waits for what the definition says of this, and has pressed no other key since. */
  readonly isAsking: RunKind | null;
  /** The definition was asked for behind a review of a deletion. */
  readonly isSought: boolean;
  /** For the rest of the session. */
  readonly withdrawn: ReadonlyMap<RunKind, Withdrawal>;
  /** For the organisation that is open; null: nobody has asked for them. */
  readonly records: { readonly orgId: string; readonly times: 'reading' | DisabledTimes } | null;
}

export interface DisablingFeature {
  readonly state: DisablingState;
  readonly action: Tagged<{
    /** For the marked systems, or the one under the cursor: review this; its undo where every one has it done. */
    switchingWanted: { does: RunKind };
    /** The person waits no longer. */
    disablingLeft: None;
    disabledFound: { orgId: string; times: DisabledTimes };
  }>;
  readonly effect: Tagged<{
    openSwitching: { does: RunKind };
    findDisabled: { baseUrl: string; orgId: string };
  }>;
}

export const disablingSlice: Slice<DisablingState> = {
  initial: { isAsking: null, isSought: false, withdrawn: new Map(), records: null },
  lasts: 'session',
};
