/** Why a change is made, and why a system is in it. */
import type { MarkedBy } from '../fleet/marks/marks.ts';

/** A change that answers another one. */
export type Follows = 'retry' | 'undo';

/** Why a system is in a change: by its mark, as the row under the cursor, or left by a change before. */
export interface Why {
  readonly by: MarkedBy | 'row' | 'run';
  /** Text of the filter by which it was marked. */
  readonly filter?: string;
}
