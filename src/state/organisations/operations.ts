/** Lists the organisations and enters one: what is of the one before ends, and its systems are read. */
import type { Organisation } from '../../api/organisations.ts';
import { cutOffSought, finishedRunLeft } from '../deletion/operations.ts';
import { tableRows } from '../kernel/layout.ts';
import { placed } from '../kernel/list-cursor.ts';
import { known, readAgain } from '../kernel/loadable.ts';
import { type Step, andThen, onScreen } from '../kernel/step.ts';
import { startScan, withoutListing } from '../list/operations.ts';
import { rangeLeft } from '../marks/operations.ts';
import { reviewLeft } from '../review/operations.ts';
import { type State, withoutSlicesOf, type Effect } from '../state.ts';
import { listed } from './model.ts';

/** Opens an organisation's list, with what is kept of the last visit there. */
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
  const fresh = withoutListing(reviewLeft(rangeLeft(next)));
  const { orgId } = organisation;
  const { baseUrl, profile, profileSettings } = state.session;
  const query = { orgId, search, includeDisabled, perPage: profileSettings.pageSize };
  const recall: Effect[] =
    baseUrl === null
      ? []
      : [
          { kind: 'recallOrganisationSettings', baseUrl, orgId },
          { kind: 'recallVisit', profile, baseUrl, orgId },
        ];
  const [begun, ...reading] = startScan(fresh, query, 'ahead');
  return andThen([begun, ...reading, ...recall], (next) => cutOffSought(next, orgId));
}

/** Reads the organisations again and shows them; what is known of them stays in view. */
export function organisationsListed(state: State): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null) return [state];
  const organisations = { ...state.organisations, list: readAgain(state.organisations.list) };
  const listed = withRowOfOpen({ ...state, organisations });
  return [onScreen(listed, { kind: 'organisations' }), { kind: 'listOrganisations', baseUrl }];
}

/** The cursor is on the organisation that is open, where it comes from there. */
function withRowOfOpen(state: State): State {
  const { organisation, screen } = state;
  if (organisation === null || screen.kind === 'organisations') return state;
  const row = known(state.organisations.list)?.findIndex(({ orgId }) => orgId === organisation.orgId) ?? -1;
  return row < 0 ? state : withRow(state, row);
}

/** The list was read: one that was opened by its id has its name from here on. */
export function withOrganisations(state: State, all: readonly Organisation[]): State {
  const { position } = state.organisations;
  const next: State = { ...state, organisations: { list: { kind: 'ready', value: all }, position } };
  const organisation = state.organisation && (listed(all, state.organisation.orgId) ?? state.organisation);
  return { ...withRow(next, position.row), organisation };
}

/** The state with the cursor of the list on this row. */
export function withRow(state: State, row: number): State {
  const { list, position } = state.organisations;
  const next = placed(position, row, known(list)?.length ?? 0, tableRows(state.rows));
  return { ...state, organisations: { list, position: next } };
}
