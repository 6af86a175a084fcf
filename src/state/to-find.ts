/** Which systems are to be found again, after a session was gone on with? */

export interface ToFind {
  /** Ids of systems that were marked. */
  readonly marks: ReadonlySet<string>;
  /** The system that was under the cursor. */
  readonly systemId: string | null;
}

export const nothingToFind: ToFind = { marks: new Set(), systemId: null };
