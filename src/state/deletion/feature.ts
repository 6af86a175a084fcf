/** Declares the feature: a deletion that a person has confirmed. */
import type { System } from '../../api/system.ts';
import type { RunAction } from './model.ts';
import type { Outcome } from './outcome.ts';
import type { AccessBy, Run, RunEnd, RunHeader } from './run.ts';
import type { Slice } from '../kernel/slice.ts';
import type { ListQuery } from '../../api/systems.ts';
import type { PageAddress } from '../../api/systems.ts';

export type DeletionEffect =
  /** Not sent where the system was read again too long ago: `rereadAt`, by the clock that counts sleep. */
  | {
      readonly kind: 'deleteSystem';
      readonly run: number;
      readonly orgId: string;
      readonly systemId: string;
      readonly rereadAt: number;
    }
  /** Takes the organisation for this session first: one run at a time. */
  | {
      readonly kind: 'openJournal';
      readonly run: number;
      readonly header: RunHeader;
      readonly plan: readonly System[];
    }
  | { readonly kind: 'recordIntent'; readonly run: number; readonly systemId: string; readonly record: unknown }
  | {
      readonly kind: 'recordOutcome';
      readonly run: number;
      readonly orgId: string;
      readonly systemId: string;
      readonly outcome: Outcome;
    }
  /** `end`: how the run ended; null leaves it open for the next start to settle. */
  | { readonly kind: 'closeJournal'; readonly run: number; readonly end: RunEnd | null };

export type DeletionRead =
  /** `afterMs`: the request leaves so much later. */
  | {
      readonly kind: 'recheckSystem';
      readonly run: number;
      readonly orgId: string;
      readonly systemId: string;
      readonly afterMs?: number;
    }
  /** Does the account still see the organisation of the run? */
  | {
      readonly kind: 'checkAccess';
      readonly run: number;
      readonly orgId: string;
      readonly by: AccessBy;
    }
  /** A page of the list against which a run checks its outcomes. `afterMs`: the request leaves so much later. */
  | {
      readonly kind: 'readCheckPage';
      readonly run: number;
      readonly query: ListQuery;
      readonly from: PageAddress;
      readonly afterMs: number;
    };

export type DeletionScreen = { readonly kind: 'deletion' };

/** A deletion that a person has confirmed. */
export interface DeletionFeature {
  readonly state: Run | null;
  readonly action: RunAction;
  readonly effect: DeletionEffect;
  readonly read: DeletionRead;
  readonly slot: 'check';
  readonly screen: DeletionScreen;
}

export const deletionSlice: Slice<Run | null> = { initial: null, lasts: 'session' };
