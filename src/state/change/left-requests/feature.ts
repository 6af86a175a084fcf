/** Declares the feature: requests of earlier sessions whose outcome nobody knows are told at the start. */
import type { Slice, Tagged } from '../../kernel/declare.ts';
import type { RequestSummary } from '../request-records/record.ts';

export interface LeftRequestsFeature {
  readonly state: {
    /** The newest first; empty once they are told. */
    readonly untold: readonly RequestSummary[];
  };
  readonly action: Tagged<{ leftRequestsFound: { requests: readonly RequestSummary[] } }>;
}

export const leftRequestsSlice: Slice<LeftRequestsFeature['state']> = { initial: { untold: [] }, lasts: 'program' };
