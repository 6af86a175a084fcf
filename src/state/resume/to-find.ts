/** Which systems are to be found again, after a session was gone on with? */
import type { ListQuery } from '../../api/systems.ts';

export interface ToFind {
  /** The list in which they were; null: there is nothing to be found. */
  readonly query: ListQuery | null;
  /** Ids of systems that were marked. */
  readonly marks: ReadonlySet<string>;
  /** The system that was under the cursor. */
  readonly systemId: string | null;
}

export const nothingToFind: ToFind = { query: null, marks: new Set(), systemId: null };
