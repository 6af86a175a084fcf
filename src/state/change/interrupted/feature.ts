/** Declares the feature: changes that an earlier session was interrupted in are told, when there is room for it. */
import type { Slice, Tagged } from '../../kernel/declare.ts';
import type { RequestSummary } from '../runs/files.ts';

/** A run or a request without its end. */
export interface Interrupted {
  /** `a deletion`, `disabling`, `a request`. */
  readonly what: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** A request's method and the end of its path; null for a run. */
  readonly name: string | null;
  /** The service at which a run can be settled, where that is another one. */
  readonly settledAt: string | null;
}

export interface InterruptedFeature {
  readonly state: {
    readonly untold: readonly Interrupted[];
    /** In this notice: what is found while it stands is told in the same sentence. */
    readonly told: { readonly notice: object; readonly all: readonly Interrupted[] } | null;
  };
  readonly action: Tagged<{ leftRequestsFound: { requests: readonly RequestSummary[] } }>;
}

export const interruptedSlice: Slice<InterruptedFeature['state']> = {
  initial: { untold: [], told: null },
  lasts: 'program',
};
