/** Declares the feature: the systems of an organisation, as they are read, searched and sorted. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { SystemsPage } from '../../../api/page.ts';
import type { Problem } from '../../../api/problem.ts';
import { type Listing, noListing } from './listing.ts';
import type { ReadPage } from './scan.ts';
import type { SortBy } from './sort-keys.ts';

export interface ListFeature {
  readonly state: {
    readonly listing: Listing;
    /** The list as it was before the search: esc brings it back. */
    readonly unsearched: Listing | null;
    /** Systems of the organisation, as the service last said without a search. */
    readonly total: number | null;
    /** The list is refreshed automatically. */
    readonly isRefreshing: boolean;
  };
  readonly action: Tagged<{
    pageArrived: { scan: number; page: SystemsPage; now: number };
    pageFailed: { scan: number; problem: Problem };
    refreshRequested: None;
    /** The link that the list stopped at is followed. */
    linkFollowed: None;
    disabledToggled: None;
    searchOpened: None;
    sortChanged: None;
    sortReversed: None;
    /** Chosen again, it is reversed. */
    sortChosen: { by: SortBy };
    /** The list is refreshed automatically from now on, or no longer. */
    autoRefreshToggled: None;
  }>;
  readonly read: ReadPage;
  readonly service: 'pageAhead';
  readonly slot: 'page';
  readonly timer: 'searchPause' | 'refresh';
  readonly screen: { readonly kind: 'systems' };
  /** `before`: what esc brings back. */
  readonly prompt: { readonly kind: 'search'; readonly typed: string; readonly before: Listing };
  readonly field: 'search';
}

export const listSlice: Slice<ListFeature['state']> = {
  initial: { listing: noListing, unsearched: null, total: null, isRefreshing: false },
  lasts: 'session',
};
