/** Declares the feature: the organisations of the account, and the open one. */
import type { Loadable, None, Tagged } from '../../kernel/declare.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { ListQuery, PageAddress, SystemsPage } from '../../../api/systems.ts';
import type { Problem } from '../../../api/problem.ts';
import type { Counting, Counts, KeptCount } from './counts.ts';
import type { ListPosition, ListView } from '../../kernel/list-view.ts';
import type { RunKind } from '../../change/run-kinds.ts';

/** Requests a page of a list whose systems are counted. */
export interface ReadCountPage {
  readonly kind: 'readCountPage';
  readonly scan: number;
  readonly query: ListQuery;
  readonly from: PageAddress;
}

export interface OrganisationsFeature {
  readonly state: {
    readonly list: Loadable<readonly Organisation[]>;
    readonly position: ListPosition;
    readonly view: ListView;
    /** Cursor and view of the list of stale systems: they stay while you look at one of them. */
    readonly allStale: {
      readonly position: ListPosition;
      readonly view: ListView;
      /** The id of the organisation that was opened from it: esc there leads back. Null: none, or left since. */
      readonly openedFor: string | null;
    };
    readonly counts: Counts;
    /** Null when no count is in progress. */
    readonly counting: Counting | null;
    readonly unfinished: ReadonlyMap<string, RunKind>;
  };
  readonly action: Tagged<{
    organisationsArrived: { organisations: readonly Organisation[] };
    organisationsFailed: { problem: Problem };
    /** The organisation that was last open at this service. */
    organisationRecalled: { orgId: string };
    organisationOpened: None;
    organisationChosen: { orgId: string };
    organisationsOpened: None;
    /** Returns from the list of systems to the list of organisations. */
    switchRequested: None;
    countRequested: None;
    /** The counts of an earlier start, by organisation id. */
    countsRecalled: { counts: ReadonlyMap<string, KeptCount> };
    countPageArrived: { scan: number; page: SystemsPage; now: number };
    countPageFailed: { scan: number; problem: Problem };
    unfinishedFound: { unfinished: ReadonlyMap<string, RunKind> };
    /** Asks for the id of an unlisted organisation, to open it. */
    organisationIdAsked: None;
    /** Lists the stale systems of all counted organisations. */
    allStaleOpened: None;
    /** Opens the organisation of the system under the cursor, with the cursor on that system. */
    allStaleChosen: None;
  }>;
  readonly effect: Tagged<{
    recallOrganisation: { baseUrl: string };
    rememberOrganisation: { baseUrl: string; orgId: string };
    findUnfinished: { baseUrl: string };
    recallCounts: { baseUrl: string };
    rememberCounts: { baseUrl: string; counts: ReadonlyMap<string, KeptCount> };
  }>;
  readonly read: { readonly kind: 'listOrganisations'; readonly baseUrl: string } | ReadCountPage;
  readonly slot: 'organisations' | 'count';
  readonly screen: { readonly kind: 'organisations' } | { readonly kind: 'allStale' };
  /** The id of an unlisted organisation. */
  readonly prompt: Tagged<{ organisation: { typed: string } }>;
  readonly field: 'organisation';
}
