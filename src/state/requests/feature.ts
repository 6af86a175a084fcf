/** Declares the feature: reads that wait, and failures that are tried again. */
import type { Wait } from './model.ts';

export interface RequestsState<Read> {
  /** What no read is sent before. */
  readonly wait: Wait<Read> | null;
  /** How often each read that is tried again has failed so far, by its key. */
  readonly failures: ReadonlyMap<string, number>;
}

export interface RequestsFeature {
  readonly timer: 'wait';
}

export const noRequests: RequestsState<never> = { wait: null, failures: new Map() };
