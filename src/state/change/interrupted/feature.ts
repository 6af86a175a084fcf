/** Declares the feature: reports changes that were interrupted in an earlier session. */
import type { Tagged } from '../../kernel/declare.ts';
import type { RequestSummary } from '../runs/files.ts';

/** A run or a request without an end. */
export interface Interrupted {
  /** With an article, as in a sentence: `a deletion`, `disabling`, `a request`. */
  readonly what: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Method and end of the path of a request; null for a run. */
  readonly name: string | null;
  /** Address at which the run can be settled, if it belongs to another service; else null. */
  readonly settledAt: string | null;
}

export interface InterruptedFeature {
  readonly state: {
    readonly untold: readonly Interrupted[];
    /** Changes in the present notice: those found while it is shown join the same sentence. */
    readonly told: { readonly notice: object; readonly all: readonly Interrupted[] } | null;
  };
  readonly action: Tagged<{ leftRequestsFound: { requests: readonly RequestSummary[] } }>;
}
