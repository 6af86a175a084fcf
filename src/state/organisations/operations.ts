/** Lists the organisations and enters one: what is of the one before ends, and its systems are read. */
import type { Organisation } from '../../api/organisations.ts';
import { cutOffSought, finishedRunLeft } from '../deletion/operations.ts';
import { tableRows } from '../kernel/layout.ts';
import { placed } from '../kernel/list-cursor.ts';
import { readAgain } from '../kernel/loadable.ts';
import { type Step, andThen } from '../kernel/step.ts';
import { startScan, withoutListing } from '../list/operations.ts';
import { marksAtStake, rangeLeft } from '../marks/operations.ts';
import { nothingSought } from '../resume/restore.ts';
import { reviewLeft } from '../review/operations.ts';
import { type State, withoutSlicesOf, type Effect } from '../state.ts';
import { listed } from './model.ts';

/** Opens an organisation's list; the marks of another organisation are not taken along. */
export function organisationEntered(
  state: State,
  organisation: Organisation,
  search: string,
  includeDisabled = false,
): Step {
  const isSame = state.organisation?.orgId === organisation.orgId;
  const entered: State = { ...state, organisation, screen: { kind: 'systems' }, notice: null };
  if (isSame && state.list.listing.scan !== null && search === '') return [entered];
  const next = isSame ? entered : finishedRunLeft(withoutSlicesOf(entered, 'organisation'));
  const fresh = withoutListing(reviewLeft(rangeLeft(nothingSought(next))));
  const { orgId } = organisation;
  const { baseUrl, profileSettings } = state.session;
  const query = { orgId, search, includeDisabled, perPage: profileSettings.pageSize };
  const recall: Effect[] = baseUrl === null ? [] : [{ kind: 'recallOrganisationSettings', baseUrl, orgId }];
  return andThen(startScan(fresh, query, 'ahead'), (next) =>
    andThen([next, ...recall], (recalled) => cutOffSought(recalled, orgId)),
  );
}

/** Are there marks, of another organisation than this one? */
export function wouldLoseMarks(state: State, orgId: string): boolean {
  return orgId !== '' && state.organisation?.orgId !== orgId && marksAtStake(state) > 0;
}

/** Reads the organisations again and shows them; what is known of them stays in view. */
export function organisationsListed(state: State): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null) return [state];
  const next: State = {
    ...state,
    screen: { kind: 'organisations' },
    organisations: { ...state.organisations, list: readAgain(state.organisations.list) },
    notice: null,
  };
  return [next, { kind: 'listOrganisations', baseUrl }];
}

/** The list was read: one that was opened by its id has its name from here on. */
export function withOrganisations(state: State, all: readonly Organisation[]): State {
  const { organisation, rows } = state;
  const { position } = state.organisations;
  return {
    ...state,
    organisations: {
      list: { kind: 'ready', value: all },
      position: placed(position, position.row, all.length, tableRows(rows)),
    },
    organisation: organisation && (listed(all, organisation.orgId) ?? organisation),
  };
}
