/** Which systems are to be found again, after a session was gone on with? */
import type { Question } from '../list/scan.ts';

export interface ToFind {
  /** The list in which they were; null: there is nothing to be found. */
  readonly question: Question | null;
  /** Ids of systems that were marked. */
  readonly marks: ReadonlySet<string>;
  /** The system that was under the cursor. */
  readonly systemId: string | null;
}

export const nothingToFind: ToFind = { question: null, marks: new Set(), systemId: null };
