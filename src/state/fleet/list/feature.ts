/** Declares the feature: loads, searches and sorts the systems of an organisation. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { SystemsPage } from '../../../api/systems.ts';
import type { Problem } from '../../../api/problem.ts';
import type { Listing } from './listing.ts';
import type { ReadPage } from './scan.ts';
import type { SortBy } from '../systems/fields.ts';

export interface ListFeature {
  readonly state: {
    readonly listing: Listing;
    readonly unsearched: Listing | null;
    /** Number of systems in the organisation, from the service's last answer without a search. */
    readonly total: number | null;
    readonly isRefreshing: boolean;
  };
  readonly action: Tagged<{
    pageArrived: { scan: number; page: SystemsPage; now: number };
    pageFailed: { scan: number; problem: Problem };
    refreshRequested: None;
    linkFollowed: None;
    disabledToggled: None;
    /** Shows systems that rollcall disabled over the grace period ago, and that are still silent. */
    graceShown: None;
    searchOpened: None;
    sortChanged: None;
    sortReversed: None;
    /** `among`: the sorts by the columns that are drawn, from the left; absent: all of them. */
    sortMoved: { by: -1 | 1; among?: readonly SortBy[] };
    /** Choosing the current sort again reverses it. */
    sortChosen: { by: SortBy };
    autoRefreshToggled: None;
  }>;
  readonly read: ReadPage;
  readonly service: 'pageAhead';
  readonly slot: 'page';
  readonly timer: 'searchPause' | 'refresh';
  readonly screen: { readonly kind: 'systems' };
  /** `before`: the list that esc restores. */
  readonly prompt: { readonly kind: 'search'; readonly typed: string; readonly before: Listing };
  readonly field: 'search';
}
