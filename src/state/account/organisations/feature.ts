/** Declares the feature: the organisations of the account, and which of them is open. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { SystemsPage } from '../../../api/page.ts';
import type { Problem } from '../../../api/problem.ts';
import type { ListQuery, PageAddress } from '../../../api/systems.ts';
import type { Counting, Counts } from './counts.ts';
import { type ListPosition, atTop } from '../../kernel/list-cursor.ts';
import type { Loadable } from '../../kernel/loadable.ts';
import type { RunKind } from '../../change/run-kinds.ts';

/** Asks for a page of a list whose systems are counted. */
export interface ReadCountPage {
  readonly kind: 'readCountPage';
  readonly scan: number;
  readonly query: ListQuery;
  readonly from: PageAddress;
}

export interface OrganisationsFeature {
  readonly state: {
    readonly list: Loadable<readonly Organisation[]>;
    /** Of those that the filter shows. */
    readonly position: ListPosition;
    /** Shown are those with this in their name or id. */
    readonly filter: string;
    readonly counts: Counts;
    /** Null: nothing is counted now. */
    readonly counting: Counting | null;
    /** Those with a run that was cut off, by their ids, and what it does. */
    readonly unfinished: ReadonlyMap<string, RunKind>;
  };
  readonly action: Tagged<{
    organisationsArrived: { organisations: readonly Organisation[] };
    organisationsFailed: { problem: Problem };
    /** The one that was opened last time at this service. */
    organisationRecalled: { orgId: string };
    organisationOpened: None;
    /** One of the list. */
    organisationChosen: { orgId: string };
    organisationsOpened: None;
    /** The list of organisations, from that of systems. */
    switchRequested: None;
    countRequested: None;
    countPageArrived: { scan: number; page: SystemsPage; now: number };
    countPageFailed: { scan: number; problem: Problem };
    /** The organisations with a run that was cut off. */
    unfinishedFound: { unfinished: ReadonlyMap<string, RunKind> };
    organisationFilterOpened: None;
    /** One that the list does not have is to be opened by its id. */
    organisationIdAsked: None;
  }>;
  readonly effect: Tagged<{
    recallOrganisation: { baseUrl: string };
    rememberOrganisation: { baseUrl: string; orgId: string };
    findUnfinished: { baseUrl: string };
  }>;
  readonly read: { readonly kind: 'listOrganisations'; readonly baseUrl: string } | ReadCountPage;
  readonly slot: 'organisations' | 'count';
  readonly screen: { readonly kind: 'organisations' };
  /** The id of an organisation that the list does not have, or a part of the names that are shown. */
  readonly prompt: Tagged<{
    organisation: { typed: string };
    organisationFilter: { typed: string; filterBefore: string };
  }>;
  readonly field: 'organisation' | 'organisationFilter';
}

export const organisationsSlice: Slice<OrganisationsFeature['state']> = {
  initial: {
    list: { kind: 'loading', last: null },
    position: atTop,
    filter: '',
    counts: new Map(),
    counting: null,
    unfinished: new Map(),
  },
  lasts: 'session',
};
