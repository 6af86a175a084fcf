/** Declares the feature: the organisations of the account, and which of them is open. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import type { Organisation } from '../../api/organisations.ts';
import type { Problem } from '../../api/problem.ts';
import { type ListPosition, atTop } from '../kernel/list-cursor.ts';
import type { Loadable } from '../kernel/loadable.ts';

export interface OrganisationsFeature {
  readonly state: { readonly list: Loadable<readonly Organisation[]>; readonly position: ListPosition };
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
    /** One that the list does not have is to be opened by its id. */
    organisationIdAsked: None;
  }>;
  readonly effect: Tagged<{
    recallOrganisation: { baseUrl: string };
    rememberOrganisation: { baseUrl: string; orgId: string };
  }>;
  readonly read: { readonly kind: 'listOrganisations'; readonly baseUrl: string };
  readonly slot: 'organisations';
  readonly screen: { readonly kind: 'organisations' };
  /** The id of an organisation that the list does not have. */
  readonly prompt: { readonly kind: 'organisation'; readonly typed: string };
  readonly field: 'organisation';
}

export const organisationsSlice: Slice<OrganisationsFeature['state']> = {
  initial: { list: { kind: 'loading', last: null }, position: atTop },
  lasts: 'session',
};
