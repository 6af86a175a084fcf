/** Declares the feature: restores the view in which you left a list. */
import type { Tagged } from '../../kernel/declare.ts';
import type { Sort } from '../list/rows.ts';

export interface RestoredView {
  readonly filter: string;
  readonly sort: Sort;
  /** Threshold in days if it differs from the profile's, else null. */
  readonly days: number | null;
  readonly isWide: boolean;
  /** Absent: no width of the pane was chosen. */
  readonly paneCells?: number | undefined;
  readonly systemId: string | null;
}

/** A system that was chosen in another list. */
export interface WantedSystem {
  readonly systemId: string;
  readonly hostname: string | null;
}

export interface ResumeFeature {
  readonly state: {
    /** The system to put the cursor on, until the first page has arrived. */
    readonly systemId: string | null;
    /** The system that the list was opened for: no filter hides it. Null once it is shown or known to be missing. */
    readonly wanted: WantedSystem | null;
    /**
     * The threshold of the other list while it applies here, and the organisation's own, which is saved in its place.
     * Null: its own applies.
     */
    readonly lent: { readonly days: number; readonly ownDays: number } | null;
  };
  /** Null: the list was never shown before. */
  readonly action: Tagged<{ listViewRecalled: { orgId: string; view: RestoredView | null } }>;
  readonly effect: Tagged<{
    recallListView: { baseUrl: string; orgId: string };
    rememberListView: { baseUrl: string; orgId: string; view: RestoredView };
  }>;
}
