/** Declares the feature: the systems of an organisation, as they are loaded, searched and sorted. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { SystemsPage } from '../../../api/systems.ts';
import type { Problem } from '../../../api/problem.ts';
import { type Listing, noListing } from './listing.ts';
import type { ReadPage } from './scan.ts';
import type { SortBy } from '../systems/fields.ts';

export interface ListFeature {
  readonly state: {
    readonly listing: Listing;
    /** The list before the search: esc restores it. */
    readonly unsearched: Listing | null;
    /** Systems of the organisation, by the service's last answer without a search. */
    readonly total: number | null;
    /** Automatic refresh is on. */
    readonly isRefreshing: boolean;
  };
  readonly action: Tagged<{
    pageArrived: { scan: number; page: SystemsPage; now: number };
    pageFailed: { scan: number; problem: Problem };
    refreshRequested: None;
    /** Follows the link at which loading stopped. */
    linkFollowed: None;
    disabledToggled: None;
    /** Systems that rollcall disabled long ago, and that are silent still. */
    graceShown: None;
    searchOpened: None;
    sortChanged: None;
    sortReversed: None;
    /** Chosen again, it reverses the sort. */
    sortChosen: { by: SortBy };
    /** Turns automatic refresh on or off. */
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

export const listSlice: Slice<ListFeature['state']> = {
  initial: { listing: noListing, unsearched: null, total: null, isRefreshing: false },
  lasts: 'session',
};
