/** Lists the organisations and opens one: resets the state of the previous one, and loads the systems. */
import type { Organisation } from '../../../api/organisations.ts';
import { seekCutOff, leaveFinishedRun } from '../../removal/deletion/public.ts';
import { readAgain } from '../../kernel/declare.ts';
import { type Step, andThen, onScreen } from '../../root/feature.ts';
import { replaceList, readNextPage, startScan, withoutListing } from '../../fleet/list/feature.ts';
import { rowOf, type Scan } from '../../fleet/list/scan.ts';
import { cursorOn, missingNotice, wantSystem, type WantedSystem } from '../../fleet/resume.ts';
import { withVisited } from '../../fleet/staleness/rows.ts';
import { leaveRange } from '../../fleet/marks/feature.ts';
import { leaveReview } from '../../removal/review/opening.ts';
import { withoutSlicesOf } from '../../root/registry.ts';
import { type State, type Effect } from '../../root/state.ts';
import { withReturnToAllStale } from './all-stale.ts';
import { keepList, organisationList, shownOrganisations } from './counting.ts';
import { keptList } from './feature.ts';
import { listed } from '../../session/organisations.ts';

/** Opens an organisation's list with its last filter and sort. */
export function enterOrganisation(
  state: State,
  organisation: Organisation,
  search: string,
  includeDisabled = false,
): Step {
  const isSame = state.organisation?.orgId === organisation.orgId;
  const [calm, ...abandoned] = leaveCounting(withReturnToAllStale(isSame ? state : keepList(state), null));
  const known = isSame ? calm : withVisited(calm, null);
  const entered: State = { ...known, organisation, screen: { kind: 'systems' }, notice: null };
  if (isSame && state.list.listing.scan !== null && search === '') return [entered, ...abandoned];
  const next = isSame ? entered : leaveFinishedRun(withoutSlicesOf(entered, 'organisation'));
  const fresh = withoutListing(leaveReview(leaveRange(next)));
  const { orgId } = organisation;
  const { baseUrl, profileSettings } = state.session;
  const query = { orgId, search, includeDisabled, perPage: profileSettings.pageSize };
  const recall: Effect[] =
    baseUrl === null
      ? []
      : [
          { kind: 'recallOrganisationSettings', baseUrl, orgId },
          { kind: 'recallListView', baseUrl, orgId },
          { kind: 'recallCounts', baseUrl },
        ];
  const kept = search === '' ? listAtHand(state, orgId) : null;
  const [begun, ...reading] = kept === null ? startScan(fresh, query, 'ahead') : showListAgain(fresh, kept);
  // A list in memory has no first page to wait for.
  const saved = kept === null ? [] : lastOpened(state, orgId);
  return andThen([begun, ...abandoned, ...reading, ...recall, ...saved], (next) => seekCutOff(next, orgId));
}

/** Saves the organisation that the next start opens. */
export function lastOpened({ session: { baseUrl } }: State, orgId: string): readonly Effect[] {
  return baseUrl === null ? [] : [{ kind: 'rememberOrganisation', baseUrl, orgId }];
}

/**
 * Opens an organisation with the cursor on one of its systems. A list in memory shows it; otherwise the service is
 * searched for its name.
 */
export function enterAtSystem(state: State, organisation: Organisation, system: WantedSystem): Step {
  const open = state.organisation?.orgId === organisation.orgId ? state.list.listing.scan : null;
  const atHand = open ?? listAtHand(state, organisation.orgId);
  const isAtHand = atHand !== null && rowOf(atHand, system.systemId) !== undefined;
  const search = isAtHand ? '' : (system.hostname ?? '').trim();
  return andThen(enterOrganisation(state, organisation, search, true), (next) => {
    // The open list stays as it is; another one takes its filter and sort from your last visit first.
    if (open === null || search !== '') return [wantSystem(next, system)];
    return [cursorOn(next, system.systemId) ?? missingNotice(next, system)];
  });
}

/** An older list is refreshed in the background while its rows are shown. */
const oldMs = 10 * 60_000;

/** The cached list of the organisation: from an earlier opening, or from a count, even a partial one. */
function listAtHand({ organisations: { counts, counting } }: State, orgId: string): Scan | null {
  if (counting?.scan.query.orgId === orgId && counting.scan.count > 0) return { ...counting.scan, mode: 'ahead' };
  return keptList(counts, orgId);
}

function showListAgain(state: State, scan: Scan): Step {
  const shown = replaceList(state, { ...scan, inFlight: false });
  if (scan.since !== null && state.now - scan.since > oldMs) return startScan(shown, scan.query, 'all');
  return readNextPage(shown, shown.list.listing);
}

/** Opening an organisation cancels the count, because its own list has priority. */
function leaveCounting(state: State): Step {
  const { counting } = state.organisations;
  if (counting === null) return [state];
  const organisations = { ...state.organisations, counting: null };
  return [
    { ...state, organisations },
    { kind: 'abandonRead', slot: 'count' },
  ];
}

/** Reloads the organisations and shows them; known figures stay visible. */
export function listOrganisations(state: State): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null) return [state];
  const organisations = { ...state.organisations, list: readAgain(state.organisations.list) };
  const listed = withReturnToAllStale(withRowOfOpen({ ...state, organisations }), null);
  return [onScreen(listed, { kind: 'organisations' }), { kind: 'listOrganisations', baseUrl }];
}

/** Starts with the cursor on the organisation that was open. */
function withRowOfOpen(state: State): State {
  const { organisation, screen } = state;
  if (organisation === null || screen.kind === 'organisations') return state;
  const row = shownOrganisations(state).findIndex(({ orgId }) => orgId === organisation.orgId);
  return row < 0 ? state : organisationList.cursorAt(state, row);
}

/** Stores the loaded list; an organisation that was opened by its id gets its name. */
export function withOrganisations(state: State, all: readonly Organisation[]): State {
  const { position } = state.organisations;
  const next: State = { ...state, organisations: { ...state.organisations, list: { kind: 'ready', value: all } } };
  const organisation = state.organisation && (listed(all, state.organisation.orgId) ?? state.organisation);
  return { ...organisationList.cursorAt(next, position.row), organisation };
}
