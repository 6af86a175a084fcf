/** Declares the feature: a list opens as it was shown last. */
import type { Slice, Tagged } from '../../kernel/declare.ts';
import type { Sort } from '../list/rows.ts';

/** How the list of an organisation is shown. */
export interface RestoredView {
  readonly filter: string;
  readonly sort: Sort;
  /** The threshold in days, if it differs from the profile's. */
  readonly days: number | null;
  readonly isWide: boolean;
  /** The system under the cursor. */
  readonly systemId: string | null;
}

export interface ResumeFeature {
  /** The system that was under the cursor, until the first page has arrived. */
  readonly state: { readonly systemId: string | null };
  /** Null: the list was never shown before. */
  readonly action: Tagged<{ listViewRecalled: { orgId: string; view: RestoredView | null } }>;
  readonly effect: Tagged<{
    recallListView: { baseUrl: string; orgId: string };
    rememberListView: { baseUrl: string; orgId: string; view: RestoredView };
  }>;
}

export const resumeSlice: Slice<ResumeFeature['state']> = { initial: { systemId: null }, lasts: 'organisation' };
